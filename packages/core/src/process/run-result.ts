/** The one shape in which every run ends, good or bad, and how its parts follow from what was seen. Pure. */

import { type CodedError, coreError } from "../errors/index.ts";
import type { CapturedOutput } from "./output-capture.ts";

/** Why the run ended; the first cause counts. `stopped` is `stop()` of a started process. */
export type RunReason = "exited" | "signalled" | "timed-out" | "aborted" | "stopped" | "spawn-failed";

export type StopReason = Extract<RunReason, "timed-out" | "aborted" | "stopped">;

export interface RunResult {
  /** The program ended by itself with exit code 0, and no callback threw. */
  readonly ok: boolean;
  readonly reason: RunReason;
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** False when a process outside the group still held the pipes, so that output may be missing. */
  readonly outputComplete: boolean;
  readonly durationMs: number;
  readonly pid: number | undefined;
  /**
   * Set unless the run is `ok`, aborted or stopped: SPAWN_FAILED, ARGV_INVALID or INPUT_INVALID (nothing ran),
   * PROCESS_FAILED, TIMED_OUT, INTERNAL (a callback threw); after any reason EXIT_UNCONFIRMED, when a process did not
   * go away. Names the program, never its arguments or output.
   */
  readonly error?: CodedError;
}

/** What the supervisor saw of a process that had started. */
export interface RunFacts {
  readonly file: string;
  readonly pid: number;
  /** Undefined when the exit was not seen. */
  readonly exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined;
  readonly stopReason: StopReason | undefined;
  readonly timeoutMs: number | undefined;
  readonly callbackError: { readonly stream: "stdout" | "stderr"; readonly thrown: unknown } | undefined;
  readonly isGone: boolean;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly outputComplete: boolean;
  readonly durationMs: number;
}

const NO_OUTPUT: CapturedOutput = { text: "", head: "", tail: "", totalBytes: 0, omittedBytes: 0 };

function unconfirmed(facts: RunFacts): CodedError {
  return coreError("EXIT_UNCONFIRMED", `${facts.file} (process ${facts.pid}) was told to end and is still there`, {
    hint: `Look at process ${facts.pid} and end it by hand.`,
    data: { file: facts.file, pid: facts.pid },
  });
}

function failureOf(facts: RunFacts, reason: RunReason): CodedError | undefined {
  const { file, exit, timeoutMs, callbackError } = facts;
  if (!facts.isGone) return unconfirmed(facts);
  if (reason === "timed-out")
    return coreError("TIMED_OUT", `${file} did not finish within ${timeoutMs} ms`, {
      hint: "Allow more time or give it less to do.",
      data: { file, timeoutMs },
    });
  if (reason === "signalled")
    return coreError("PROCESS_FAILED", `${file} was ended by ${exit?.signal}`, {
      data: { file, signal: exit?.signal },
    });
  if (reason === "exited" && exit?.code !== 0)
    return coreError("PROCESS_FAILED", `${file} exited with code ${exit?.code}`, {
      hint: "Read its output for the cause.",
      data: { file, exitCode: exit?.code },
    });
  if (callbackError !== undefined && reason === "exited")
    return coreError("INTERNAL", `The ${callbackError.stream} callback for ${file} threw`, {
      cause: callbackError.thrown,
      data: { file },
    });
  return undefined;
}

/** The result of a process that had started. */
export function resultOf(facts: RunFacts): RunResult {
  const { exit, stdout, stderr, outputComplete, durationMs, pid } = facts;
  const reason = facts.stopReason ?? (typeof exit?.signal === "string" ? "signalled" : "exited");
  const error = failureOf(facts, reason);
  return {
    ok: reason === "exited" && error === undefined,
    reason,
    exitCode: exit?.code ?? undefined,
    signal: exit?.signal ?? undefined,
    stdout,
    stderr,
    outputComplete,
    durationMs,
    pid,
    ...(error === undefined ? {} : { error }),
  };
}

/** The result of a process that never ran: `error` says why, and is undefined when the signal was already aborted. */
export function notStarted(error: CodedError | undefined, durationMs: number): RunResult {
  return {
    ok: false,
    reason: error === undefined ? "aborted" : "spawn-failed",
    exitCode: undefined,
    signal: undefined,
    stdout: NO_OUTPUT,
    stderr: NO_OUTPUT,
    outputComplete: true,
    durationMs,
    pid: undefined,
    ...(error === undefined ? {} : { error }),
  };
}
