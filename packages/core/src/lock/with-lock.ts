/**
 * Exclusive access between processes, over proper-lockfile: a folder that exists while the lock is held and whose time
 * is renewed while the holder lives. Beside it stands who holds it. The lock of a killed process is recovered.
 */

import { unlink, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { coreError, errnoOf } from "../errors/index.ts";
import { describeSelf, type LockHolder, readHolderFile } from "./lock-holder.ts";
import { type LockPaths, lockPathsOf } from "./lock-paths.ts";
import { breakStaleLock, lockFolder } from "./stale-lock.ts";

export interface LockOptions {
  /** What the holder does, in a few words; shown to others who wait. */
  readonly purpose: string;
  /** How long to wait for another holder. Default 15 s. */
  readonly waitMs?: number | undefined;
  /** A holder on another machine that gave no sign of life for so long counts as gone. Default 15 s, at least 5 s. */
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
const UPDATE_MS = 2000;
const RETRY_MS = 30;
/** Staleness is judged here, with the record of the holder; the library shall never take a lock away by itself. */
const NEVER_MS = 24 * 3_600_000;

type Lockfile = typeof import("proper-lockfile");
type Release = () => Promise<void>;

let lockfileModule: Promise<Lockfile> | undefined;
/** Loaded on first use: it brings listeners for signals and process exit. */
function loadLockfile(): Promise<Lockfile> {
  lockfileModule ??= import("proper-lockfile").then((module) => module.default ?? module);
  return lockfileModule;
}

async function tryLock(paths: LockPaths, target: string, onLost: (error: Error) => void): Promise<Release | undefined> {
  const { lock } = await loadLockfile();
  try {
    return await lock(target, {
      lockfilePath: paths.lock,
      realpath: false,
      stale: NEVER_MS,
      update: UPDATE_MS,
      onCompromised: onLost,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOCKED") return undefined;
    throw cannotLock(target, error);
  }
}

function cannotLock(target: string, error: unknown): unknown {
  const errno = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (errno === undefined) return error;
  return coreError("WRITE_FAILED", `${target} cannot be locked (${errno})`, {
    hint: errno === "ENOENT" ? "Create its folder first." : "Check the permissions of its folder.",
    cause: error,
    data: { target, errno },
  });
}

async function exclusively(paths: LockPaths, target: string, work: () => Promise<void>): Promise<void> {
  const { lock } = await loadLockfile();
  let release: Release;
  try {
    release = await lock(`${target}.breaker`, {
      lockfilePath: paths.breaker,
      realpath: false,
      stale: MIN_STALE_MS,
      onCompromised: () => {},
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOCKED") return;
    throw error;
  }
  try {
    await work();
  } finally {
    await releaseQuietly(release);
  }
}

/** A lock that was taken away cannot be released, and need not be. */
async function releaseQuietly(release: Release): Promise<void> {
  try {
    await release();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERELEASED" && code !== "ENOTACQUIRED" && code !== "ECOMPROMISED") throw error;
  }
}

function lockedBy(target: string, holder: LockHolder | undefined, waitMs: number): Error {
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host} (${holder.purpose}, since ${holder.since})`;
  return coreError("LOCKED", `${target} is locked by ${who}; waited ${waitMs} ms`, {
    hint: "Try again when it has finished, or end that process.",
    data: { target, waitMs, ...(holder === undefined ? {} : { holder: { ...holder, folder: undefined } }) },
  });
}

async function acquire(
  paths: LockPaths,
  target: string,
  options: LockOptions,
  onLost: (error: Error) => void,
): Promise<Release> {
  const waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
  const staleMs = Math.max(options.staleMs ?? DEFAULT_STALE_MS, MIN_STALE_MS);
  const deadline = performance.now() + waitMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const release = await tryLock(paths, target, onLost);
    if (release !== undefined) return release;
    if (await breakStaleLock(paths, staleMs, (work) => exclusively(paths, target, work))) continue;
    if (performance.now() >= deadline) throw lockedBy(target, await readHolderFile(paths.holder), waitMs);
    // Spread, so that many who wait do not all look at the same moment.
    await pause(RETRY_MS * (0.5 + Math.random()), options.signal);
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function removeHolder(paths: LockPaths): Promise<void> {
  try {
    await unlink(paths.holder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Runs `work` while this process alone holds the lock of `target`.
 *
 * @param target absolute path of what is protected; need not exist, its folder must. While the lock is held,
 *   `<target>.lock` and `<target>.lock.json` stand beside it
 * @throws LOCKED after `waitMs`, naming the holder; LOCK_LOST when the lock was lost while `work` ran, even if `work`
 *   succeeded; WRITE_FAILED when the folder cannot be written
 */
export async function withLock<T>(
  target: string,
  work: (lock: HeldLock) => Promise<T>,
  options: LockOptions,
): Promise<T> {
  const paths = lockPathsOf(target);
  const lost = new AbortController();
  const release = await acquire(paths, target, options, (error) => {
    lost.abort(
      coreError("LOCK_LOST", `The lock of ${target} was lost while working (${options.purpose})`, {
        hint: "Check the result and try again.",
        cause: error,
        data: { target },
      }),
    );
  });
  try {
    const folder = await lockFolder(paths.lock);
    if (folder !== undefined) {
      const holder = describeSelf(options.purpose, new Date().toISOString(), {
        ino: folder.ino,
        birthtimeNs: folder.birthtimeNs,
      });
      await writeFile(paths.holder, JSON.stringify(holder), { mode: 0o600 });
    }
    const result = await work({ signal: lost.signal });
    lost.signal.throwIfAborted();
    return result;
  } finally {
    if (!lost.signal.aborted) {
      await removeHolder(paths);
      await releaseQuietly(release);
    }
  }
}

/** Who holds the lock of `target` now, or undefined when nobody does or it is not known. */
export async function readLockHolder(target: string): Promise<LockHolder | undefined> {
  const paths = lockPathsOf(target);
  return (await lockFolder(paths.lock)) === undefined ? undefined : readHolderFile(paths.holder);
}
