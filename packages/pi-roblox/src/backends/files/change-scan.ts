/**
 * Says which of many files and folders have changed since the last look, by what the file system says of each. One call
 * of the system for each path and no more: a thousand folders take a few milliseconds, where a watcher would hold
 * resources for all of them.
 */

import { statSync } from "node:fs";
import { errnoOf } from "pi-extension-core/errors";

const ABSENT = "absent";

function stampOf(file: string): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? ABSENT : `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch (error) {
    // Out of reach is as good as gone: what reads it will say why.
    if (errnoOf(error) !== undefined) return ABSENT;
    throw error;
  }
}

export class ChangeScan {
  #stamps = new Map<string, string>();

  /** The paths to look at from now on, as they are now. Known ones keep what was seen of them. */
  watch(files: Iterable<string>): void {
    const stamps = new Map<string, string>();
    for (const file of files) stamps.set(file, this.#stamps.get(file) ?? stampOf(file));
    this.#stamps = stamps;
  }

  /** Those that are not as they were at the last call, or at `watch`. */
  changed(): readonly string[] {
    const changed: string[] = [];
    for (const [file, before] of this.#stamps) {
      const now = stampOf(file);
      if (now === before) continue;
      this.#stamps.set(file, now);
      changed.push(file);
    }
    return changed;
  }
}
