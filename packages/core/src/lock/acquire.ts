/** Gets a lock through proper-lockfile, waiting for a living holder and taking over from one that is gone. */

import { randomBytes } from "node:crypto";
import { lstat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CodedError, coreError, errnoOf } from "../errors/index.ts";
import { type LockHolder, readHolder, readLockState, recordName } from "./holder-record.ts";
import { type HolderRecord, lockFileSystem, removeWithRecord } from "./lock-file-system.ts";
import { currentOwner } from "./owner-name.ts";
import { isStale, removeLock, SIGN_OF_LIFE_MS, type Sighting, watch } from "./stale-lock.ts";

export interface AcquireOptions {
  readonly purpose: string;
  readonly waitMs: number;
  readonly staleMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called when the lock was taken away, as soon as it is noticed. */
  readonly onLost: (error: Error) => void;
}

export interface AcquiredLock {
  /** Whether it still is ours, by a look at the disk. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

const RETRY_MS = 30;
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

/** The folder whose existence is the lock of `target`. */
export const lockFolderOf = (target: string): string => `${target}.lock`;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

function cannotLock(target: string, cause: unknown, errno: string): CodedError {
  return coreError("WRITE_FAILED", `${target} cannot be locked (${errno})`, {
    hint: errno === "ENOENT" ? "Create its folder first." : "Check the space and the permissions of its folder.",
    cause,
    data: { target, errno },
  });
}

/** @returns undefined when somebody has it */
async function tryLock(
  target: string,
  record: HolderRecord,
  onCompromised: (error: Error) => void,
): Promise<Release | undefined> {
  const { lock } = await loadLockfile();
  try {
    return await lock(target, {
      lockfilePath: lockFolderOf(target),
      realpath: false,
      fs: lockFileSystem(record),
      stale: NEVER_MS,
      update: SIGN_OF_LIFE_MS,
      onCompromised,
    });
  } catch (error) {
    if (codeOf(error) === "ELOCKED") return undefined;
    throw error;
  }
}

/** A lock that was taken away cannot be released, and need not be. */
async function releaseQuietly(release: Release): Promise<void> {
  try {
    await release();
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ERELEASED" && code !== "ENOTACQUIRED") throw error;
  }
}

const acquired = (folder: string, record: HolderRecord, release: Release): AcquiredLock => ({
  isHeld: () => exists(path.join(folder, record.name)),
  release: async () => {
    await releaseQuietly(release);
    // The library leaves alone what it holds for lost, for instance because a backup has set the time of the folder.
    removeWithRecord(folder, record);
  },
});

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

function newRecord(purpose: string): HolderRecord {
  const owner = currentOwner();
  const holder: LockHolder = { pid: owner.pid, host: hostname(), purpose, since: new Date().toISOString() };
  return { name: recordName(owner, randomBytes(8).toString("hex")), text: JSON.stringify(holder) };
}

async function lockedBy(target: string, waitMs: number): Promise<CodedError> {
  const holder = await readHolder(lockFolderOf(target));
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host} (${holder.purpose}, since ${holder.since})`;
  return coreError("LOCKED", `${target} is locked by ${who}; waited ${waitMs} ms`, {
    hint: "Try again when it has finished, or end that process.",
    data: { target, waitMs, ...(holder === undefined ? {} : { holder }) },
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

async function waitForLock(target: string, options: AcquireOptions): Promise<AcquiredLock> {
  const { waitMs, staleMs, signal } = options;
  const folder = lockFolderOf(target);
  const startedMs = performance.now();
  let seen: Sighting | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const record = newRecord(options.purpose);
    const release = await tryLock(target, record, options.onLost);
    if (release !== undefined) return acquired(folder, record, release);
    const nowMs = performance.now();
    const state = await readLockState(folder);
    if (state !== undefined) {
      seen = watch(seen, state, nowMs);
      const rule = { staleMs, nowMs: Date.now(), watchedMs: nowMs - seen.sinceMs };
      if (isStale(state, rule) && (await removeLock(folder, state))) continue;
    }
    if (nowMs - startedMs >= waitMs) throw await lockedBy(target, waitMs);
    // Spread, so that many who wait do not all look at the same moment.
    await pause(RETRY_MS * (0.5 + Math.random()), signal);
  }
}

/** @throws LOCKED after `waitMs`, naming the holder; WRITE_FAILED; FILE_INVALID; the abort reason */
export async function acquire(target: string, options: AcquireOptions): Promise<AcquiredLock> {
  try {
    return await waitForLock(target, options);
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === undefined ? error : cannotLock(target, error, errno);
  }
}
