/** What a failed write tells: the file, the system's reason, and what to do about it. Pure. */

import { type CodedError, coreError, errnoOf } from "../errors/index.ts";

const HINTS: Readonly<Record<string, string>> = {
  EACCES: "Check the permissions of the folder.",
  EBUSY: "Close the program that has the file open.",
  EDQUOT: "Free some of the disk quota and try again.",
  EFBIG: "Raise the limit on file size.",
  EMFILE: "Close some files, or raise the limit on open files.",
  ENAMETOOLONG: "Choose a shorter name.",
  ENOENT: "Create the folder first.",
  ENOSPC: "Free some disk space and try again.",
  ENOTDIR: "Choose a path whose folders are folders.",
  EPERM: "Close the program that has the file open, and check the permissions of the folder.",
  EROFS: "Choose a place that can be written.",
  EXDEV: "Put the staging directory on the same file system as the target.",
};

function withErrno(file: string, error: unknown): { data: Record<string, unknown>; hint?: string; cause: unknown } {
  const errno = errnoOf(error) ?? "";
  const hint = HINTS[errno];
  return { data: { path: file, errno }, cause: error, ...(hint === undefined ? {} : { hint }) };
}

/** @param error of the system; nothing has become visible yet */
export function writeFailure(file: string, error: unknown): CodedError {
  const message = `${file} was not written (${errnoOf(error)}); what was there is unchanged`;
  return coreError("WRITE_FAILED", message, withErrno(file, error));
}

/** @param error of the system, when the new bytes are visible already */
export function unconfirmedWrite(file: string, error: unknown): CodedError {
  return coreError("WRITE_UNCONFIRMED", `${file} was written, but may not survive a power cut (${errnoOf(error)})`, {
    ...withErrno(file, error),
    hint: "Check the disk, then read the file again.",
  });
}

/** A system error of our own, for a system that reported none: it ends as WRITE_FAILED like the others. */
export function shortWrite(writtenBytes: number, expectedBytes: number): Error {
  const error = new Error(`wrote ${writtenBytes} of ${expectedBytes} bytes`);
  return Object.assign(error, { code: "EIO", syscall: "write" });
}

export function alreadyThere(file: string): CodedError {
  return coreError("ALREADY_EXISTS", `${file} already exists`, {
    hint: "Choose another name, or allow replacing it.",
    data: { path: file },
  });
}
