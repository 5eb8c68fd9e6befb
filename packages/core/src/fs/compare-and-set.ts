/** Writes only over the bytes that the caller has seen, also against other processes that use this function. */

import path from "node:path";
import { coreError, hasCode } from "../errors/index.ts";
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

/**
 * @param file absolute path
 * @param expected what must be there: a fingerprint (`sha256:<hex>` or bare hex, either case), or `absent`
 * @throws STALE_PRECONDITION with `data.expected` and `data.actual`, nothing written; else as `writeFileAtomic`
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
  const lockTarget = path.join(options.stagingDir, `cas-${hashBytes(file).slice("sha256:".length, 23)}`);
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
