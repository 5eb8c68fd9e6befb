/** Results of earlier passes, kept by what they were made from: what did not change is not made again. Pure. */

import type { FolderIndex, FolderPlan } from "./folder-plan.ts";
import type { MapContext } from "./map-context.ts";
import type { MapPart } from "./map-node.ts";
import type { MetaFile } from "./meta-file.ts";
import type { ProjectFileContents } from "./read-project-file.ts";

/** One for each project that is mapped again and again. */
export class MapMemory {
  readonly contexts = new Memo<MapContext>();
  readonly indexes = new Memo<FolderIndex>();
  readonly plans = new Memo<FolderPlan>();
  readonly metas = new Memo<MetaFile>();
  readonly projects = new Memo<ProjectFileContents>();
  readonly parts = new Memo<MapPart>();
  #lastId = 0;

  /** A number that was never given before. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  startPass(): void {
    for (const memo of this.#all()) memo.startPass();
  }

  /** Drops what the last pass did not use. */
  sweep(): void {
    for (const memo of this.#all()) memo.sweep();
  }

  #all(): readonly Memo<unknown>[] {
    return [this.contexts, this.indexes, this.plans, this.metas, this.projects, this.parts];
  }
}

interface Kept<Result> {
  readonly inputs: readonly unknown[];
  readonly result: Result;
  pass: number;
}

class Memo<Result> {
  readonly #kept = new Map<string, Kept<Result>>();
  #pass = 0;

  /** `make()`, or the result of the last time for this key when it was made from the same objects. */
  reuse(key: string, inputs: readonly unknown[], make: () => Result): Result {
    const kept = this.#kept.get(key);
    if (kept !== undefined && isSame(kept.inputs, inputs)) {
      kept.pass = this.#pass;
      return kept.result;
    }
    const result = make();
    this.#kept.set(key, { inputs, result, pass: this.#pass });
    return result;
  }

  startPass(): void {
    this.#pass += 1;
  }

  sweep(): void {
    for (const [key, { pass }] of this.#kept) if (pass !== this.#pass) this.#kept.delete(key);
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
