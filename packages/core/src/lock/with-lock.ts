/**
 * Exclusive access between processes: a folder that exists while the lock is held and whose time is renewed while the
 * holder lives. Beside it stands who holds it. The lock of a killed process is recovered at once.
 */

import { unlink, writeFile } from "node:fs/promises";
import { coreError, errnoOf } from "../errors/index.ts";
import { type AcquiredLock, acquire, cannotLock, removeDeadLock } from "./acquire.ts";
import { isSameFolder, readLockFolder } from "./lock-folder.ts";
import { describeSelf, type LockHolder, readHolderFile } from "./lock-holder.ts";
import { type LockPaths, lockPathsOf } from "./lock-paths.ts";

export interface LockOptions {
  /** What the holder does, in a few words; shown to others who wait. */
  readonly purpose: string;
  /** How long to wait for another holder. Default 15 s. */
  readonly waitMs?: number | undefined;
  /**
   * A holder of which nothing is known (another machine, no record, a pid that may have been used again) counts as gone
   * after so long without a sign of life. Default 15 s, at least 5 s. A holder on this machine that is gone for certain
   * is not waited for, and one that lives for certain is never robbed.
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

/** Not staged and renamed: a record that is read half counts as none, and nothing is decided by it. */
async function recordHolder(target: string, paths: LockPaths, holder: LockHolder): Promise<void> {
  try {
    await writeFile(paths.holder, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    throw cannotLock(target, error, errnoOf(error) ?? String(error));
  }
}

async function giveBack(paths: LockPaths, lock: AcquiredLock, isHeld: boolean): Promise<void> {
  if (isHeld) {
    try {
      await unlink(paths.holder);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
    }
  }
  await lock.release();
}

/**
 * Runs `work` while this process alone holds the lock of `target`.
 *
 * @param target absolute path of what is protected; need not exist, its folder must. While the lock is held,
 *   `<target>.lock` and `<target>.lock.json` stand beside it. All processes must write the path in the same way
 * @throws LOCKED after `waitMs`, naming the holder; LOCK_LOST when the lock was lost while `work` ran, even if `work`
 *   succeeded; WRITE_FAILED when the folder cannot be written; what `work` throws
 */
export async function withLock<T>(
  target: string,
  work: (lock: HeldLock) => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const paths = lockPathsOf(target);
  const lost = new AbortController();
  const lock = await acquire(target, paths, {
    waitMs: options.waitMs ?? DEFAULT_WAIT_MS,
    staleMs: Math.max(options.staleMs ?? DEFAULT_STALE_MS, MIN_STALE_MS),
    signal: options.signal,
    onLost: (cause) => lost.abort(lockLost(target, options.purpose, cause)),
  });
  const isHeld = async (): Promise<boolean> =>
    !lost.signal.aborted && isSameFolder(lock.folder, await readLockFolder(paths.lock));
  try {
    await recordHolder(target, paths, describeSelf(options.purpose, new Date().toISOString(), lock.folder));
    const result = await work({ signal: lost.signal });
    lost.signal.throwIfAborted();
    // The loss may be younger than the last sign of life.
    if (!(await isHeld())) throw lockLost(target, options.purpose);
    return result;
  } finally {
    await giveBack(paths, lock, await isHeld());
  }
}

/** Who holds the lock of `target` now, or undefined when nobody does or it is not known. */
export async function readLockHolder(target: string): Promise<LockHolder | undefined> {
  const paths = lockPathsOf(target);
  return (await readLockFolder(paths.lock)) === undefined ? undefined : readHolderFile(paths.holder);
}

/**
 * Removes the lock that a killed process of this machine has left on `target`, and no other.
 * @returns true when one was removed
 */
export async function recoverLock(target: string): Promise<boolean> {
  return removeDeadLock(target, lockPathsOf(target));
}
