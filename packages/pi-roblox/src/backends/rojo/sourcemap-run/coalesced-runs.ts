/**
 * One run at a time for many who ask. Who asks while a run is going needs a later one, because what the run has read may
 * be older than the question; all who ask meanwhile share that one.
 */

interface Run<T> {
  readonly outcome: Promise<T>;
  readonly abandon: AbortController;
  hasStarted: boolean;
  waiting: number;
}

function untilAborted(signal: AbortSignal): { readonly aborted: Promise<never>; forget(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return { aborted: promise, forget: () => signal.removeEventListener("abort", onAbort) };
}

export class CoalescedRuns<T> {
  readonly #work: (signal: AbortSignal) => Promise<T>;
  #running: Run<T> | undefined;
  #next: Run<T> | undefined;

  /** @param work gets a signal that aborts when nobody waits for its outcome any more */
  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work;
  }

  /**
   * The outcome of a run that starts after this call.
   * @throws what the run throws; the reason of `signal` at once when it aborts, while others go on waiting
   */
  async request(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const run = this.#join();
    run.waiting += 1;
    const abort = signal === undefined ? undefined : untilAborted(signal);
    try {
      return await (abort === undefined ? run.outcome : Promise.race([run.outcome, abort.aborted]));
    } finally {
      abort?.forget();
      run.waiting -= 1;
      if (run.waiting === 0) this.#abandon(run);
    }
  }

  /** Aborts what runs and what waits, and resolves when nothing runs any more. */
  async abortAll(reason: Error): Promise<void> {
    const runs = [this.#next, this.#running].filter((run) => run !== undefined);
    for (const run of runs) run.abandon.abort(reason);
    await Promise.allSettled(runs.map((run) => run.outcome));
  }

  #join(): Run<T> {
    if (this.#running === undefined) {
      this.#running = this.#start(Promise.resolve());
      return this.#running;
    }
    if (!this.#running.hasStarted && !this.#running.abandon.signal.aborted) return this.#running;
    this.#next ??= this.#start(this.#running.outcome);
    return this.#next;
  }

  #abandon(run: Run<T>): void {
    run.abandon.abort();
    if (this.#next === run) this.#next = undefined;
  }

  #start(before: Promise<unknown>): Run<T> {
    const abandon = new AbortController();
    const onStart = (): void => {
      run.hasStarted = true;
    };
    const outcome = this.#perform(before, abandon.signal, onStart);
    const run: Run<T> = { outcome, abandon, hasStarted: false, waiting: 0 };
    void this.#moveOnAfter(run);
    return run;
  }

  async #perform(before: Promise<unknown>, signal: AbortSignal, onStart: () => void): Promise<T> {
    await Promise.allSettled([before]);
    signal.throwIfAborted();
    onStart();
    return this.#work(signal);
  }

  /** Those who wait see a failure; when nobody does any more, it belongs to nobody. */
  async #moveOnAfter(run: Run<T>): Promise<void> {
    await Promise.allSettled([run.outcome]);
    if (this.#running !== run) return;
    this.#running = this.#next;
    this.#next = undefined;
  }
}
