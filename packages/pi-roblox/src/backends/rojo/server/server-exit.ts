/** What the end of a `rojo serve` means, from its exit and its last words. Pure. */

import type { RunResult } from "pi-extension-core/process";

type ExitKind =
  /** Something listens there already. */
  | "port-busy"
  /** The file watcher met a file or folder that had vanished (Rojo 7.7, issue 1309; 7.6 lives through it). */
  | "watcher-crash"
  /** A panic of another kind. */
  | "crash"
  /** The command line was refused. */
  | "usage"
  /** The project could not be read. */
  | "project"
  /** It was ended from outside. */
  | "signalled"
  /** Anything else. */
  | "ended";

export interface ServerExit {
  readonly kind: ExitKind;
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** The end of what it printed, both streams. */
  readonly log: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** The system's words for EADDRINUSE on Linux, macOS and Windows, as Rust prints them. */
const BUSY = /address (already )?in use|os error (98|48|10048)\b|only one usage of each socket address/i;
const PANIC = /Rojo crashed!/;
const WATCHER = /change_processor\.rs|Canonicalize/;
const USAGE_EXIT_CODE = 2;

/** Sorted by what Rojo 7.4.4, 7.6.1 and 7.7.1 print. */
function exitKind(exit: Pick<ServerExit, "exitCode" | "signal" | "log">): ExitKind {
  const { exitCode, signal, log } = exit;
  if (BUSY.test(log)) return "port-busy";
  if (PANIC.test(log)) return WATCHER.test(log) ? "watcher-crash" : "crash";
  if (signal !== undefined) return "signalled";
  if (exitCode === USAGE_EXIT_CODE) return "usage";
  return /Rojo project|project file/i.test(log) ? "project" : "ended";
}

export function serverExit(result: Pick<RunResult, "exitCode" | "signal">, log: string, atMs: number): ServerExit {
  const { exitCode, signal } = result;
  return { kind: exitKind({ exitCode, signal, log }), exitCode, signal, log, atMs };
}

const MEANINGS: Readonly<Record<ExitKind, string>> = {
  "port-busy": "its port is taken",
  "watcher-crash": "its file watcher crashed on a file or folder that had vanished (a known fault of Rojo 7.7)",
  crash: "it crashed",
  usage: "it refused its arguments",
  project: "it could not read the project",
  signalled: "it was ended from outside",
  ended: "it ended",
};

/** One clause: why, and how it ended. */
export function describeExit(exit: ServerExit): string {
  const how = exit.exitCode === undefined ? (exit.signal ?? "no exit code") : `exit code ${exit.exitCode}`;
  return `${MEANINGS[exit.kind]} (${how})`;
}
