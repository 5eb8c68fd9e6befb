/** Takes away the lock of a holder that is gone. Two who see it at once do it once. */

import { rmdir, stat, unlink } from "node:fs/promises";
import { errnoOf } from "../errors/index.ts";
import { type FolderIdentity, isHolderDead, type LockHolder, readHolderFile } from "./lock-holder.ts";
import type { LockPaths } from "./lock-paths.ts";

/** Two missed signs of life. */
const NO_RECORD_STALE_MS = 4500;

interface LockState {
  readonly folder: FolderIdentity;
  /** Time of the holder's last sign of life. */
  readonly touchedAtMs: number;
  readonly holder: LockHolder | undefined;
}

/** The identity of a lock folder, or undefined when there is none. */
export async function lockFolder(path: string): Promise<(FolderIdentity & { readonly mtimeMs: number }) | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return { ino: String(found.ino), birthtimeNs: String(found.birthtimeNs), mtimeMs: Number(found.mtimeMs) };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function readState(paths: LockPaths): Promise<LockState | undefined> {
  const folder = await lockFolder(paths.lock);
  if (folder === undefined) return undefined;
  const { mtimeMs, ...identity } = folder;
  return { folder: identity, touchedAtMs: mtimeMs, holder: await readHolderFile(paths.holder) };
}

/** Pure: whether the holder is gone for certain, or has given no sign of life for too long. */
function isStale(state: LockState, nowMs: number, staleMs: number): boolean {
  if (state.holder !== undefined && isHolderDead(state.holder, state.folder)) return true;
  // A holder writes its record within milliseconds; without one, it was killed in between or is about to write it.
  const limitMs = state.holder === undefined ? Math.min(staleMs, NO_RECORD_STALE_MS) : staleMs;
  return nowMs - state.touchedAtMs > limitMs;
}

async function ignoreAbsent(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Removes the lock when it is stale.
 * @param exclusively runs its argument while no other process is in here, or not at all
 * @returns true when it may be tried again at once
 */
export async function breakStaleLock(
  paths: LockPaths,
  staleMs: number,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const isStaleNow = async (): Promise<boolean> => {
    const state = await readState(paths);
    return state !== undefined && isStale(state, Date.now(), staleMs);
  };
  if (!(await isStaleNow())) return false;
  let isBroken = false;
  await exclusively(async () => {
    if (!(await isStaleNow())) return;
    // The record first: a new holder's folder beside a dead holder's record would look stale to the next one.
    await ignoreAbsent(unlink(paths.holder));
    await ignoreAbsent(rmdir(paths.lock));
    isBroken = true;
  });
  return isBroken;
}
