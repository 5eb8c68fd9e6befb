/** Carries out the steps of a restore. Each can be done again, so a restore that was cut short is simply planned anew. */

import { chmod, lchown, mkdir, rmdir, symlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import {
  lstatOrAbsent,
  newStagedPath,
  refuseSymlinks,
  removeInside,
  renameWithRetry,
  syncFolder,
} from "../fs/index.ts";
import { hasBlob } from "./blob-store.ts";
import { FILE_LANES, forEachConcurrently } from "./concurrent.ts";
import { asWriteFailure, copyFileDurably, removeFile } from "./copy-file.ts";
import type { FileState } from "./entry-state.ts";
import { corrupt } from "./parse-manifest.ts";
import type { RestoreStep } from "./restore-step.ts";
import type { LockedStore } from "./store-context.ts";
import { blobPath } from "./store-layout.ts";

const HINT = "Check the permissions of the folder and close programs that use the file; then restore again.";

/** True when the folder is gone; false when something has come into it. */
async function removeEmptyFolder(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return true;
    if (errno === "ENOTEMPTY" || errno === "EEXIST") return false;
    throw error;
  }
}

/** Windows knows no modes of folders. */
async function setFolderMode(folder: string, mode: number): Promise<void> {
  if (process.platform !== "win32") await chmod(folder, mode);
}

async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST" || (await lstatOrAbsent(folder))?.isDirectory() !== true) throw error;
  }
  await setFolderMode(folder, mode);
}

async function setMode(root: string, target: string, mode: number): Promise<void> {
  // `chmod` would follow a link that came since.
  await refuseSymlinks(root, target);
  if ((await lstatOrAbsent(target))?.isDirectory() === true) await setFolderMode(target, mode);
  else await chmod(target, mode);
}

/** A file that is written over keeps its owner, as far as the rights of this user go. */
async function keepOwner(staged: string, target: string): Promise<void> {
  const [old, fresh] = [await lstatOrAbsent(target), await lstatOrAbsent(staged)];
  if (old === undefined || fresh === undefined || (old.uid === fresh.uid && old.gid === fresh.gid)) return;
  try {
    await lchown(staged, old.uid, old.gid);
  } catch (error) {
    if (!["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"].includes(errnoOf(error) ?? "")) throw error;
  }
}

async function writeBlob(store: LockedStore, id: string, target: string, file: FileState): Promise<void> {
  const staged = newStagedPath(store.paths.staging);
  const blob = blobPath(store.paths, file.fingerprint);
  const copied = await copyFileDurably(blob, staged, file.mode, store.lockSignal);
  try {
    if (copied.fingerprint !== file.fingerprint) throw damagedBlob(id, target);
    await keepOwner(staged, target);
    await store.reached("file-staged");
    await renameWithRetry(staged, target);
  } finally {
    await removeFile(staged);
  }
}

/** @returns false when a folder had to stay, because something came into it since it was looked at */
async function applyStep(store: LockedStore, id: string, step: RestoreStep, target: string): Promise<boolean> {
  const { root } = store.paths;
  switch (step.kind) {
    case "recase":
      await renameWithRetry(path.join(root, ...step.from.split("/")), target);
      return true;
    case "remove-file":
      await removeFile(target);
      return true;
    case "remove-foreign":
      await removeInside(root, target);
      return true;
    case "remove-folder":
      return removeEmptyFolder(target);
    case "make-folder":
      await makeFolder(target, step.mode);
      return true;
    case "write-file":
      await writeBlob(store, id, target, step.file);
      return true;
    case "make-link":
      await symlink(step.target, target);
      return true;
    case "set-mode":
      await setMode(root, target, step.mode);
      return true;
  }
}

const damagedBlob = (id: string, file: string) => corrupt(id, `the saved bytes of ${file} are missing or damaged`);

/** @throws CHECKPOINT_CORRUPT when a file that must be written has no saved bytes; nothing has been changed then */
export async function assertBlobs(store: LockedStore, id: string, steps: readonly RestoreStep[]): Promise<void> {
  await forEachConcurrently(steps, FILE_LANES, async (step) => {
    if (step.kind !== "write-file" || (await hasBlob(store.paths, step.file.fingerprint, store.signal))) return;
    throw damagedBlob(id, step.path);
  });
}

/** Runs of steps that may be done at once: files are written together, everything else has its order. */
function inRuns(steps: readonly RestoreStep[]): RestoreStep[][] {
  const runs: RestoreStep[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (step.kind === "write-file" && last?.[0]?.kind === "write-file") last.push(step);
    else runs.push([step]);
  }
  return runs;
}

async function syncIfThere(folder: string): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw error;
  }
}

/**
 * @returns paths of folders that had to stay, because something came into them since they were looked at
 * @throws SYMLINK_REFUSED, CHECKPOINT_CORRUPT, WRITE_FAILED, LOCK_LOST
 */
export async function applySteps(store: LockedStore, id: string, steps: readonly RestoreStep[]): Promise<string[]> {
  const { root } = store.paths;
  const kept: string[] = [];
  const touched = new Set<string>();
  const apply = async (step: RestoreStep): Promise<void> => {
    store.lockSignal.throwIfAborted();
    const target = path.join(root, ...step.path.split("/"));
    // Only the way there: the last name may be a link, which is replaced and never followed.
    await refuseSymlinks(root, path.dirname(target));
    try {
      if (!(await applyStep(store, id, step, target))) kept.push(step.path);
    } catch (error) {
      throw asWriteFailure(error, `${step.path} could not be restored`, HINT);
    }
    touched.add(path.dirname(target));
    await store.reached("step-applied");
  };
  for (const run of inRuns(steps)) await forEachConcurrently(run, FILE_LANES, apply);
  await forEachConcurrently(touched, FILE_LANES, syncIfThere);
  return kept;
}
