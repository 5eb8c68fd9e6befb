/** Runs the CLI once and turns what comes back into text that is bounded and free of secrets. */

import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type CodedError, errnoOf } from "pi-extension-core/errors";
import { type RunResult, runProcess } from "pi-extension-core/process";
import { multixError } from "../../errors.ts";
import { hintFor, reasonIn, reasonInReport, reportWithReason } from "./failure-reason.ts";
import type { MultixCli } from "./locate.ts";
import { formatElapsed, lastTellingLine } from "./progress.ts";
import { createStreamRedactor } from "./stream-redactor.ts";

/** A runaway job may not hold a session open for ever. */
const MAX_TIMEOUT_MS = 3_600_000;
const DEFAULT_TIMEOUT_MS = 600_000;

export interface MultixProgress {
  readonly elapsedMs: number;
  /** The last line of output that says something; undefined until there is one. */
  readonly line: string | undefined;
  /** Both together, for a person. */
  readonly text: string;
}

export interface RunMultixOptions {
  /** Absolute working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Clamped to one hour. Default 10 minutes. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called at most twice a second, with no secrets. */
  readonly onProgress?: ((progress: MultixProgress) => void) | undefined;
  /** Hides every known secret in complete text. */
  readonly redact: (text: string) => string;
  /** Exact values that must not show, also when they come in pieces. */
  readonly secrets: readonly string[];
}

export interface MultixRun {
  readonly exitCode: number;
  /** Redacted; long output is its head and tail, with a line saying how much is left out. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

const PROGRESS_INTERVAL_MS = 500;
const MAX_REPORT_BYTES = 1024 * 1024;

interface ProgressFeed {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  stop(): void;
}

/** Emits at most one progress a half second, and one a second while the CLI is silent. */
function progressFeed(options: RunMultixOptions): ProgressFeed {
  const { onProgress } = options;
  if (onProgress === undefined) return { stdout: () => {}, stderr: () => {}, stop: () => {} };
  const startedAt = performance.now();
  let line: string | undefined;
  let emittedAt = Number.NEGATIVE_INFINITY;
  const emit = (): void => {
    emittedAt = performance.now();
    const elapsedMs = Math.round(emittedAt - startedAt);
    const text = line === undefined ? formatElapsed(elapsedMs) : `${formatElapsed(elapsedMs)} · ${line}`;
    onProgress({ elapsedMs, line, text });
  };
  const stream = (): ((text: string) => void) => {
    const redactor = createStreamRedactor(options.redact, options.secrets);
    return (text) => {
      line = lastTellingLine(redactor.push(text)) ?? line;
      if (performance.now() - emittedAt >= PROGRESS_INTERVAL_MS) emit();
    };
  };
  const timer = setInterval(emit, 2 * PROGRESS_INTERVAL_MS);
  return { stdout: stream(), stderr: stream(), stop: () => clearInterval(timer) };
}

/** The reason that only a report file holds; the CLI names the file itself, so it is read with a limit. */
async function hiddenReason(result: RunResult, cwd: string): Promise<string | undefined> {
  const report = reportWithReason(result.stdout.text);
  if (report === undefined) return undefined;
  try {
    const file = path.resolve(cwd, report);
    return (await stat(file)).size > MAX_REPORT_BYTES ? undefined : reasonInReport(await readFile(file, "utf8"));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** @throws CLI_FAILED (data: exitCode, stdout, stderr, all redacted), TIMED_OUT, or the abort reason */
export async function runMultix(
  cli: MultixCli,
  argv: readonly string[],
  options: RunMultixOptions,
): Promise<MultixRun> {
  const { cwd, env, signal, redact } = options;
  const timeoutMs = Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS);
  const progress = progressFeed(options);
  let result: RunResult;
  try {
    result = await runProcess(cli.command, [...cli.prefixArgs, ...argv], {
      cwd,
      env,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      onStdout: progress.stdout,
      onStderr: progress.stderr,
    });
  } finally {
    progress.stop();
  }
  if (result.reason === "aborted") throw signal?.reason ?? new DOMException("The call was aborted", "AbortError");
  const stdout = redact(result.stdout.text);
  const stderr = redact(result.stderr.text);
  const durationMs = Math.round(result.durationMs);
  if (result.ok) return { exitCode: 0, stdout, stderr, durationMs };
  throw await failure(result, { stdout, stderr, durationMs, timeoutMs }, options);
}

interface FailedOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  readonly timeoutMs: number;
}

async function failure(result: RunResult, output: FailedOutput, options: RunMultixOptions): Promise<CodedError> {
  const { stdout, stderr, durationMs, timeoutMs } = output;
  const data = { exitCode: result.exitCode, signal: result.signal, stdout, stderr, durationMs };
  if (result.reason === "timed-out") {
    return multixError("CLI_TIMED_OUT", `multix did not finish within ${formatElapsed(timeoutMs)} and was ended`, {
      hint: "Allow more time with timeoutMs (at most one hour), or start the job without waiting.",
      data: { ...data, timeoutMs },
    });
  }
  const notStarted = result.reason === "spawn-failed" ? result.error : undefined;
  if (notStarted !== undefined) return notStarted;
  const reason = redactReason(options, (await hiddenReason(result, options.cwd)) ?? reasonIn(result.stderr.text));
  const how = result.exitCode === undefined ? `was ended by ${result.signal}` : `exited with code ${result.exitCode}`;
  const hint = reason === undefined ? undefined : hintFor(reason);
  return multixError("CLI_FAILED", reason === undefined ? `multix ${how}` : `multix ${how}: ${reason}`, {
    ...(hint === undefined ? {} : { hint }),
    data,
  });
}

const MAX_REASON_CHARACTERS = 2000;

function redactReason(options: RunMultixOptions, text: string | undefined): string | undefined {
  return text === undefined ? undefined : options.redact(text).slice(0, MAX_REASON_CHARACTERS);
}
