/**
 * The saved bytes, one file for each content, named for its hash. A blob is only ever added whole; whether it still holds
 * what its name says is checked each time it is relied on.
 */

import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { coreError, errnoOf, hasCode } from "../errors/index.ts";
import { type Fingerprint, hashFile, newStagedPath, renameWithRetry, syncFolder } from "../fs/index.ts";
import { asWriteFailure, type CopiedFile, copyFileDurably, removeFile } from "./copy-file.ts";
import type { FileState } from "./entry-state.ts";
import type { LockedStore } from "./store-context.ts";
import { blobPath, type StorePaths } from "./store-layout.ts";

const MAX_TRIES = 3;
const PERMISSIONS = 0o777n;

/** True when the blob is there with exactly the bytes that its name promises. */
export async function hasBlob(paths: StorePaths, fingerprint: Fingerprint, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await hashFile(blobPath(paths, fingerprint), { signal })).fingerprint === fingerprint;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND") || hasCode(error, "FILE_INVALID")) return false;
    throw error;
  }
}

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.ino === b.ino && a.dev === b.dev;

const changing = (file: string) =>
  coreError("STALE_PRECONDITION", `${file} changes while it is read`, {
    hint: "Wait until the program that writes it has finished.",
    data: { path: file },
  });

function stateOf({ fingerprint, sizeBytes, stat }: CopiedFile): FileState {
  return { kind: "file", fingerprint, sizeBytes, mode: Number(stat.mode & PERMISSIONS) };
}

/** `read` until it sees one version of one file: not a link that took its place, not two halves of two versions. */
async function readSteadily(file: string, read: () => Promise<CopiedFile | undefined>): Promise<FileState> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await lstat(file, { bigint: true });
    const seen = await read();
    if (seen === undefined || !isSameFile(before, seen.stat)) continue;
    if (before.size === seen.stat.size && before.mtimeNs === seen.stat.mtimeNs) return stateOf(seen);
  }
  throw changing(file);
}

/**
 * The state of a regular file, nothing saved.
 * @throws NOT_FOUND, FILE_INVALID, STALE_PRECONDITION
 */
export async function readFileState(file: string, signal: AbortSignal): Promise<FileState> {
  return readSteadily(file, () => hashFile(file, { signal }));
}

async function addBlob(store: LockedStore, file: string, fingerprint: Fingerprint): Promise<CopiedFile | undefined> {
  const { paths, signal } = store;
  const staged = newStagedPath(paths.staging);
  const copied = await copyFileDurably(file, staged, 0o600, signal);
  try {
    if (copied.fingerprint !== fingerprint) return undefined;
    await store.reached("file-staged");
    await renameWithRetry(staged, blobPath(paths, fingerprint));
    return copied;
  } finally {
    await removeFile(staged);
  }
}

/**
 * The state of a regular file, its bytes saved as a blob. `syncBlobs` makes the blob's name durable.
 * @throws NOT_FOUND, FILE_INVALID, STALE_PRECONDITION, WRITE_FAILED
 */
export async function saveFile(store: LockedStore, file: string): Promise<FileState> {
  const { paths, signal } = store;
  try {
    return await readSteadily(file, async () => {
      const hashed = await hashFile(file, { signal });
      if (await hasBlob(paths, hashed.fingerprint, signal)) return hashed;
      const added = await addBlob(store, file, hashed.fingerprint);
      await store.reached("blob-saved");
      return added;
    });
  } catch (error) {
    if (errnoOf(error) === "ENOENT")
      throw coreError("NOT_FOUND", `${file} does not exist`, { cause: error, data: { path: file } });
    throw asWriteFailure(error, `${file} could not be saved`, "Check space and permissions of the store's folder.");
  }
}

export async function syncBlobs({ paths }: LockedStore): Promise<void> {
  await syncFolder(paths.blobs);
}
