/**
 * Replaces a file as a whole: readers see the old bytes or the new ones, never a mix, also when the disk is full or the
 * process is killed. The new bytes are written to a staging folder on the same file system, never beside the target,
 * because a watcher (`rojo serve` 7.7) may die when a file appears in a watched folder and vanishes.
 */

import { randomBytes } from "node:crypto";
import { type FileHandle, link, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { type CodedError, coreError, errnoOf, isCodedError } from "../errors/index.ts";
import { currentProcess } from "../lock/process-identity.ts";
import { syncFolder } from "./folders.ts";
import { renameWithRetry } from "./rename-retry.ts";
import { lstatOrAbsent } from "./symlinks.ts";
import { tempName } from "./temp-name.ts";

/** The two calls that make the new file visible; replaced in tests to see them fail. */
export interface AtomicWriteOperations {
  rename(from: string, to: string): Promise<void>;
  link(existing: string, created: string): Promise<void>;
}

export interface AtomicWriteOptions {
  /** Absolute folder on the file system of the target, outside any watched folder; made (0700) when absent. */
  readonly stagingDir: string;
  /** Permission bits. Default: those of the file that is replaced, else 0666 less the umask. */
  readonly mode?: number | undefined;
  /** False refuses with ALREADY_EXISTS when there is anything at the path, without a race. Default true. */
  readonly replace?: boolean | undefined;
  /** What to do when the path is a symbolic link: write the file it leads to (default), or SYMLINK_REFUSED. */
  readonly symlinks?: "follow" | "refuse" | undefined;
  /** Checked before the new file becomes visible, and not after. */
  readonly signal?: AbortSignal | undefined;
  /** Runs when the new bytes are on disk, right before they become visible; a coded error that it throws keeps the old file. */
  readonly beforeCommit?: (() => Promise<void>) | undefined;
  readonly operations?: Partial<AtomicWriteOperations> | undefined;
}

export interface WriteOutcome {
  /** Absolute path of the file that was written: the target of the link, when the path was one. */
  readonly path: string;
  readonly sizeBytes: number;
  /** True when there was no file before. */
  readonly created: boolean;
}

interface Target {
  readonly path: string;
  /** Permission bits of the present file; undefined when there is none. */
  readonly mode: number | undefined;
}

const PERMISSIONS = 0o7777;

async function resolveTarget(file: string, symlinks: "follow" | "refuse"): Promise<Target> {
  const entry = await lstatOrAbsent(file);
  if (entry === undefined) return { path: file, mode: undefined };
  if (entry.isSymbolicLink()) {
    if (symlinks === "refuse")
      throw coreError("SYMLINK_REFUSED", `${file} is a symbolic link`, {
        hint: "Name the file that the link leads to.",
        data: { path: file },
      });
    return resolveTarget(await linkedPath(file), "refuse");
  }
  if (!entry.isFile()) throw coreError("FILE_INVALID", `${file} is not a regular file`, { data: { path: file } });
  return { path: file, mode: entry.mode & PERMISSIONS };
}

async function linkedPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    throw coreError("FILE_INVALID", `${file} is a symbolic link that leads nowhere`, {
      cause: error,
      data: { path: file },
    });
  }
}

