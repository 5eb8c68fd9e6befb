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

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // The folder itself may be missing, be a file, or not be readable: then no name in it can be found.
    if (errnoOf(error) !== undefined) return [];
    throw error;
  }
}

const caseKey = (name: string): string => pathKey(name).toLowerCase();

/** @param root absolute @param path relative to it, of a file that `stat` does not find */
export async function findStoredName(root: string, path: string): Promise<StoredName> {
  const stored: string[] = [];
  let isOtherCase = false;
  for (const segment of path.split("/")) {
    const names = await namesIn(nodePath.join(root, ...stored));
    const sameForm = names.find((name) => name === segment) ?? names.find((name) => pathKey(name) === pathKey(segment));
    const name = sameForm ?? names.find((candidate) => caseKey(candidate) === caseKey(segment));
    if (name === undefined) return { kind: "none" };
    isOtherCase ||= sameForm === undefined;
    stored.push(name);
  }
  const found = stored.join("/");
  if (isOtherCase) return { kind: "other-case", path: found };
  return found === path ? { kind: "broken-link" } : { kind: "other-form", path: found };
}
