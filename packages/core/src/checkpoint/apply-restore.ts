/** Carries out the steps of a restore. Each step can be done again, so one that was cut short is simply run once more. */

import { chmod, mkdir, rmdir, symlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import { newStagedPath, refuseSymlinks, renameWithRetry, syncFolder } from "../fs/index.ts";
import { hasBlob } from "./blob-store.ts";
import { movePath } from "./case-names.ts";
import { asWriteFailure, copyFileDurably, removeFile } from "./copy-file.ts";
import type { FileState } from "./entry-state.ts";
import { corrupt } from "./parse-manifest.ts";
import type { CaseRename, RestoreStep } from "./plan-restore.ts";
import type { LockedStore } from "./store-context.ts";
import { blobPath } from "./store-layout.ts";

const HINT = "Check the permissions of the folder and close programs that use the file; then restore again.";

/** True when the folder is gone; false when something else is in it. */
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

async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
  await chmod(folder, mode);
}

async function writeBlob(store: LockedStore, target: string, file: FileState): Promise<void> {
  const staged = newStagedPath(store.paths.staging);
  await copyFileDurably(blobPath(store.paths, file.fingerprint), staged, file.mode, store.lockSignal);
  try {
    await store.reached("file-staged");
    await renameWithRetry(staged, target);
  } finally {
    await removeFile(staged);
  }
}

async function makeLink(store: LockedStore, target: string, text: string): Promise<void> {
  const staged = newStagedPath(store.paths.staging);
  await symlink(text, staged);
  try {
    await renameWithRetry(staged, target);
  } finally {
    await removeFile(staged);
  }
}

/** @returns false when a folder had to stay, because files that the checkpoint does not know are in it */
async function applyStep(store: LockedStore, step: RestoreStep, target: string): Promise<boolean> {
  switch (step.kind) {
    case "remove-file":
      await removeFile(target);
      return true;
    case "remove-folder":
      return removeEmptyFolder(target);
    case "make-folder":
      await makeFolder(target, step.mode);
      return true;
    case "write-file":
      await writeBlob(store, target, step.file);
      return true;
    case "make-link":
      await makeLink(store, target, step.target);
      return true;
    case "set-mode":
      await chmod(target, step.mode);
      return true;
  }
}

/** @throws CHECKPOINT_CORRUPT when a file that must be written has no saved bytes; nothing has been changed then */
export async function assertBlobs(store: LockedStore, id: string, steps: readonly RestoreStep[]): Promise<void> {
  for (const step of steps) {
    if (step.kind !== "write-file" || (await hasBlob(store.paths, step.file.fingerprint, store.signal))) continue;
    throw corrupt(id, `the saved bytes of ${step.path} are missing or damaged`);
  }
}

/** Gives files their spelling back. A rename of a folder moves what comes after it. */
export async function applyCaseRenames(store: LockedStore, renames: readonly CaseRename[]): Promise<void> {
  const done: CaseRename[] = [];
  for (const { from, to } of renames) {
    const now = done.reduce((current, rename) => movePath(current, rename.from, rename.to), from);
    if (now !== to) await renameWithRetry(path.join(store.paths.root, now), path.join(store.paths.root, to));
    done.push({ from: now, to });
    await store.reached("step-applied");
  }
}

/**
 * @returns paths of folders that stay, because files that the checkpoint does not know are in them
 * @throws SYMLINK_REFUSED, WRITE_FAILED
 */
export async function applySteps(store: LockedStore, steps: readonly RestoreStep[]): Promise<string[]> {
  const { root } = store.paths;
  const kept: string[] = [];
  const touched = new Set<string>();
  for (const step of steps) {
    // What had to stay is in the way of what should come; it is reported, not forced.
    if (kept.some((folder) => step.path === folder)) continue;
    const target = path.join(root, ...step.path.split("/"));
    // Only the way there: the last name may be a link, which is replaced and never followed.
    await refuseSymlinks(root, path.dirname(target));
    try {
      if (!(await applyStep(store, step, target))) kept.push(step.path);
    } catch (error) {
      throw asWriteFailure(error, `${step.path} could not be restored`, HINT);
    }
    touched.add(path.dirname(target));
    await store.reached("step-applied");
  }
  for (const folder of touched) await syncIfThere(folder);
  return kept;
}

async function syncIfThere(folder: string): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}
