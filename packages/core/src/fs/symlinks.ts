/** Refuses symbolic links, and junctions on Windows, on the way to a file that is to be written. */

import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";

/**
 * Checks every component of `absolute` below `root`; the root itself may be reached through links. Components that do
 * not exist yet are fine.
 *
 * @param absolute a path inside `root`
 * @throws SYMLINK_REFUSED naming the link; FILE_INVALID when a component that should be a folder is none
 */
export async function refuseSymlinks(root: string, absolute: string): Promise<void> {
  const segments = path
    .relative(root, absolute)
    .split(path.sep)
    .filter((segment) => segment !== "");
  let current = root;
  for (const [index, segment] of segments.entries()) {
    current = path.join(current, segment);
    const stat = await lstatOrAbsent(current);
    if (stat === undefined) return;
    // Node reports junctions as symbolic links.
    if (stat.isSymbolicLink())
      throw coreError("SYMLINK_REFUSED", `${current} is a symbolic link`, {
        hint: "Write to the real folder, or replace the link by a folder.",
        data: { path: absolute, link: current },
      });
    if (index < segments.length - 1 && !stat.isDirectory())
      throw coreError("FILE_INVALID", `${current} is no folder, so ${absolute} cannot be inside it`, {
        data: { path: absolute },
      });
  }
}

/** `lstat`, or undefined for what does not exist. */
export async function lstatOrAbsent(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
