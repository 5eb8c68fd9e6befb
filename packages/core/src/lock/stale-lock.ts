/**
 * Tells when a lock's holder is gone, and takes such a lock away. A holder that certainly lives keeps its lock however
 * long it is silent. One about which nothing is known must have been silent for long and stay so under the eyes of the
 * one who waits: when a machine wakes up, all times look old, and the clock of a file server may differ.
 */

import { rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import type { LockState } from "./holder-record.ts";

/** A state, and since when it has been seen without change, by a clock that only goes forward. */
export interface Sighting {
  readonly state: LockState;
  readonly sinceMs: number;
}

/** How often a holder gives a sign of life. */
export const SIGN_OF_LIFE_MS = 2000;
const WATCH_MS = SIGN_OF_LIFE_MS * 1.5;
/** Between making the folder and writing the record there are microseconds, and a maker that comes too late is told. */
const EMPTY_STALE_MS = 1000;
const WATCH_EMPTY_MS = 500;

/** Pure. */
export function watch(before: Sighting | undefined, state: LockState, nowMs: number): Sighting {
  const isUnchanged = before?.state.record === state.record && before?.state.touchedAtMs === state.touchedAtMs;
  return { state, sinceMs: isUnchanged && before !== undefined ? before.sinceMs : nowMs };
}

export interface StaleRule {
  readonly staleMs: number;
  /** Since the Unix epoch, to compare with times of files. */
  readonly nowMs: number;
  /** How long the lock has been seen unchanged. */
  readonly watchedMs: number;
}

/** Pure. */
export function isStale(state: LockState, { staleMs, nowMs, watchedMs }: StaleRule): boolean {
  const ageMs = nowMs - state.touchedAtMs;
  switch (state.life) {
    case "dead":
      return true;
    case "living":
      return false;
    case "none":
      return ageMs > EMPTY_STALE_MS || watchedMs >= WATCH_EMPTY_MS;
    case "unknown":
      return ageMs > staleMs && watchedMs >= WATCH_MS;
  }
}

const GONE = new Set(["ENOENT"]);
const GONE_OR_TAKEN = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);

async function succeeds(work: Promise<void>, refusals: ReadonlySet<string>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (refusals.has(errnoOf(error) ?? "")) return false;
    throw error;
  }
}

/**
 * Removes the lock that was judged stale. Of several who try at once, one removes the record; a folder that holds the
 * record of a new holder cannot be removed. So no lock is removed that was not judged.
 * @returns true when it was removed
 */
export async function removeLock(folder: string, { record }: LockState): Promise<boolean> {
  if (record !== undefined && !(await succeeds(unlink(path.join(folder, record)), GONE))) return false;
  return succeeds(rmdir(folder), GONE_OR_TAKEN);
}
