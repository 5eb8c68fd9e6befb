/** Removes what a killed process left in a staging folder. */

import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "../errors/index.ts";
import { isAlive } from "../lock/process-identity.ts";
import { tempOwner } from "./temp-name.ts";

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/**
 * Removes staged files whose process is gone, and nothing else: files of living processes and foreign files stay.
 * @returns the names that were removed
 */
export async function sweepStaging(stagingDir: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await namesIn(stagingDir)) {
    const owner = tempOwner(name);
    if (owner === undefined || isAlive(owner)) continue;
    try {
      await unlink(path.join(stagingDir, name));
      removed.push(name);
    } catch (error) {
      // Another process sweeps at the same time.
      if (errnoOf(error) !== "ENOENT") throw error;
    }
  }
  return removed;
}
