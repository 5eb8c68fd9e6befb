/**
 * The file system as proper-lockfile sees it for one attempt at a lock. The library makes and removes an empty folder
 * without a look; here a folder is made with the holder's record in it, and removed only while that record is there.
 * Both are two synchronous calls in a row: a kill between them leaves an empty folder, which others must wait out.
 */

import { mkdirSync, realpath, rmdirSync, stat, unlinkSync, utimes, writeFileSync } from "node:fs";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";

export interface HolderRecord {
  /** Unique. */
  readonly name: string;
  readonly text: string;
}

const takenAtOnce = (folder: string, cause: unknown): Error =>
  Object.assign(new Error(`${folder} was taken away at once`, { cause }), { code: "EEXIST", syscall: "mkdir" });

function makeWithRecord(folder: string, record: HolderRecord): void {
  mkdirSync(folder);
  try {
    writeFileSync(path.join(folder, record.name), record.text, { flag: "wx" });
  } catch (error) {
    // Somebody held the empty folder for a left one. It is as if the lock had not been free.
    if (errnoOf(error) === "ENOENT") throw takenAtOnce(folder, error);
    removeWithRecord(folder, record);
    throw error;
  }
}

/** What shows that the folder is another holder's, or nobody's, by now. */
const NOT_OURS = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);

/** Leaves the lock of another holder alone. */
export function removeWithRecord(folder: string, record: HolderRecord): void {
  try {
    unlinkSync(path.join(folder, record.name));
    rmdirSync(folder);
  } catch (error) {
    if (!NOT_OURS.has(errnoOf(error) ?? "")) throw error;
  }
}

type Callback = (error: unknown) => void;

const withCallback =
  (act: (folder: string) => void) =>
  (folder: string, done: Callback): void => {
    try {
      act(folder);
    } catch (error) {
      queueMicrotask(() => done(error));
      return;
    }
    queueMicrotask(() => done(null));
  };

/** For the option `fs` of proper-lockfile 4, which takes these functions and no others from it. */
export function lockFileSystem(record: HolderRecord): object {
  const remove = (folder: string): void => removeWithRecord(folder, record);
  return {
    mkdir: withCallback((folder) => makeWithRecord(folder, record)),
    realpath,
    rmdir: withCallback(remove),
    rmdirSync: remove,
    stat,
    utimes,
  };
}
