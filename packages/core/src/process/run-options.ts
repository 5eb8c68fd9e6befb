/** What a caller can ask of a child process, and the defaults. Pure. */

import { type CodedError, coreError } from "../errors/index.ts";
import type { CaptureLimits } from "./output-capture.ts";

export interface RunOptions {
  /** Absolute path of the folder in which the program runs. */
  readonly cwd: string;
  /** The whole environment of the child. Default: `buildChildEnv` without additions. Nothing of the host's own is added. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed. Without it the child reads from an empty device. */
  readonly stdin?: string | Uint8Array;
  /** Time until the process is ended, from its start. Default: no limit. */
  readonly timeoutMs?: number;
  /** Aborting ends the process; a signal that is already aborted starts none. */
  readonly signal?: AbortSignal;
  /**
   * How long a process may take after SIGTERM, before SIGKILL. Several values send SIGTERM once for each of them,
   * an empty list sends none. Default 1200. Windows has no SIGTERM for such a process: there it is ended at once.
   */
  readonly graceMs?: number | readonly number[];
  /** Bytes kept of the beginning of each stream. Default 256 KiB. */
  readonly maxHeadBytes?: number;
  /** Bytes kept of the end of each stream, beyond its head. Default 256 KiB. */
  readonly maxTailBytes?: number;
  /** End what is left of the process group after the program itself has exited. Default true. */
  readonly killLeftovers?: boolean;
  /**
   * Gets decoded text as it comes, never half a character. Nothing further is read until it returns. When it throws, it
   * is not called again, the process goes on, and the result carries the error (code INTERNAL) and is not `ok`.
   */
  readonly onStdout?: (text: string) => void;
  /** As `onStdout`. */
  readonly onStderr?: (text: string) => void;
}

export interface StartOptions extends RunOptions {
  /** Leaves standard input open for `writeStdin`, after `stdin` is written. Default false. */
  readonly keepStdinOpen?: boolean;
}

/** The options that need a default, with it. */
export interface RunSettings {
  readonly limits: CaptureLimits;
  readonly gracesMs: readonly number[];
  readonly killLeftovers: boolean;
}

const DEFAULT_GRACE_MS = 1200;
const DEFAULT_CAPTURE_BYTES = 256 * 1024;
/** Node turns a longer timer into one of 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function invalid(option: string, value: unknown): CodedError {
  return coreError("INPUT_INVALID", `Option ${option} of a process cannot be ${JSON.stringify(value)}`, {
    hint: `Give ${option} as a number from 0 to ${MAX_TIMER_MS}.`,
    data: { option },
  });
}

const isAmount = (value: number): boolean => value >= 0 && value <= MAX_TIMER_MS;

/** @throws INPUT_INVALID for a number that is negative, not a number, or beyond what a timer takes. */
export function resolveSettings(options: RunOptions): RunSettings {
  const { maxHeadBytes = DEFAULT_CAPTURE_BYTES, maxTailBytes = DEFAULT_CAPTURE_BYTES } = options;
  const gracesMs = [options.graceMs ?? DEFAULT_GRACE_MS].flat();
  for (const [option, values] of Object.entries({
    timeoutMs: options.timeoutMs === undefined ? [] : [options.timeoutMs],
    graceMs: gracesMs,
    maxHeadBytes: [maxHeadBytes],
    maxTailBytes: [maxTailBytes],
  })) {
    const wrong = values.find((value) => !isAmount(value));
    if (wrong !== undefined) throw invalid(option, wrong);
  }
  return {
    limits: { maxHeadBytes: Math.floor(maxHeadBytes), maxTailBytes: Math.floor(maxTailBytes) },
    gracesMs,
    killLeftovers: options.killLeftovers ?? true,
  };
}
