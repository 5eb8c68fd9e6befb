/**
 * Starts Pi as a child with line-wise output and makes sure that it ends. Independent of core's process runner on
 * purpose: the harness must not rest on the code that it tests.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { killTree, signalProcess } from "../process-table.ts";
import { LineSplitter } from "./line-splitter.ts";

export interface ChildOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Written to stdin, which then ends. `"open"`: stays open for `write`. Absent: no stdin. */
  readonly stdin?: string | undefined | { readonly open: true };
  readonly onLine: (line: string) => void;
}

export interface ChildExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly durationMs: number;
}

export interface PiChild {
  readonly pid: number;
  /** Everything on stderr so far. */
  readonly stderr: () => string;
  readonly write: (text: string) => void;
  readonly endInput: () => void;
  /** Settles when the process has ended, also when a grandchild still holds its pipes. Never rejects. */
  readonly exited: Promise<ChildExit>;
  /** SIGTERM, which lets Pi end its own children; after `graceMs` SIGKILL for the whole tree. */
  readonly terminate: (graceMs?: number) => Promise<ChildExit>;
}

/** Time for output that is still in the pipe after the process has ended. */
const DRAIN_MS = 500;

/** @throws the spawn error of Node */
export async function startChild(options: ChildOptions): Promise<PiChild> {
  const startedAt = performance.now();
  const isOpen = typeof options.stdin === "object";
  const child = spawn(process.execPath, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A group of its own on POSIX: a Ctrl-C in the test runner's terminal is the runner's to handle.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  await once(child, "spawn");
  const pid = child.pid as number;

  const lines = new LineSplitter();
  child.stdout?.on("data", (chunk: Buffer) => lines.push(chunk).forEach(options.onLine));
  const errorChunks: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errorChunks.push(chunk));
  // Pi may end before it has read all of its input: that shows in its exit, not here.
  child.stdin?.on("error", () => undefined);
  if (typeof options.stdin === "string") child.stdin?.end(options.stdin);

  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const closed = once(child, "close");
  const waitForEnd = async (): Promise<ChildExit> => {
    const [exitCode, signal] = await ended;
    const durationMs = performance.now() - startedAt;
    const timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, DRAIN_MS);
    await closed;
    clearTimeout(timer);
    lines.end().forEach(options.onLine);
    return { exitCode, signal, durationMs };
  };
  const exited = waitForEnd();

  return {
    pid,
    exited,
    stderr: () => Buffer.concat(errorChunks).toString("utf8"),
    write: (text) => {
      if (isOpen) child.stdin?.write(text);
    },
    endInput: () => child.stdin?.end(),
    terminate: async (graceMs = 3000) => {
      if (child.exitCode !== null || child.signalCode !== null) return exited;
      // Windows has no SIGTERM that Pi could handle: there, its own children must be ended from here.
      if (process.platform === "win32") await killTree(pid);
      else signalProcess(pid, "SIGTERM");
      const timer = setTimeout(() => void killTree(pid), graceMs);
      const result = await exited;
      clearTimeout(timer);
      return result;
    },
  };
}
