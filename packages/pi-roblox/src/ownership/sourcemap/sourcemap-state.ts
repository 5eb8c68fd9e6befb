/**
 * The sourcemap that ownership is decided on: the newest that can be believed. One that is torn, `null` or shrunken never
 * replaces a good one; it only marks it as stale, until a whole one comes.
 */

import { SerialQueue } from "pi-extension-core/queue";
import { findLoss, judgeLoss } from "./judge-sourcemap.ts";
import { parseSourcemap, updateSourcemap } from "./parse-sourcemap.ts";
import { isSourcemapFault } from "./read-nodes.ts";
import type { SourcemapIndex } from "./sourcemap-index.ts";
import type { SourcemapOptions } from "./table.ts";

/** What the state cannot see for itself. */
interface OfferFacts {
  readonly isProjectChanged: boolean;
  readonly isOnDisk: (file: string) => Promise<boolean>;
}

interface OfferOutcome {
  readonly isBelieved: boolean;
  /** Why the offered one was not taken. */
  readonly because: string | undefined;
}

type Reading = { readonly index: SourcemapIndex | undefined } | { readonly fault: string };

const NULL_REASON = "rojo wrote null instead of a sourcemap, so it found no script";
/** How many lost files are looked for on disk at the same time. */
const LOOKS_AT_ONCE = 32;

export class SourcemapState {
  readonly #options: SourcemapOptions;
  readonly #offers = new SerialQueue({ name: "sourcemap" });
  #index: SourcemapIndex | undefined;
  #problem: string | undefined = "no sourcemap was made yet";
  /** The loss that the last offers have shown. */
  #shown: { readonly fingerprint: string; readonly sinceMs: number } | undefined;
  #doubt: { readonly because: string; readonly atMs: number } | undefined;

  constructor(options: SourcemapOptions) {
    this.#options = options;
  }

  /** The last one that was believed, marked as stale while `problem` is set. */
  get index(): SourcemapIndex | undefined {
    return this.#index;
  }

  /** Why there is no index, or why it is stale; undefined when it is good. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Takes what rojo has just written. Offers are judged one after the other, in order of the calls.
   *
   * @param observedAtMs epoch milliseconds at which rojo was asked
   */
  offer(text: string, observedAtMs: number, facts: OfferFacts): Promise<OfferOutcome> {
    return this.#offers.run(() => this.#take(this.#read(text, observedAtMs), observedAtMs, facts));
  }

  /**
   * Marks the index as stale until rojo is asked again, such as when a file changed or rojo failed.
   *
   * @param atMs epoch milliseconds; an offer that was observed before does not take the doubt away
   */
  doubt(because: string, atMs: number): void {
    this.#doubt = { because, atMs };
    this.#markStale(because);
  }

  #read(text: string, observedAtMs: number): Reading {
    try {
      const previous = this.#index;
      return {
        index:
          previous === undefined
            ? parseSourcemap(text, this.#options, observedAtMs)
            : updateSourcemap(previous, text, observedAtMs),
      };
    } catch (error) {
      if (isSourcemapFault(error)) return { fault: error.message };
      throw error;
    }
  }

  async #take(reading: Reading, observedAtMs: number, facts: OfferFacts): Promise<OfferOutcome> {
    if ("fault" in reading) return this.#refuse(reading.fault);
    const previous = this.#index;
    if (previous !== undefined) {
      const because = await this.#objection(previous, reading.index, observedAtMs, facts);
      if (because !== undefined) return this.#refuse(because);
    }
    this.#shown = undefined;
    this.#index = reading.index;
    this.#problem = reading.index === undefined ? NULL_REASON : undefined;
    const doubt = this.#doubt;
    if (doubt !== undefined && doubt.atMs > observedAtMs) this.#markStale(doubt.because);
    return { isBelieved: true, because: undefined };
  }

  /** Why a new sourcemap is not believed; undefined when it is. */
  async #objection(
    previous: SourcemapIndex,
    next: SourcemapIndex | undefined,
    observedAtMs: number,
    facts: OfferFacts,
  ): Promise<string | undefined> {
    // With non-scripts there is always the root, so null comes from a call that was made otherwise.
    if (next === undefined && this.#options.includesNonScripts) return NULL_REASON;
    const loss = findLoss(previous, next);
    if (loss.files.length === 0) return undefined;
    const isSame = this.#shown?.fingerprint === loss.fingerprint;
    const sinceMs = isSame ? (this.#shown?.sinceMs ?? observedAtMs) : observedAtMs;
    const verdict = judgeLoss({
      loss,
      fileOnDisk: await firstOnDisk(loss.files, facts.isOnDisk),
      isProjectChanged: facts.isProjectChanged,
      shownForMs: observedAtMs - sinceMs,
    });
    if (verdict.isBelieved) return undefined;
    this.#shown = { fingerprint: loss.fingerprint, sinceMs };
    return next === undefined ? NULL_REASON : verdict.because;
  }

  #refuse(because: string): OfferOutcome {
    this.#markStale(because);
    return { isBelieved: false, because };
  }

  #markStale(because: string): void {
    this.#problem = because;
    this.#index = this.#index?.asStale(because);
  }
}

async function firstOnDisk(
  files: readonly string[],
  isOnDisk: (file: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let at = 0; at < files.length; at += LOOKS_AT_ONCE) {
    const some = files.slice(at, at + LOOKS_AT_ONCE);
    const found = await Promise.all(some.map(isOnDisk));
    const index = found.indexOf(true);
    if (index !== -1) return some[index];
  }
  return undefined;
}
