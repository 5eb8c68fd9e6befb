/**
 * Exclusive access between processes: a folder that exists while the lock is held, holds the record of its holder, and
 * whose time is renewed while the holder lives. The lock of a killed process is recovered at once.
 */

import { coreError } from "../errors/index.ts";
import { acquire, lockFolderOf } from "./acquire.ts";
import { type LockHolder, readHolder, readLockState } from "./holder-record.ts";
import { removeLock } from "./stale-lock.ts";

export interface LockOptions {
  /** What the holder does, in a few words; shown to others who wait. */
  readonly purpose: string;
  /** How long to wait for another holder. Default 15 s. */
  readonly waitMs?: number | undefined;
  /**
   * A holder of which nothing is known (on another machine, or a pid that may have been used again) counts as gone after
   * so long without a sign of life. Default 15 s, at least 5 s. A holder on this machine that is gone for certain is not
   * waited for, and one that lives for certain is never robbed.
   */
  readonly staleMs?: number | undefined;
  /** Ends the waiting. Running work gets its own signal. */
  readonly signal?: AbortSignal | undefined;
}

export interface HeldLock {
  /** Aborted with LOCK_LOST when the lock was taken away while the work ran. */
  readonly signal: AbortSignal;
}

const DEFAULT_WAIT_MS = 15_000;
const DEFAULT_STALE_MS = 15_000;
const MIN_STALE_MS = 5000;

function lockLost(target: string, purpose: string, cause?: Error): Error {
  return coreError("LOCK_LOST", `The lock of ${target} was lost while working (${purpose})`, {
    hint: "Check the result and try again.",
    ...(cause === undefined ? {} : { cause }),
    data: { target },
  });
}

/**
 * Runs `work` while this process alone holds the lock of `target`.
 *
 * @param target absolute path of what is protected; need not exist, its folder must. While the lock is held, the folder
 *   `<target>.lock` stands beside it. All processes must write the path in the same way
 * @throws LOCKED after `waitMs`, naming the holder; LOCK_LOST when the lock was lost while `work` ran, even if `work`
 *   succeeded; WRITE_FAILED when the folder cannot be written; FILE_INVALID when `<target>.lock` is a file; what
 *   `work` throws
 */
export async function withLock<T>(
  target: string,
  work: (lock: HeldLock) => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const { purpose } = options;
  const lost = new AbortController();
  const lock = await acquire(target, {
    purpose,
    waitMs: options.waitMs ?? DEFAULT_WAIT_MS,
    staleMs: Math.max(options.staleMs ?? DEFAULT_STALE_MS, MIN_STALE_MS),
    signal: options.signal,
    onLost: (cause) => lost.abort(lockLost(target, purpose, cause)),
  });
  try {
    const result = await work({ signal: lost.signal });
    lost.signal.throwIfAborted();
    // The loss may be younger than the last sign of life.
    if (!(await lock.isHeld())) throw lockLost(target, purpose);
    return result;
  } finally {
    await lock.release();
  }
}

/** Who holds the lock of `target` now, or undefined when nobody does or it is not known. */
export async function readLockHolder(target: string): Promise<LockHolder | undefined> {
  return readHolder(lockFolderOf(target));
}

/**
 * Removes the lock that a killed process of this machine has left on `target`, and no other.
 * @returns true when one was removed
 */
export async function recoverLock(target: string): Promise<boolean> {
  const folder = lockFolderOf(target);
  const state = await readLockState(folder);
  return state?.life === "dead" && (await removeLock(folder, state));
}
