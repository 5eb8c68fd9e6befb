/**
 * One task at a time, in order of arrival. A task that fails rejects its own caller and nobody else. The lane is held
 * until the running task has really settled, aborted or not, so two tasks never overlap.
 */

import { coreError } from "../errors/index.ts";
import { captureContext, findHeldLane, type HeldLane } from "./held-lanes.ts";
import { WaitingList } from "./waiting-list.ts";

export interface SerialQueueOptions {
  /** Shown in errors; default `queue`. */
  readonly name?: string;
}

export interface QueueRunOptions {
  /** Aborts a waiting task at once; a running task gets it as its argument and decides when to stop. */
  readonly signal?: AbortSignal | undefined;
  /** Shown in errors. */
  readonly label?: string;
}

/** One unit of work. Without a signal of the caller, `signal` is one that never aborts. */
export type QueueTask<T> = (signal: AbortSignal) => Promise<T> | T;

interface Entry {
  /** Never rejects: the outcome goes to the caller of `run`. */
  readonly start: () => Promise<void>;
  readonly cancel: (reason: Error) => void;
}

export class SerialQueue {
  readonly #name: string;
  readonly #waiting = new WaitingList<Entry>();
  #isDraining = false;
  #isTaskRunning = false;
  #isClosed = false;
  #idleWaiters: (() => void)[] = [];

  constructor(options: SerialQueueOptions = {}) {
    this.#name = options.name ?? "queue";
  }

  /** Tasks that wait or run. */
  get size(): number {
    return this.#waiting.length + (this.#isTaskRunning ? 1 : 0);
  }

  /**
   * Settles as `task` does. The task starts after this call has returned, in the asynchronous context of the caller.
   * A task that needs more of the same queue must do that work itself: waiting for it would never end, directly or
   * through other queues. Two tasks of two queues that each wait for the other queue are not detected.
   * @throws the signal's reason when it aborts before the task starts.
   * @throws QUEUE_CLOSED after `close`, and for what waited when it was called.
   * @throws QUEUE_NESTED from inside a running task of this queue.
   */
  async run<T>(task: QueueTask<T>, options: QueueRunOptions = {}): Promise<T> {
    const { signal, label } = options;
    signal?.throwIfAborted();
    this.#refuseNested("run", label);
    if (this.#isClosed) throw this.#closedError(label);
    return new Promise<T>((resolve, reject) => this.#enqueue(task, { signal, label, resolve, reject }));
  }

  /**
   * Resolves when nothing waits or runs.
   * @throws QUEUE_NESTED from inside a running task of this queue.
   */
  async idle(): Promise<void> {
    this.#refuseNested("idle", undefined);
    if (this.size === 0) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  /**
   * Takes no more work, rejects what waits with QUEUE_CLOSED, and resolves when the running task has settled. Idempotent.
   * @throws QUEUE_NESTED from inside a running task of this queue; the queue then stays open.
   */
  async close(): Promise<void> {
    this.#refuseNested("close", undefined);
    this.#isClosed = true;
    for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
      entry.cancel(this.#closedError(undefined));
    }
    await this.idle();
  }

  #enqueue<T>(
    task: QueueTask<T>,
    caller: {
      readonly signal: AbortSignal | undefined;
      readonly label: string | undefined;
      readonly resolve: (value: T) => void;
      readonly reject: (reason: unknown) => void;
    },
  ): void {
    const { signal, resolve, reject } = caller;
    const lane: HeldLane = { queue: this, label: caller.label, isRunning: false };
    const inContext = captureContext(lane);
    const onAbort = (): void => {
      if (this.#waiting.remove(node)) reject(signal?.reason);
    };
    const node = this.#waiting.push({
      cancel: (reason) => {
        signal?.removeEventListener("abort", onAbort);
        reject(reason);
      },
      start: async () => {
        signal?.removeEventListener("abort", onAbort);
        lane.isRunning = true;
        try {
          resolve(await inContext(() => task(signal ?? new AbortController().signal)));
        } catch (error) {
          reject(error);
        } finally {
          lane.isRunning = false;
        }
      },
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    if (!this.#isDraining) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    await Promise.resolve();
    for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
      this.#isTaskRunning = true;
      await entry.start();
      this.#isTaskRunning = false;
    }
    this.#isDraining = false;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  #refuseNested(call: string, label: string | undefined): void {
    const held = findHeldLane(this);
    if (held === undefined) return;
    const inner = label === undefined ? call : `${call} of "${label}"`;
    const outer = held.label === undefined ? "one of its own tasks" : `its own task "${held.label}"`;
    throw coreError("QUEUE_NESTED", `${inner} on ${this.#name} was called from inside ${outer}`, {
      hint: "Do the inner work directly; the lane is already held.",
      data: { queue: this.#name, running: held.label ?? null, requested: label ?? null },
    });
  }

  #closedError(label: string | undefined): Error {
    const subject = label === undefined ? "A task" : `Task "${label}"`;
    return coreError("QUEUE_CLOSED", `${subject} did not run because ${this.#name} is closed`, {
      hint: "Start a new session.",
      data: { queue: this.#name, task: label ?? null },
    });
  }
}
