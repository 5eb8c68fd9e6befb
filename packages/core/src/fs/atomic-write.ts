/**
 * Replaces a file as a whole: readers see the old bytes or the new ones, never a mix, also when the disk is full or the
 * process is killed. The new bytes are written to a staging folder on the same file system, never beside the target,
 * because a watcher (`rojo serve` 7.7) may die when a file appears in a watched folder and vanishes.
 */

import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import { syncFolder } from "./folders.ts";
import { type AtomicWriteOperations, publishNew, publishOver } from "./publish-file.ts";
import { discardStaged, newStagedPath, stageFile } from "./staged-file.ts";
import { alreadyThere, unconfirmedWrite, writeFailure } from "./write-failure.ts";
import { makeFolders, resolveTarget, unmakeFolders } from "./write-target.ts";

export interface AtomicWriteOptions {
  /** Absolute folder on the file system of the target, outside any watched folder; made (0700) when absent. */
  readonly stagingDir: string;
  /** Permission bits. Default: those of the file that is replaced, else 0666 less the umask. */
  readonly mode?: number | undefined;
  /** False refuses with ALREADY_EXISTS when there is anything at the path, without a race. Default true. */
  readonly replace?: boolean | undefined;
  /** What to do when the path is a symbolic link: write the file it leads to (default), or SYMLINK_REFUSED. */
  readonly symlinks?: "follow" | "refuse" | undefined;
  /** Make the folders that lead to the file; a write that fails takes them away again. Default false. */
  readonly createParents?: boolean | undefined;
  /** Checked before the new file becomes visible, and not after. */
  readonly signal?: AbortSignal | undefined;
  /** Runs when the new bytes are on disk, right before they become visible; what it throws keeps the old file. */
  readonly beforeCommit?: (() => Promise<void>) | undefined;
  readonly operations?: Partial<AtomicWriteOperations> | undefined;
  /** As `pausesMs` of `renameWithRetry`. */
  readonly renamePausesMs?: readonly number[] | undefined;
}

export interface WriteOutcome {
  /** Absolute path of the file that was written: the target of the link, when the path was one. */
  readonly path: string;
  readonly sizeBytes: number;
  /** True when there was no file before. */
  readonly created: boolean;
  /** Folders that were made for it, outermost first. */
  readonly createdFolders: readonly string[];
}

/**
 * Writes `data` to `file` and returns when it is on disk. Permissions and, where the user may, the owner of a file that
 * is replaced are kept; another hard link to it keeps the old bytes.
 *
 * @param file absolute path
 * @param data a string is written as UTF-8
 * @throws WRITE_FAILED (what was there is unchanged), ALREADY_EXISTS, FILE_INVALID, SYMLINK_REFUSED, the abort reason, or
 *   what `beforeCommit` throws; WRITE_UNCONFIRMED when the new bytes are in place, but not surely on disk
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions,
): Promise<WriteOutcome> {
  const { replace = true, signal, operations } = options;
  signal?.throwIfAborted();
  const target = await resolveTarget(file, options.symlinks ?? "follow");
  if (!replace && target.kept !== undefined) throw alreadyThere(file);
  const staged = newStagedPath(options.stagingDir);
  let createdFolders: readonly string[] = [];
  let sizeBytes: number;
  try {
    if (options.createParents === true) createdFolders = await makeFolders(path.dirname(target.path));
    sizeBytes = await stageFile(staged, { data, mode: options.mode, kept: target.kept });
    signal?.throwIfAborted();
    await options.beforeCommit?.();
    const publish = replace ? publishOver : publishNew;
    await publish(staged, target.path, { ...operations, pausesMs: options.renamePausesMs });
  } catch (error) {
    await discardStaged(staged);
    await unmakeFolders(createdFolders);
    throw errnoOf(error) === undefined ? error : writeFailure(file, error);
  }
  if (!replace) await discardStaged(staged);
  try {
    await (operations?.syncFolder ?? syncFolder)(path.dirname(target.path));
  } catch (error) {
    throw errnoOf(error) === undefined ? error : unconfirmedWrite(file, error);
  }
  return { path: target.path, sizeBytes, created: target.kept === undefined, createdFolders };
}
