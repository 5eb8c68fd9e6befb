/** Removes what a killed process left in a staging folder. */

import { lstat, readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import { lifeOfOwner, type NamedOwner } from "../lock/owner-name.ts";
import { recoverLock } from "../lock/with-lock.ts";
import { type Clock, systemClock } from "../seams/index.ts";
import { tempOwner } from "./temp-name.ts";

export interface SweepOptions {
  /**
   * A staged file whose process is not known to be gone (another machine, a pid that may have been used again) is
   * removed when it is older. Default 24 h.
   */
  readonly maxAgeMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_MAX_AGE_MS = 24 * 3_600_000;
/** Locks that `writeFileIfUnchanged` takes. */
const WRITE_LOCK = /^(?<target>cas-[0-9a-f]+)\.lock$/;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** False when another process has swept it first. */
async function sweepFile(file: string, owner: NamedOwner, maxAgeMs: number, clock: Clock): Promise<boolean> {
  const life = lifeOfOwner(owner);
  if (life === "living") return false;
  try {
    if (life === "unknown" && clock.now() - (await lstat(file)).mtimeMs <= maxAgeMs) return false;
    await unlink(file);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Removes staged files and write locks whose process is gone, and nothing else: those of living processes and foreign
 * files stay. Meant for the start of a session, before the first write.
 * @param stagingDir absolute; need not exist
 * @returns the names that were removed
 */
export async function sweepStaging(stagingDir: string, options: SweepOptions = {}): Promise<string[]> {
  const { maxAgeMs = DEFAULT_MAX_AGE_MS, clock = systemClock } = options;
  const removed: string[] = [];
  for (const name of await namesIn(stagingDir)) {
    const owner = tempOwner(name);
    const lockTarget = WRITE_LOCK.exec(name)?.groups?.["target"];
    const isRemoved =
      owner === undefined
        ? lockTarget !== undefined && (await recoverLock(path.join(stagingDir, lockTarget)))
        : await sweepFile(path.join(stagingDir, name), owner, maxAgeMs, clock);
    if (isRemoved) removed.push(name);
  }
  return removed;
}
