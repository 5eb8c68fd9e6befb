/** The folder whose existence is the lock, as the file system tells it apart from one made later under the same name. */

import { type BigIntStats, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { errnoOf } from "../errors/index.ts";

export interface FolderIdentity {
  readonly ino: string;
  readonly birthtimeNs: string;
}

export interface LockFolder extends FolderIdentity {
  /** Time of the holder's last sign of life. */
  readonly touchedAtMs: number;
}

const describe = (found: BigIntStats): LockFolder => ({
  ino: String(found.ino),
  birthtimeNs: String(found.birthtimeNs),
  touchedAtMs: Number(found.mtimeMs),
});

/** Undefined when nobody holds the lock. */
export async function readLockFolder(path: string): Promise<LockFolder | undefined> {
  try {
    return describe(await stat(path, { bigint: true }));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** For the moment of exit, when nothing can be awaited. */
export function readLockFolderSync(path: string): LockFolder | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : describe(found);
}

export function isSameFolder(one: FolderIdentity, other: FolderIdentity | undefined): boolean {
  return one.ino === other?.ino && one.birthtimeNs === other.birthtimeNs;
}
