/**
 * Watches one started child to its end. The invariant: `finished` always resolves, in bounded time after the program
 * exited or was told to end, and then no member of its group is left, unless the result says so.
 */

import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { ChildStream } from "./child-stream.ts";
import { endOnHostExit } from "./host-exit.ts";
import { isTreeAlive } from "./process-group.ts";
import type { RunSettings, StartOptions } from "./run-options.ts";
import { notStarted, type RunResult, resultOf, type StopReason } from "./run-result.ts";
import { spawnFailure } from "./spawn-failure.ts";
import { terminateTree } from "./terminate-tree.ts";

/** After the exit of the program, how long the pipes may be silent, and open at all, before we stop reading. */
const DRAIN_IDLE_MS = 200;
const DRAIN_MAX_MS = 2000;
/** From the end of the group to Node's report of it. */
const EXIT_EVENT_MS = 2000;

type Outcome =
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "error"; readonly error: unknown };

/**
 * Waits for the first of `events`, at most `waitMs`, and then for what the event loop has ready: after a pause of the
 * whole process the timer fires before data and exits that were there long ago.
 */
async function firstWithin(waitMs: number, events: readonly Promise<unknown>[]): Promise<void> {
  const timer = new AbortController();
  // Rejects only by the abort below, when nobody waits for it any more.
  const timeout = delay(waitMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([...events, timeout]);
  timer.abort();
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class ChildSupervisor {
  readonly finished: Promise<RunResult>;
  readonly #child: ChildProcess;
  readonly #file: string;
  readonly #options: StartOptions;
  readonly #settings: RunSettings;
  readonly #startedAt: number;
  readonly #stdout: ChildStream;
  readonly #stderr: ChildStream;
  readonly #ended = Promise.withResolvers<Outcome>();
  readonly #closed = Promise.withResolvers<"closed">();
  readonly #stopAsked = Promise.withResolvers<"stop">();
  #outcome: Outcome | undefined;
  #isClosed = false;
  #isTreeGone = false;
  #leaveHostExit: () => void = () => {};
  #stopReason: StopReason | undefined;

  constructor(child: ChildProcess, file: string, options: StartOptions, settings: RunSettings, startedAt: number) {
    this.#child = child;
    this.#file = file;
    this.#options = options;
    this.#settings = settings;
    this.#startedAt = startedAt;
    this.#stdout = new ChildStream(child.stdout, settings.limits, options.onStdout);
    this.#stderr = new ChildStream(child.stderr, settings.limits, options.onStderr);
    child.once("exit", (code, signal) => this.#settle({ kind: "exit", code, signal }));
    child.once("close", () => {
      this.#isClosed = true;
      this.#closed.resolve("closed");
    });
    // Also emitted long after the start, by a failing kill; only the first of the two events counts.
    child.on("error", (error) => this.#settle({ kind: "error", error }));
    this.finished = this.#supervise();
  }

  /** Asks for the end of the process; without effect on `reason` once it has exited. */
  requestStop(reason: StopReason): void {
    if (this.#outcome === undefined) this.#stopReason ??= reason;
    this.#stopAsked.resolve("stop");
  }

  #settle(outcome: Outcome): void {
    this.#outcome ??= outcome;
    const { pid } = this.#child;
    // From here on the pid of an empty group can be given to a stranger, so nothing may be sent to it. On Windows a tree
    // cannot be found any more once its first process is gone.
    if (pid !== undefined && (process.platform === "win32" || !isTreeAlive(pid))) {
      this.#isTreeGone = true;
      this.#leaveHostExit();
    }
    this.#ended.resolve(outcome);
  }

  async #supervise(): Promise<RunResult> {
    const { pid } = this.#child;
    if (pid === undefined) {
      const outcome = await this.#ended.promise;
      return this.#failedToStart(outcome.kind === "error" ? outcome.error : undefined);
    }
    this.#leaveHostExit = endOnHostExit(pid);
    const cancelTriggers = this.#listenForStop();
    try {
      await Promise.race([this.#ended.promise, this.#stopAsked.promise]);
      if (this.#outcome?.kind === "error") return this.#failedToStart(this.#outcome.error);
      return await this.#windUp(pid);
    } finally {
      cancelTriggers();
      this.#leaveHostExit();
    }
  }

  /** From the exit of the program, or the order to end it, to the result. */
  async #windUp(pid: number): Promise<RunResult> {
    const stopsNow = this.#stopReason !== undefined;
    let isGone = !stopsNow || (await this.#endTree(pid));
    let outputComplete = await this.#drain(DRAIN_MAX_MS);
    if (!stopsNow && this.#settings.killLeftovers) {
      isGone = await this.#endTree(pid);
      if (!outputComplete) outputComplete = await this.#drain(DRAIN_IDLE_MS);
    }
    this.#release();
    const [outThrown, errThrown] = [this.#stdout.thrown, this.#stderr.thrown];
    const exit = this.#outcome?.kind === "exit" ? this.#outcome : undefined;
    return resultOf({
      file: this.#file,
      pid,
      exit,
      stopReason: this.#stopReason,
      timeoutMs: this.#options.timeoutMs,
      callbackError: outThrown
        ? { stream: "stdout", thrown: outThrown[0] }
        : errThrown && { stream: "stderr", thrown: errThrown[0] },
      isGone: isGone && exit !== undefined,
      stdout: this.#stdout.capture.finish(),
      stderr: this.#stderr.capture.finish(),
      outputComplete,
      durationMs: performance.now() - this.#startedAt,
    });
  }

  /** True when nothing of the group is left. */
  async #endTree(pid: number): Promise<boolean> {
    if (this.#isTreeGone) return true;
    const isGone = await terminateTree(pid, this.#settings.gracesMs);
    if (isGone) await firstWithin(EXIT_EVENT_MS, [this.#ended.promise]);
    return isGone;
  }

  /** Waits for the pipes to close, while they move and at most `maxMs`. */
  async #drain(maxMs: number): Promise<boolean> {
    const deadline = performance.now() + maxMs;
    // An order to stop that comes only now cuts the waiting short; one that led here does not.
    const events = [this.#closed.promise, ...(this.#stopReason === undefined ? [this.#stopAsked.promise] : [])];
    let seenBytes = -1;
    for (;;) {
      const bytes = this.#stdout.capture.totalBytes + this.#stderr.capture.totalBytes;
      if (this.#isClosed || bytes === seenBytes || performance.now() >= deadline) return this.#isClosed;
      seenBytes = bytes;
      await firstWithin(DRAIN_IDLE_MS, events);
    }
  }

  #listenForStop(): () => void {
    const { signal, timeoutMs } = this.#options;
    const onAbort = (): void => this.requestStop("aborted");
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.requestStop("timed-out"), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  #failedToStart(error: unknown): RunResult {
    this.#release();
    return notStarted(spawnFailure(error, this.#file, this.#options.cwd), performance.now() - this.#startedAt);
  }

  /** Lets go of pipes and process, so that neither keeps the event loop alive. */
  #release(): void {
    this.#child.stdin?.destroy();
    this.#stdout.finish();
    this.#stderr.finish();
    this.#child.unref();
  }
}
