/** The new bytes of a file before they become visible: written to the staging folder, checked, and on disk. */

import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import { currentProcess } from "../lock/process-identity.ts";
import { tempName } from "./temp-name.ts";
import { shortWrite } from "./write-failure.ts";
import type { KeptAttributes } from "./write-target.ts";

export interface StagedContent {
  readonly data: string | Uint8Array;
  /** Permission bits that must be set; undefined leaves them to what is kept, or the umask. */
  readonly mode: number | undefined;
  /** Of the file that is replaced; what the file system or the user's rights do not allow is left out. */
  readonly kept: KeptAttributes | undefined;
}

/** What file systems without owners or permissions answer, and systems to users without the right to give files away. */
const CANNOT_KEEP = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP", "EINVAL"]);

/** A new name in a staging folder, which `sweepStaging` removes when this process is gone. */
export function newStagedPath(stagingDir: string): string {
  return path.join(stagingDir, tempName(currentProcess(), randomBytes(8).toString("hex")));
}

/** Writes, syncs and closes the file at `staged`, which must be new; makes its folder (0700). @returns its size in bytes */
export async function stageFile(staged: string, content: StagedContent): Promise<number> {
  const { data, mode, kept } = content;
  await mkdir(path.dirname(staged), { recursive: true, mode: 0o700 });
  const handle = await open(staged, "wx", (mode ?? kept?.mode ?? 0o666) & 0o777);
  try {
    await writeFully(handle, data);
    if (process.platform !== "win32") await setAttributes(handle, mode, kept);
    await handle.sync();
    return sizeOf(data);
  } finally {
    await handle.close();
  }
}

const sizeOf = (data: string | Uint8Array): number =>
  typeof data === "string" ? Buffer.byteLength(data) : data.byteLength;

async function writeFully(handle: FileHandle, data: string | Uint8Array): Promise<void> {
  await handle.writeFile(data);
  const { size } = await handle.stat();
  if (size !== sizeOf(data)) throw shortWrite(size, sizeOf(data));
}

async function setAttributes(
  handle: FileHandle,
  mode: number | undefined,
  kept: KeptAttributes | undefined,
): Promise<void> {
  if (kept !== undefined) {
    // The owner first: a change of owner takes special bits away.
    const { uid, gid } = await handle.stat();
    if (uid !== kept.uid || gid !== kept.gid) await ifAllowed(handle.chown(kept.uid, kept.gid));
  }
  // The mode of `open` is cut by the umask.
  if (mode !== undefined) await handle.chmod(mode);
  else if (kept !== undefined) await ifAllowed(handle.chmod(kept.mode));
}

async function ifAllowed(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!CANNOT_KEEP.has(errnoOf(error) ?? "")) throw error;
  }
}

/** Removes a staged file. What cannot be removed is left to the next sweep: the caller has better news to tell. */
export async function discardStaged(staged: string): Promise<void> {
  try {
    await unlink(staged);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
