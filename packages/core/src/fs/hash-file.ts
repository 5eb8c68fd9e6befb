/** Opens regular files only, and hashes them in a stream. A FIFO, a device or a folder is refused, never waited for. */

import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";
import { coreError, errnoOf } from "../errors/index.ts";
import type { Fingerprint } from "./fingerprint.ts";

export interface HashedFile {
  readonly fingerprint: Fingerprint;
  readonly sizeBytes: number;
  /** Of the open file, after its last byte was read. */
  readonly stat: BigIntStats;
}

export interface HashFileOptions {
  readonly signal?: AbortSignal | undefined;
  /** A larger file is refused with LIMIT_EXCEEDED. */
  readonly maxBytes?: number | undefined;
}

const CHUNK_BYTES = 256 * 1024;

const notRegular = (path: string, what: string) =>
  coreError("FILE_INVALID", `${path} is ${what}, not a regular file`, { hint: "Name a regular file.", data: { path } });

function kindOf(stat: BigIntStats): string {
  if (stat.isDirectory()) return "a folder";
  if (stat.isFIFO()) return "a named pipe";
  if (stat.isSocket()) return "a socket";
  return "a device";
}

/**
 * Opens a file for reading, links followed, without ever blocking on what is no file.
 * @throws NOT_FOUND; FILE_INVALID for anything that is no regular file or may not be read
 */
export async function openRegularFile(path: string): Promise<{ handle: FileHandle; stat: BigIntStats }> {
  let handle: FileHandle;
  try {
    // O_NONBLOCK: opening a FIFO for reading would wait for a writer. Windows has neither.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw openFailure(path, error);
  }
  try {
    const stat = await handle.stat({ bigint: true });
    if (!stat.isFile()) throw notRegular(path, kindOf(stat));
    return { handle, stat };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function openFailure(path: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === "ENOENT" || errno === "ENOTDIR")
    return coreError("NOT_FOUND", `${path} does not exist`, { cause: error, data: { path } });
  if (errno === "EISDIR") return notRegular(path, "a folder");
  if (errno === "ENXIO") return notRegular(path, "a socket or pipe");
  if (errno === "EACCES" || errno === "EPERM" || errno === "ELOOP" || errno === "ENAMETOOLONG")
    return coreError("FILE_INVALID", `${path} cannot be opened (${errno})`, {
      hint: "Check its permissions and links.",
      cause: error,
      data: { path, errno },
    });
  return error;
}

/** Some files of the system open well and cannot be read. */
async function readSome(path: string, handle: FileHandle, chunk: Buffer): Promise<{ bytesRead: number }> {
  try {
    return await handle.read(chunk, 0, chunk.length, null);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw coreError("FILE_INVALID", `${path} cannot be read (${errno})`, { cause: error, data: { path, errno } });
  }
}

/**
 * The fingerprint of a file's bytes.
 * @throws NOT_FOUND, FILE_INVALID, LIMIT_EXCEEDED, or the abort reason
 */
export async function hashFile(path: string, options: HashFileOptions = {}): Promise<HashedFile> {
  const { signal, maxBytes = Number.POSITIVE_INFINITY } = options;
  signal?.throwIfAborted();
  const { handle } = await openRegularFile(path);
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let sizeBytes = 0;
    for (;;) {
      const { bytesRead } = await readSome(path, handle, chunk);
      signal?.throwIfAborted();
      if (bytesRead === 0) break;
      sizeBytes += bytesRead;
      if (sizeBytes > maxBytes)
        throw coreError("LIMIT_EXCEEDED", `${path} has more than ${maxBytes} bytes`, { data: { path, maxBytes } });
      hash.update(chunk.subarray(0, bytesRead));
    }
    const stat = await handle.stat({ bigint: true });
    return { fingerprint: `sha256:${hash.digest("hex")}`, sizeBytes, stat };
  } finally {
    await handle.close();
  }
}

/**
 * All bytes of a regular file.
 * @throws NOT_FOUND, FILE_INVALID; LIMIT_EXCEEDED before reading more than `maxBytes`
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  const { handle, stat } = await openRegularFile(path);
  try {
    const tooLarge = () =>
      coreError("LIMIT_EXCEEDED", `${path} has more than ${maxBytes} bytes`, { data: { path, maxBytes } });
    if (stat.size > maxBytes) throw tooLarge();
    const bytes = await handle.readFile();
    if (bytes.length > maxBytes) throw tooLarge();
    return bytes;
  } finally {
    await handle.close();
  }
}