/** Writes, syncs and closes the staged file; on any failure it is gone again. */
async function stage(temp: string, data: string | Uint8Array, mode: number | undefined): Promise<number> {
  const handle = await open(temp, "wx", mode === undefined ? 0o666 : mode & 0o777);
  try {
    await writeFully(handle, data);
    // The mode of `open` is cut by the umask; a kept mode is not.
    if (mode !== undefined && process.platform !== "win32") await handle.chmod(mode);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function writeFully(handle: FileHandle, data: string | Uint8Array): Promise<void> {
  await handle.writeFile(data);
  const expected = typeof data === "string" ? Buffer.byteLength(data) : data.byteLength;
  const { size } = await handle.stat();
  if (size !== expected) throw new Error(`wrote ${size} of ${expected} bytes`);
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Free some disk space and try again.",
  EDQUOT: "Free some of the disk quota and try again.",
  EFBIG: "Raise the limit on file size.",
  EROFS: "The file system is read-only.",
  EXDEV: "Put the staging directory on the same file system as the target.",
  EACCES: "Check the permissions of the folder.",
  EPERM: "Close the program that has the file open, and check the permissions of the folder.",
  EBUSY: "Close the program that has the file open.",
  ENOENT: "Create the folder first.",
};

function writeFailure(file: string, error: unknown): CodedError {
  const errno = errnoOf(error);
  const hint = errno === undefined ? undefined : HINTS[errno];
  return coreError("WRITE_FAILED", `${file} was not written (${errno ?? String(error)}); what was there is unchanged`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
    data: { path: file, ...(errno === undefined ? {} : { errno }) },
  });
}

const alreadyThere = (file: string) =>
  coreError("ALREADY_EXISTS", `${file} already exists`, {
    hint: "Choose another name, or allow replacing it.",
    data: { path: file },
  });

/** Makes the staged file visible under a name that must be free; `link` fails on a taken name, unlike `rename`. */
async function publishNew(temp: string, file: string, operations: AtomicWriteOperations): Promise<void> {
  try {
    await operations.link(temp, file);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EEXIST") throw alreadyThere(file);
    if (errno !== "EPERM" && errno !== "ENOTSUP" && errno !== "ENOSYS" && errno !== "EOPNOTSUPP") throw error;
    await publishWithoutLinks(temp, file, operations);
    return;
  }
  await unlink(temp);
}

/** For file systems without hard links (FAT): reserves the name, then replaces the empty reservation. */
async function publishWithoutLinks(temp: string, file: string, operations: AtomicWriteOperations): Promise<void> {
  try {
    await (await open(file, "wx")).close();
  } catch (error) {
    throw errnoOf(error) === "EEXIST" ? alreadyThere(file) : error;
  }
  try {
    await renameWithRetry(temp, file, operations);
  } catch (error) {
    await unlink(file);
    throw error;
  }
}

async function discard(temp: string): Promise<void> {
  try {
    await unlink(temp);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Writes `data` to `file` and returns when it is on disk.
 *
 * @param file absolute path in an existing folder
 * @param data a string is written as UTF-8
 * @throws WRITE_FAILED (the old file is unchanged), ALREADY_EXISTS, FILE_INVALID, SYMLINK_REFUSED, the abort reason, or
 *   the coded error of `beforeCommit`
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  options: AtomicWriteOptions,
): Promise<WriteOutcome> {
  const { stagingDir, replace = true, signal, beforeCommit } = options;
  const operations: AtomicWriteOperations = { rename, link, ...options.operations };
  signal?.throwIfAborted();
  const target = await resolveTarget(file, options.symlinks ?? "follow");
  if (!replace && target.mode !== undefined) throw alreadyThere(file);
  const temp = path.join(stagingDir, tempName(currentProcess(), randomBytes(8).toString("hex")));
  let failure: { readonly error: unknown } | undefined;
  try {
    await mkdir(stagingDir, { recursive: true, mode: 0o700 });
    const sizeBytes = await stage(temp, data, options.mode ?? target.mode);
    signal?.throwIfAborted();
    await beforeCommit?.();
    if (replace) await renameWithRetry(temp, target.path, operations);
    else await publishNew(temp, target.path, operations);
    await syncFolder(path.dirname(target.path));
    return { path: target.path, sizeBytes, created: target.mode === undefined };
  } catch (error) {
    failure = { error };
    throw isOurs(error, signal) ? error : writeFailure(file, error);
  } finally {
    if (failure !== undefined) await discard(temp);
  }
}

function isOurs(error: unknown, signal: AbortSignal | undefined): boolean {
  return isCodedError(error) || (signal?.aborted === true && error === signal.reason);
}
