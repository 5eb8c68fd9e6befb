/** Gets a lock through proper-lockfile, waiting for a living holder and taking over from one that is gone. */

import { setTimeout as delay } from "node:timers/promises";
import { type CodedError, coreError } from "../errors/index.ts";
import { createLockFileSystem, type LockFileSystem } from "./lock-file-system.ts";
import { type FolderIdentity, readLockFolder } from "./lock-folder.ts";
import { type LockHolder, readHolderFile } from "./lock-holder.ts";
import type { LockPaths } from "./lock-paths.ts";
import {
  isStale,
  type LockState,
  readLockState,
  removeLock,
  SIGN_OF_LIFE_MS,
  type Sighting,
  watch,
} from "./stale-lock.ts";

export interface AcquireOptions {
  readonly waitMs: number;
  readonly staleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onLost: (error: Error) => void;
}

export interface AcquiredLock {
  readonly folder: FolderIdentity;
  release(): Promise<void>;
}

const RETRY_MS = 30;
/** Of the lock that guards a take-over, which lasts some milliseconds. */
const BREAKER_STALE_MS = 5000;
/** Staleness is judged here, with the record of the holder; the library shall never take a lock away by itself. */
const NEVER_MS = 24 * 3_600_000;

type Lockfile = typeof import("proper-lockfile");
type Release = () => Promise<void>;

let lockfileModule: Promise<Lockfile> | undefined;
/**
 * Loaded on first use: signal-exit, which it brings, listens to signals. It ends the process as the signal would have
 * done when nobody else listens, and leaves it alone otherwise. Pi brings the same listeners by itself.
 */
function loadLockfile(): Promise<Lockfile> {
  lockfileModule ??= import("proper-lockfile").then((module) => module.default ?? module);
  return lockfileModule;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** @returns undefined when somebody has it */
async function tryLock(
  target: string,
  lockfilePath: string,
  settings: { fs: object; stale: number; onCompromised: (error: Error) => void },
): Promise<Release | undefined> {
  const { lock } = await loadLockfile();
  try {
    return await lock(target, { lockfilePath, realpath: false, update: SIGN_OF_LIFE_MS, ...settings });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ELOCKED") return undefined;
    throw code === undefined ? error : cannotLock(target, error, code);
  }
}

export function cannotLock(target: string, cause: unknown, errno: string): CodedError {
  return coreError("WRITE_FAILED", `${target} cannot be locked (${errno})`, {
    hint: errno === "ENOENT" ? "Create its folder first." : "Check the space and the permissions of its folder.",
    cause,
    data: { target, errno },
  });
}

/** A lock that was taken away cannot be released, and need not be. */
async function releaseQuietly(release: Release): Promise<void> {
  try {
    await release();
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ERELEASED" && code !== "ENOTACQUIRED" && code !== "ENOENT") throw error;
  }
}

async function takeAway(target: string, paths: LockPaths, judged: LockState): Promise<boolean> {
  const fileSystem: LockFileSystem = createLockFileSystem(paths);
  const release = await tryLock(`${target}.breaker`, paths.breaker, {
    fs: fileSystem.operations,
    stale: BREAKER_STALE_MS,
    // Whoever took the guard away finds the lock removed, or another one, and leaves it.
    onCompromised: () => {},
  });
  if (release === undefined) return false;
  try {
    return await removeLock(paths, judged);
  } finally {
    await releaseQuietly(release);
  }
}

function lockedBy(target: string, holder: LockHolder | undefined, waitMs: number): CodedError {
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host} (${holder.purpose}, since ${holder.since})`;
  return coreError("LOCKED", `${target} is locked by ${who}; waited ${waitMs} ms`, {
    hint: "Try again when it has finished, or end that process.",
    data: { target, waitMs, ...(holder === undefined ? {} : { holder: { ...holder, folder: undefined } }) },
  });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * Removes the lock that a killed process of this machine has left. One whose holder lives or is not known stays.
 * @returns true when one was removed
 */
export async function removeDeadLock(target: string, paths: LockPaths): Promise<boolean> {
  const state = await readLockState(paths);
  return state?.life === "dead" && (await takeAway(target, paths, state));
}

/** @throws LOCKED after `waitMs`, naming the holder; WRITE_FAILED; the abort reason */
export async function acquire(target: string, paths: LockPaths, options: AcquireOptions): Promise<AcquiredLock> {
  const { waitMs, staleMs, signal, onLost } = options;
  const startedMs = performance.now();
  let seen: Sighting | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const fileSystem = createLockFileSystem(paths);
    const release = await tryLock(target, paths.lock, {
      fs: fileSystem.operations,
      stale: NEVER_MS,
      onCompromised: onLost,
    });
    if (release !== undefined) {
      const folder = await readLockFolder(paths.lock);
      if (folder !== undefined) {
        fileSystem.claim(folder);
        return { folder, release: () => releaseQuietly(release) };
      }
      // Somebody deleted it in between; the library must not watch over it any longer.
      await releaseQuietly(release);
    }
    const nowMs = performance.now();
    const state = await readLockState(paths);
    if (state !== undefined) {
      seen = watch(seen, state, nowMs);
      const watchedMs = nowMs - seen.sinceMs;
      if (isStale(state, { staleMs, nowMs: Date.now(), watchedMs }) && (await takeAway(target, paths, state))) continue;
    }
    if (nowMs - startedMs >= waitMs) throw lockedBy(target, await readHolderFile(paths.holder), waitMs);
    // Spread, so that many who wait do not all look at the same moment.
    await pause(RETRY_MS * (0.5 + Math.random()), signal);
  }
}
