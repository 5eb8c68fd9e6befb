/**
 * Puts whole lines at the end of a file that several processes append to. Each line is one write on an O_APPEND handle,
 * which the system does not interleave with others. The file is opened for each batch: one that was deleted or replaced
 * meanwhile never swallows records.
 */

import { constants, type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CodedError, coreError, errnoOf, isCodedError } from "../errors/index.ts";
import { ensurePrivateFolder, refuseSymlinks } from "../fs/index.ts";

const FLAGS =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  // Windows has neither; a FIFO or link in place of the file is refused there by what it is.
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
const OWNER_ONLY = 0o600;
const LINE_FEED = 0x0a;
const TAIL_CHECK_MS = 4;
const SETTLED_CHECKS = 5;
const MAX_TAIL_CHECKS = 100;

/** For each line, what went wrong with it, or undefined. */
export type AppendResults = readonly (CodedError | undefined)[];

function writeFailed(file: string, problem: string, hint: string, cause?: unknown): CodedError {
  const errno = errnoOf(cause);
  return coreError("WRITE_FAILED", `An audit record could not be appended to ${file}: ${problem}`, {
    hint,
    data: { path: file, ...(errno === undefined ? {} : { errno }) },
    cause,
  });
}

function asFailure(file: string, error: unknown): CodedError {
  if (isCodedError(error)) return error;
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  if (errno === "ELOOP")
    return coreError("SYMLINK_REFUSED", `${file} is a symbolic link`, {
      hint: "Remove the link; audit records are written to real files only.",
      data: { path: file },
      cause: error,
    });
  return writeFailed(file, errno, "Check the space, the permissions and what lies at that path.", error);
}

async function openForAppend(file: string, root: string | undefined): Promise<FileHandle> {
  if (root !== undefined) await refuseSymlinks(root, file);
  try {
    return await open(file, FLAGS, OWNER_ONLY);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
  await ensurePrivateFolder(path.dirname(file));
  return open(file, FLAGS, OWNER_ONLY);
}

async function assertPrivateFile(file: string, handle: FileHandle): Promise<void> {
  const stat = await handle.stat();
  if (!stat.isFile())
    throw coreError("FILE_INVALID", `${file} is not a regular file`, {
      hint: "Remove what lies there.",
      data: { path: file },
    });
  if (process.platform === "win32" || (stat.mode & 0o077) === 0) return;
  try {
    await handle.chmod(OWNER_ONLY);
  } catch (error) {
    // File systems without permissions of their own, and files of another user, stay as they are.
    if (!["EPERM", "ENOTSUP", "ENOSYS", "EROFS"].includes(errnoOf(error) ?? "")) throw error;
  }
}

async function endsInsideLine(handle: FileHandle, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return false;
  const last = Buffer.alloc(1);
  const { bytesRead } = await handle.read(last, 0, 1, sizeBytes - 1);
  return bytesRead === 1 && last[0] !== LINE_FEED;
}

/**
 * True when the file ends in the middle of a line because a write was cut short by a full disk or a power failure. The
 * write of another process that is under way looks the same for a moment (seen on ext4, which grows the file page by
 * page), so the size has to stand still.
 */
async function hasTornTail(handle: FileHandle): Promise<boolean> {
  let settledSize = -1;
  let settledChecks = 0;
  for (let check = 0; check < MAX_TAIL_CHECKS; check += 1) {
    const { size } = await handle.stat();
    if (!(await endsInsideLine(handle, size))) return false;
    settledChecks = size === settledSize ? settledChecks + 1 : 0;
    if (settledChecks >= SETTLED_CHECKS) return true;
    settledSize = size;
    await delay(TAIL_CHECK_MS);
  }
  // An empty line too many does no harm.
  return true;
}

async function appendOne(file: string, handle: FileHandle, line: string): Promise<CodedError | undefined> {
  try {
    const bytes = Buffer.from((await hasTornTail(handle)) ? `\n${line}` : line);
    // Not writeFile: it would go on after a short write, and another process could have written in between.
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null);
    if (bytesWritten === bytes.length) return undefined;
    return writeFailed(file, `${bytesWritten} of ${bytes.length} bytes were written`, "Free space on the disk.");
  } catch (error) {
    return asFailure(file, error);
  }
}

/**
 * Appends each line by itself; one that fails does not keep the next from being tried. Makes the folder (0700) and the
 * file (0600).
 * @param file absolute path
 * @param lines each ends with a newline
 * @param root folder below which no component may be a symbolic link; the file itself never may
 */
export async function appendLines(
  file: string,
  lines: readonly string[],
  root: string | undefined,
): Promise<AppendResults> {
  let handle: FileHandle;
  try {
    handle = await openForAppend(file, root);
  } catch (error) {
    const failure = asFailure(file, error);
    return lines.map(() => failure);
  }
  try {
    await assertPrivateFile(file, handle);
    const results: (CodedError | undefined)[] = [];
    for (const line of lines) results.push(await appendOne(file, handle, line));
    return results;
  } catch (error) {
    const failure = asFailure(file, error);
    return lines.map(() => failure);
  } finally {
    await handle.close();
  }
}
