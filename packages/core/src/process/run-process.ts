/** A program from start to end, as one promise. */

import type { RunOptions } from "./run-options.ts";
import type { RunResult } from "./run-result.ts";
import { startProcess } from "./start-process.ts";

/**
 * Runs a program and waits until it and everything in its process group is gone. Never rejects: what went wrong is in
 * `reason` and `error` of the result. An abort is no error; call `signal.throwIfAborted()` where it should be thrown.
 * @param file absolute path, or a bare name to look up (see `startProcess`).
 */
export function runProcess(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return startProcess(file, args, options).finished;
}
