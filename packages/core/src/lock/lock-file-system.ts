/**
 * The file system as proper-lockfile sees it for one lock. The library removes the folder on release and on exit without
 * a look; here it removes only the folder that it made, and on exit the holder's record with it.
 */

import { mkdir, realpath, rmdirSync, rmSync, stat, utimes } from "node:fs";
import { rmdir } from "node:fs/promises";
import { callbackify } from "node:util";
import { type FolderIdentity, isSameFolder, readLockFolder, readLockFolderSync } from "./lock-folder.ts";
import type { LockPaths } from "./lock-paths.ts";

export interface LockFileSystem {
  readonly operations: object;
  /** From now on, a folder with another identity is somebody else's. */
  claim(folder: FolderIdentity): void;
}

export function createLockFileSystem(paths: LockPaths): LockFileSystem {
  let claimed: FolderIdentity | undefined;
  const isOurs = (found: FolderIdentity | undefined): boolean => claimed === undefined || isSameFolder(claimed, found);

  async function removeOurs(folder: string): Promise<void> {
    if (!isOurs(await readLockFolder(folder))) return;
    await rmdir(folder);
  }

  return {
    operations: {
      mkdir,
      realpath,
      stat,
      utimes,
      rmdir: callbackify(removeOurs),
      rmdirSync: (folder: string) => {
        if (!isOurs(readLockFolderSync(folder))) return;
        if (folder === paths.lock) rmSync(paths.holder, { force: true });
        rmdirSync(folder);
      },
    },
    claim: (folder) => {
      claimed = folder;
    },
  };
}
