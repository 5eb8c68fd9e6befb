/** Reads a changed file once more to tell whether line endings are all that changed. */

import nodePath from "node:path";
import { errnoOf, isCodedError } from "pi-extension-core/errors";
import { type Fingerprint, openRegularFile } from "pi-extension-core/fs";
import { differsOnlyInLineEndings, type LineEndingFingerprints, LineEndingHasher } from "./line-endings.ts";

/** Text that people write is far smaller; the check is a courtesy, not worth reading gigabytes twice. */
const MAX_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

async function measure(path: string, signal: AbortSignal | undefined): Promise<LineEndingFingerprints | undefined> {
  const { handle, stat } = await openRegularFile(path);
  try {
    if (stat.size > MAX_BYTES) return undefined;
    const hasher = new LineEndingHasher();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let total = 0; total <= MAX_BYTES; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      signal?.throwIfAborted();
      if (bytesRead === 0) return hasher.digest();
      total += bytesRead;
      hasher.update(chunk.subarray(0, bytesRead));
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/**
 * True when the file still has the fingerprint `found`, and differs from `recorded` in line endings and nothing else.
 * @param path relative to `root`
 */
export async function isLineEndingChange(
  root: string,
  path: string,
  found: Fingerprint,
  recorded: Fingerprint,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const measured = await measure(nodePath.join(root, path), signal);
    return measured !== undefined && measured.raw === found && differsOnlyInLineEndings(measured, recorded);
  } catch (error) {
    // The file has just been hashed; if it cannot be read now, it is changing, and the next check will tell.
    if (isCodedError(error) || errnoOf(error) !== undefined) return false;
    throw error;
  }
}
