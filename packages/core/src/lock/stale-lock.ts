/**
 * Tells when a lock's holder is gone, and takes such a lock away. A holder that certainly lives keeps its lock however
 * long it is silent. One about which nothing is known must have been silent for long and stay so under the eyes of the
 * one who waits: when a machine wakes up, all times look old, and the clock of a file server may differ.
 */

import { rmdir, unlink } from "node:fs/promises";
import { errnoOf } from "../errors/index.ts";
import { isSameFolder, type LockFolder, readLockFolder } from "./lock-folder.ts";
import { holderLife, readHolderFile } from "./lock-holder.ts";
import type { LockPaths } from "./lock-paths.ts";
import type { ProcessLife } from "./process-identity.ts";

export interface LockState {
  readonly folder: LockFolder;
  readonly life: ProcessLife;
}

/** A state, and since when it has been seen without change, by a clock that only goes forward. */
export interface Sighting {
  readonly state: LockState;
  readonly sinceMs: number;
}

/** How often a holder gives a sign of life. */
export const SIGN_OF_LIFE_MS = 2000;
const WATCH_MS = SIGN_OF_LIFE_MS * 1.5;

/** Undefined when nobody holds the lock. */
export async function readLockState(paths: LockPaths): Promise<LockState | undefined> {
  const folder = await readLockFolder(paths.lock);
  if (folder === undefined) return undefined;
  return { folder, life: holderLife(await readHolderFile(paths.holder), folder) };
}

const isUnchanged = (one: LockFolder, other: LockFolder): boolean =>
  isSameFolder(one, other) && one.touchedAtMs === other.touchedAtMs;

/** Pure. */
export function watch(before: Sighting | undefined, state: LockState, nowMs: number): Sighting {
  return before !== undefined && isUnchanged(before.state.folder, state.folder)
    ? { state, sinceMs: before.sinceMs }
    : { state, sinceMs: nowMs };
}

export interface StaleRule {
  readonly staleMs: number;
  /** Since the Unix epoch, to compare with times of files. */
  readonly nowMs: number;
  /** How long the lock has been seen unchanged. */
  readonly watchedMs: number;
}

/** Pure. */
export function isStale(state: LockState, rule: StaleRule): boolean {
  if (state.life !== "unknown") return state.life === "dead";
  return rule.watchedMs >= WATCH_MS && rule.nowMs - state.folder.touchedAtMs > rule.staleMs;
}

async function ignoreAbsent(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Removes the lock that was judged stale, unless it is another one by now. Of several who see it, one shall be in here.
 * @returns true when it was removed
 */
export async function removeLock(paths: LockPaths, judged: LockState): Promise<boolean> {
  const folder = await readLockFolder(paths.lock);
  if (folder === undefined || !isUnchanged(folder, judged.folder)) return false;
  // The record first: a new holder's folder beside a dead holder's record would look like that one's for a moment.
  await ignoreAbsent(unlink(paths.holder));
  await ignoreAbsent(rmdir(paths.lock));
  return true;
}
