/**
 * The file system as proper-lockfile sees it for one attempt at a lock. The library makes and removes an empty folder
 * without a look; here a folder is made with the holder's record in it, and removed only while that record is there.
 */

import { realpath, rmdirSync, stat, unlinkSync, utimes } from "node:fs";
import { mkdir, rmdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { callbackify } from "node:util";
import { errnoOf } from "../errors/index.ts";

export interface HolderRecord {
  /** Unique. */
  readonly name: string;
  readonly text: string;
}

const taken = (folder: string, cause: unknown): Error =>
  Object.assign(new Error(`${folder} was taken away at once`, { cause }), { code: "EEXIST", syscall: "mkdir" });

async function makeWithRecord(folder: string, record: HolderRecord): Promise<void> {
  await mkdir(folder);
  const file = path.join(folder, record.name);
  try {
    await writeFile(file, record.text, { flag: "wx" });
  } catch (error) {
    // Somebody held the empty folder for a left one. It is as if the lock had not been free.
    if (errnoOf(error) === "ENOENT") throw taken(folder, error);
    await removeWithRecord(folder, record);
    throw error;
  }
}

/** What shows that the folder is another holder's, or nobody's, by now. */
const NOT_OURS = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);

/** Leaves the lock of another holder alone. */
export async function removeWithRecord(folder: string, record: HolderRecord): Promise<void> {
  try {
    await unlink(path.join(folder, record.name));
    await rmdir(folder);
  } catch (error) {
    if (!NOT_OURS.has(errnoOf(error) ?? "")) throw error;
  }
}

/** At exit nothing can be awaited; the library ignores what is thrown then, and a lock that is left is recovered. */
function removeWithRecordSync(folder: string, record: HolderRecord): void {
  unlinkSync(path.join(folder, record.name));
  rmdirSync(folder);
}

/** For the option `fs` of proper-lockfile 4, which takes these functions and no others from it. */
export function lockFileSystem(record: HolderRecord): object {
  return {
    mkdir: callbackify((folder: string) => makeWithRecord(folder, record)),
    realpath,
    rmdir: callbackify((folder: string) => removeWithRecord(folder, record)),
    rmdirSync: (folder: string) => removeWithRecordSync(folder, record),
    stat,
    utimes,
  };
}
