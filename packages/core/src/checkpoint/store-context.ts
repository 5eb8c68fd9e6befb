/** What the functions of a store share, and the lock under which all of them that change something run. */

import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { ensurePrivateFolder, isInside, lstatOrAbsent, refuseSymlinks } from "../fs/index.ts";
import { currentProcess, isAlive, withLock } from "../lock/index.ts";
import type { Clock, IdSource } from "../seams/index.ts";
import type { CheckpointOwner } from "./manifest.ts";
import type { StorePaths } from "./store-layout.ts";
import type { OwnerPresence } from "./transitions.ts";

/**
 * Moments at which the disk holds a state that a killed process may leave behind. Named for what has just been done.
 */
export type CheckpointPoint =
  | "blob-saved"
  | "blobs-saved"
  | "folder-made"
  | "manifest-written"
  | "file-staged"
  | "step-applied"
  | "manifest-removed"
  | "folder-removed"
  | "blob-removed";

export interface StoreContext {
  readonly paths: StorePaths;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly maxEntries: number;
  readonly lockWaitMs: number;
  readonly isCaseSensitive: boolean | undefined;
  readonly reached: (point: CheckpointPoint) => void | Promise<void>;
}

/** The context of one action, while the lock is held. */
export interface LockedStore extends Omit<StoreContext, "isCaseSensitive"> {
  /** Whether the file system of the store, which is that of the root, tells upper from lower case. */
  readonly isCaseSensitive: boolean;
  /** Aborted by the caller, and when the lock is lost. */
  readonly signal: AbortSignal;
  /** Aborted only when the lock is lost; for work that must not stop halfway. */
  readonly lockSignal: AbortSignal;
}

/**
 * Whether the file system of an existing store tells upper from lower case. By names, because on some file systems (FUSE)
 * one file has another inode under each spelling.
 */
export async function tellsCaseApart({ directory, blobs }: StorePaths): Promise<boolean> {
  const other = path.basename(blobs).toUpperCase();
  if ((await lstatOrAbsent(path.join(directory, other))) === undefined) return true;
  return (await readdir(directory)).includes(other);
}

/** Makes the folders of the store. None of them may be a link: a repository could bring one that leads elsewhere. */
async function prepare(paths: StorePaths): Promise<void> {
  const { root, directory, blobs, staging } = paths;
  const top = isInside(root, directory) ? root : directory;
  for (const folder of [blobs, staging]) {
    await refuseSymlinks(top, folder);
    await ensurePrivateFolder(folder);
  }
}

/** @throws LOCKED, LOCK_LOST, SYMLINK_REFUSED, WRITE_FAILED */
export async function withStore<T>(
  context: StoreContext,
  purpose: string,
  work: (store: LockedStore) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { paths, lockWaitMs } = context;
  await prepare(paths);
  return withLock(
    paths.lockTarget,
    async ({ signal: lockSignal }) =>
      work({
        ...context,
        isCaseSensitive: context.isCaseSensitive ?? (await tellsCaseApart(paths)),
        lockSignal,
        signal: signal === undefined ? lockSignal : AbortSignal.any([signal, lockSignal]),
      }),
    { purpose, waitMs: lockWaitMs, signal },
  );
}

export function currentOwner(): CheckpointOwner {
  return { ...currentProcess(), host: hostname() };
}

export function presenceOf(owner: CheckpointOwner): OwnerPresence {
  if (owner.host !== hostname()) return "elsewhere";
  const self = currentProcess();
  if (owner.pid === self.pid && owner.startToken === self.startToken) return "self";
  return isAlive(owner) ? "alive" : "gone";
}
