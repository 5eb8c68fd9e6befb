/** What is known of the disk, until it is told of a change. */

import path from "node:path";
import type { DiskFacts, PlaceFact, TextFact, Want } from "./disk-facts.ts";
import { readHead, readPlace, readText } from "./read-disk.ts";

export interface DiskLimits {
  /** Entries of all folders together; default 500,000. */
  readonly maxEntries?: number | undefined;
  /** Of one project, meta or model file; default 4 MB. */
  readonly maxTextBytes?: number | undefined;
}

const DEFAULT_MAX_ENTRIES = 500_000;
const DEFAULT_MAX_TEXT_BYTES = 4_000_000;
const CONCURRENCY = 32;

export class DiskCache implements DiskFacts {
  readonly #places = new Map<string, PlaceFact>();
  readonly #texts = new Map<string, TextFact>();
  readonly #heads = new Map<string, TextFact>();
  readonly #limits: DiskLimits;
  #entryCount = 0;

  constructor(limits: DiskLimits = {}) {
    this.#limits = limits;
  }

  place(file: string): PlaceFact | undefined {
    return this.#places.get(file);
  }

  text(file: string): TextFact | undefined {
    return this.#texts.get(file);
  }

  head(file: string): TextFact | undefined {
    return this.#heads.get(file);
  }

  /** Looks up everything that is wanted. */
  async supply(wants: Iterable<Want>): Promise<void> {
    // One iterator for all: each takes the next want.
    const pending = [...wants].values();
    const work = async (): Promise<void> => {
      for (const want of pending) await this.#lookUp(want);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }

  async #lookUp({ kind, path: file }: Want): Promise<void> {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxTextBytes = DEFAULT_MAX_TEXT_BYTES } = this.#limits;
    if (kind === "text") this.#texts.set(file, await readText(file, maxTextBytes));
    else if (kind === "head") this.#heads.set(file, await readHead(file));
    else if (this.#entryCount > maxEntries)
      this.#places.set(file, { kind: "unknown", because: `the project has more than ${maxEntries} files` });
    else this.#setPlace(file, await readPlace(file, this.#realPathInside(file)));
  }

  #setPlace(file: string, fact: PlaceFact): void {
    this.#entryCount += entriesOf(fact) - entriesOf(this.#places.get(file));
    this.#places.set(file, fact);
  }

  /** From the listing of the folder above, when that was read and the entry is no link. */
  #realPathInside(file: string): string | undefined {
    const above = this.#places.get(path.dirname(file));
    if (above?.kind !== "folder") return undefined;
    const name = path.basename(file);
    const entry = above.entries.find((candidate) => candidate.name === name);
    return entry?.kind === "folder" && entry.linkTarget === undefined ? path.join(above.realPath, name) : undefined;
  }
}

function entriesOf(fact: PlaceFact | undefined): number {
  return fact?.kind === "folder" ? fact.entries.length : 0;
}
