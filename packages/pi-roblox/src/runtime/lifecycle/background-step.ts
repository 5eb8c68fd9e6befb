/**
 * One step of what happens at session start. It runs in the background, fails by itself, and is waited for only by who
 * needs its value.
 */

import { describeFailure, type FailureReport, isAbortError } from "pi-extension-core/errors";

/** `waiting`: not begun. `off`: there is nothing to do here, and `detail` says why. */
export type StepState = "waiting" | "running" | "ready" | "off" | "failed";

export interface StepReport {
  readonly name: string;
  readonly state: StepState;
  /** What is the case, for a person; empty while there is nothing to say. */
  readonly detail: string;
  readonly failure: FailureReport | undefined;
}

/** How a step ends well. */
export type StepOutcome<Value> =
  | { readonly kind: "ready"; readonly value: Value; readonly detail: string }
  | { readonly kind: "off"; readonly detail: string };

export const ready = <Value>(value: Value, detail: string): StepOutcome<Value> => ({ kind: "ready", value, detail });
export const off = (detail: string): StepOutcome<never> => ({ kind: "off", detail });

export class BackgroundStep<Value> {
  readonly name: string;
  readonly #work: (signal: AbortSignal) => Promise<StepOutcome<Value>>;
  readonly #onChange: () => void;
  #state: StepState = "waiting";
  #detail = "";
  #failure: FailureReport | undefined;
  #run: Promise<Value | undefined> | undefined;

  /** @param work gets the signal that ends it with the session @param onChange is told of each new state */
  constructor(name: string, work: (signal: AbortSignal) => Promise<StepOutcome<Value>>, onChange: () => void) {
    this.name = name;
    this.#work = work;
    this.#onChange = onChange;
  }

  get report(): StepReport {
    return { name: this.name, state: this.#state, detail: this.#detail, failure: this.#failure };
  }

  /**
   * Begins the step, once; resolves to its value, or to undefined when there is none: it is off, failed, or was ended.
   * Never rejects: why it failed is in the report.
   */
  start(signal: AbortSignal): Promise<Value | undefined> {
    this.#run ??= this.#perform(signal);
    return this.#run;
  }

  /** Resolves when what was begun has ended; at once when nothing was. */
  async settled(): Promise<void> {
    await this.#run;
  }

  /** Forgets how the step ended, so that `start` does it anew; one that runs is left to run. */
  reset(): void {
    if (this.#state === "waiting" || this.#state === "running") return;
    this.#run = undefined;
    this.#become("waiting", "");
  }

  async #perform(signal: AbortSignal): Promise<Value | undefined> {
    this.#become("running", "");
    try {
      signal.throwIfAborted();
      const outcome = await this.#work(signal);
      this.#become(outcome.kind, outcome.detail);
      return outcome.kind === "ready" ? outcome.value : undefined;
    } catch (error) {
      if (isAbortError(error) && signal.aborted) this.#become("off", "the session ended");
      else this.#become("failed", describeFailure(error).message, describeFailure(error));
      return undefined;
    }
  }

  #become(state: StepState, detail: string, failure?: FailureReport): void {
    this.#state = state;
    this.#detail = detail;
    this.#failure = failure;
    this.#onChange();
  }
}

/** Waits for `work`, but not longer than `signal` allows. @throws the reason of `signal` */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener("abort", onAbort));
}
