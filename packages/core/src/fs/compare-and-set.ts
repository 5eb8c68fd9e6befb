/** Writes only over the bytes that the caller has seen, also against other processes that use this function. */

import { realpath } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf, hasCode } from "../errors/index.ts";
import { withLock } from "../lock/with-lock.ts";
import { type AtomicWriteOptions, type WriteOutcome, writeFileAtomic } from "./atomic-write.ts";
import { type Fingerprint, hashBytes, parseFingerprint } from "./fingerprint.ts";
import { ensurePrivateFolder } from "./folders.ts";
import { hashFile } from "./hash-file.ts";

async function currentState(file: string): Promise<Fingerprint | "absent"> {
  try {
    return (await hashFile(file)).fingerprint;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return "absent";
    throw error;
  }
}

/** One name for a file, however it is reached: two processes must come to the same lock. */
async function canonicalPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR") throw error;
  }
  const parent = path.dirname(file);
  return parent === file ? file : path.join(await canonicalPath(parent), path.basename(file));
}

/**
 * Of several processes that saw the same bytes, one writes. They must name the same staging folder; a program that
 * writes the file in another way is seen up to the moment before the new bytes take their place.
 *
 * @param file absolute path
 * @param expected what must be there: a fingerprint (`sha256:<hex>` or bare hex, either case), or `absent`
 * @throws STALE_PRECONDITION with `data.expected` and `data.actual`, nothing written; LOCKED when another writer does not
 *   finish; INPUT_INVALID for a malformed `expected`; else as `writeFileAtomic`
 */
export async function writeFileIfUnchanged(
  file: string,
  data: string | Uint8Array,
  expected: string,
  options: AtomicWriteOptions,
): Promise<WriteOutcome> {
  const wanted = expected === "absent" ? "absent" : parseFingerprint(expected);
  const assertExpected = async (): Promise<void> => {
    const actual = await currentState(file);
    if (actual === wanted) return;
    throw coreError("STALE_PRECONDITION", `${file} is not as expected: expected ${wanted}, found ${actual}`, {
      hint: "Read the file again and decide on what it holds now.",
      data: { path: file, expected: wanted, actual },
    });
  };
  await assertExpected();
  await ensurePrivateFolder(options.stagingDir);
  // One lock for each target, in the staging folder so that nothing appears beside the target.
  const lockTarget = path.join(
    options.stagingDir,
    `cas-${hashBytes(await canonicalPath(file)).slice("sha256:".length, 23)}`,
  );
  return withLock(
    lockTarget,
    ({ signal }) =>
      writeFileAtomic(file, data, {
        ...options,
        ...(wanted === "absent" ? { replace: false } : {}),
        signal: options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]),
        beforeCommit: async () => {
          await options.beforeCommit?.();
          await assertExpected();
        },
      }),
    { purpose: `write ${path.basename(file)}`, signal: options.signal },
  );
}
