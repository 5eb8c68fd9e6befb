/** Copies the bytes of a file in a stream, hashes them on the way, and has them on disk when it returns. */

import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { coreError, errnoOf } from "../errors/index.ts";
import { type Fingerprint, openRegularFile } from "../fs/index.ts";

export interface CopiedFile {
  readonly fingerprint: Fingerprint;
  readonly sizeBytes: number;
  /** Of the source, after its last byte was read. */
  readonly stat: BigIntStats;
}

const CHUNK_BYTES = 256 * 1024;

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}

async function pump(from: FileHandle, to: FileHandle, signal: AbortSignal): Promise<Omit<CopiedFile, "stat">> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead } = await from.read(chunk, 0, chunk.length, null);
    signal.throwIfAborted();
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    hash.update(bytes);
    await writeFully(to, bytes);
    sizeBytes += bytesRead;
  }
  return { fingerprint: `sha256:${hash.digest("hex")}`, sizeBytes };
}

/** What does not exist is fine. */
export async function removeFile(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** An error of the system, as WRITE_FAILED about `subject`; everything else as it is. */
export function asWriteFailure(error: unknown, subject: string, hint: string): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  return coreError("WRITE_FAILED", `${subject} (${errno})`, { hint, cause: error, data: { errno } });
}

/**
 * @param target absolute; must not exist. On failure it is gone again
 * @param mode permission bits, whatever the umask
 * @throws NOT_FOUND or FILE_INVALID for the source, or an error of the system for the target
 */
export async function copyFileDurably(
  source: string,
  target: string,
  mode: number,
  signal: AbortSignal,
): Promise<CopiedFile> {
  const { handle: from } = await openRegularFile(source);
  try {
    const to = await open(target, "wx", 0o600);
    let isWhole = false;
    try {
      const copied = await pump(from, to, signal);
      await to.chmod(mode);
      await to.sync();
      isWhole = true;
      return { ...copied, stat: await from.stat({ bigint: true }) };
    } finally {
      await to.close();
      if (!isWhole) await removeFile(target);
    }
  } finally {
    await from.close();
  }
}
