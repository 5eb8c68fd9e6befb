/** Manifests on disk: written whole, read with suspicion. */

import { mkdir, readdir, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { type CodedError, coreError, errnoOf, hasCode, isCodedError } from "../errors/index.ts";
import { readRegularFile, refuseSymlinks, syncFolder, writeFileAtomic } from "../fs/index.ts";
import { asWriteFailure } from "./copy-file.ts";
import { type Checkpoint, compareNewestFirst, formatManifest } from "./manifest.ts";
import { corrupt, parseManifest } from "./parse-manifest.ts";
import type { LockedStore } from "./store-context.ts";
import { isCheckpointId, manifestPath, type StorePaths } from "./store-layout.ts";

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

export interface CorruptCheckpoint {
  readonly id: string;
  readonly error: CodedError;
}

export interface Listing {
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  readonly corrupt: readonly CorruptCheckpoint[];
  /** Folders without a manifest: a creation that was cut short. */
  readonly torn: readonly string[];
}

/**
 * @throws NOT_FOUND when there is no such checkpoint, CHECKPOINT_CORRUPT
 */
export async function readCheckpoint(paths: StorePaths, id: string): Promise<Checkpoint> {
  const absent = () =>
    coreError("NOT_FOUND", `There is no checkpoint ${JSON.stringify(id.slice(0, 128))}`, {
      hint: "List the checkpoints for their ids.",
      data: { id: id.slice(0, 128) },
    });
  if (!isCheckpointId(id)) throw absent();
  const file = manifestPath(paths, id);
  let bytes: Buffer;
  try {
    await refuseSymlinks(paths.directory, file);
    bytes = await readRegularFile(file, MAX_MANIFEST_BYTES);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) throw absent();
    if (isCodedError(error)) throw corrupt(id, error.message, error);
    throw error;
  }
  return parseManifest(bytes.toString("utf8"), id, paths);
}

async function folderNames(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isCheckpointId(entry.name)).map((entry) => entry.name);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** Everything in the store; a corrupt checkpoint does not hide the others. */
export async function readListing(paths: StorePaths): Promise<Listing> {
  const checkpoints: Checkpoint[] = [];
  const damaged: CorruptCheckpoint[] = [];
  const torn: string[] = [];
  for (const id of await folderNames(paths.directory)) {
    try {
      checkpoints.push(await readCheckpoint(paths, id));
    } catch (error) {
      if (hasCode(error, "NOT_FOUND")) torn.push(id);
      else if (hasCode(error, "CHECKPOINT_CORRUPT")) damaged.push({ id, error });
      else throw error;
    }
  }
  return { checkpoints: checkpoints.sort(compareNewestFirst), corrupt: damaged, torn };
}

/** Writes the manifest; with it, the folder is a checkpoint. @throws WRITE_FAILED, SYMLINK_REFUSED */
export async function writeCheckpoint(store: LockedStore, checkpoint: Checkpoint): Promise<Checkpoint> {
  const { paths, lockSignal } = store;
  const file = manifestPath(paths, checkpoint.id);
  const folder = path.dirname(file);
  await refuseSymlinks(paths.directory, folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw asWriteFailure(error, `${folder} could not be made`, "Check space and permissions of the store's folder.");
  }
  await store.reached("folder-made");
  await writeFileAtomic(file, formatManifest(checkpoint), {
    stagingDir: paths.staging,
    mode: 0o600,
    signal: lockSignal,
  });
  await syncFolder(paths.directory);
  await store.reached("manifest-written");
  return checkpoint;
}

async function ignoring(errnos: readonly string[], work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!errnos.includes(errnoOf(error) ?? "")) throw error;
  }
}

/** Removes the manifest first: from then on it is no checkpoint. Foreign files in its folder keep the folder. */
export async function removeCheckpoint(store: LockedStore, id: string): Promise<void> {
  const file = manifestPath(store.paths, id);
  await refuseSymlinks(store.paths.directory, file);
  await ignoring(["ENOENT"], unlink(file));
  await store.reached("manifest-removed");
  await ignoring(["ENOENT", "ENOTEMPTY", "EEXIST"], rmdir(path.dirname(file)));
  await store.reached("folder-removed");
}
