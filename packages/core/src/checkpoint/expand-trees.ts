/** What a named folder stands for: itself and everything in it, so that whatever is done to the folder can be undone. */

import path from "node:path";
import { coreError, hasCode } from "../errors/index.ts";
import { lstatOrAbsent, refuseSymlinks } from "../fs/index.ts";
import { namesIn } from "./observe.ts";
import type { LockedStore } from "./store-context.ts";
import { entryPathOf } from "./store-layout.ts";

/** Links are not followed, neither on the way nor as the last name. */
async function isRealFolder(root: string, absolute: string): Promise<boolean> {
  try {
    await refuseSymlinks(root, absolute);
  } catch (error) {
    if (hasCode(error, "SYMLINK_REFUSED") || hasCode(error, "FILE_INVALID")) return false;
    throw error;
  }
  return (await lstatOrAbsent(absolute))?.isDirectory() === true;
}

export function tooManyPaths(maxEntries: number): Error {
  return coreError("LIMIT_EXCEEDED", `A checkpoint covers at most ${maxEntries} paths`, {
    hint: "Name the files instead of their folder, or split the work.",
    data: { maxEntries },
  });
}

/**
 * The given entry paths and, for folders, all paths in them; each once.
 * @throws LIMIT_EXCEEDED; PATH_UNSAFE for a name in there that a checkpoint cannot cover; FILE_INVALID
 */
export async function expandTrees(store: LockedStore, asked: readonly string[]): Promise<string[]> {
  const { paths, maxEntries, signal } = store;
  const found = new Set<string>();
  const pending = [...asked].reverse();
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    signal.throwIfAborted();
    if (found.has(one)) continue;
    found.add(one);
    if (found.size > maxEntries) throw tooManyPaths(maxEntries);
    const absolute = path.join(paths.root, ...one.split("/"));
    if (!(await isRealFolder(paths.root, absolute))) continue;
    for (const name of await namesIn(absolute)) pending.push(entryPathOf(paths, path.join(absolute, name)));
  }
  return [...found];
}
