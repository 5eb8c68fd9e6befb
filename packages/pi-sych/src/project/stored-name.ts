/**
 * Finds a file whose name is stored in another Unicode form than it was written in SYNC.json. File systems that keep the
 * form (Linux, Windows, APFS) treat composed and decomposed names as two; a project that moved between machines has both.
 */

import { readdir } from "node:fs/promises";
import nodePath from "node:path";
import { errnoOf } from "pi-extension-core/errors";
import { pathKey } from "./manifest.ts";

export type StoredName =
  /** The same name in another Unicode form; relative to the root, forward slashes. */
  | { readonly kind: "other-form"; readonly path: string }
  /** No such name, but one that differs in letter case alone. */
  | { readonly kind: "other-case"; readonly path: string }
  /** The name is there, so it is a link that leads nowhere. */
  | { readonly kind: "broken-link" }
  | { readonly kind: "none" };

interface FolderIndex {
  readonly exact: ReadonlySet<string>;
  readonly byForm: ReadonlyMap<string, string>;
  readonly byCase: ReadonlyMap<string, string>;
}

const caseKey = (name: string): string => pathKey(name).toLowerCase();

async function indexFolder(folder: string): Promise<FolderIndex> {
  let names: readonly string[] = [];
  try {
    names = await readdir(folder);
  } catch (error) {
    // The folder itself may be missing, be a file, or not be readable: then no name in it can be found.
    if (errnoOf(error) === undefined) throw error;
  }
  return {
    exact: new Set(names),
    byForm: new Map(names.map((name) => [pathKey(name), name])),
    byCase: new Map(names.map((name) => [caseKey(name), name])),
  };
}

/** Reads each folder once, so it must not live longer than one look at the project. */
export class StoredNames {
  readonly #root: string;
  readonly #folders = new Map<string, Promise<FolderIndex>>();

  /** @param root absolute */
  constructor(root: string) {
    this.#root = root;
  }

  /** @param path relative to the root, of a file that `stat` does not find */
  async find(path: string): Promise<StoredName> {
    const stored: string[] = [];
    let isOtherCase = false;
    for (const segment of path.split("/")) {
      const folder = await this.#folder(nodePath.join(this.#root, ...stored));
      const sameForm = folder.exact.has(segment) ? segment : folder.byForm.get(pathKey(segment));
      const name = sameForm ?? folder.byCase.get(caseKey(segment));
      if (name === undefined) return { kind: "none" };
      isOtherCase ||= sameForm === undefined;
      stored.push(name);
    }
    const found = stored.join("/");
    if (isOtherCase) return { kind: "other-case", path: found };
    return found === path ? { kind: "broken-link" } : { kind: "other-form", path: found };
  }

  #folder(folder: string): Promise<FolderIndex> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const index = indexFolder(folder);
    this.#folders.set(folder, index);
    return index;
  }
}
