/** Folders: made durable, made private, emptied within bounds. */

import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";

/** What a file system or platform answers that cannot sync a folder; there is nothing more to be done there. */
const CANNOT_SYNC = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "EBADF"]);

/** Makes the names in a folder durable. Windows cannot, and does not need to. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!CANNOT_SYNC.has(errnoOf(error) ?? "")) throw error;
  }
}

/** Makes the folder and its parents, for this user only (0700); one that is there keeps its permissions. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Removes a file or a whole folder that lies inside `root`, links not followed. What does not exist is fine.
 * @throws PATH_OUTSIDE_ROOT for `root` itself and everything outside it
 */
export async function removeInside(root: string, target: string): Promise<void> {
  const relative = path.relative(root, target);
  if (relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    throw coreError("PATH_OUTSIDE_ROOT", `${target} is not inside ${root}, so it is not removed`, {
      data: { root, target },
    });
  await rm(target, { recursive: true, force: true, maxRetries: 3 });
}
