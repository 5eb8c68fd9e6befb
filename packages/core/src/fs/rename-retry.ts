/** `rename` that waits out what a virus scanner, an indexer or an open editor does to it on Windows. */

import { rename as nodeRename } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { errnoOf } from "../errors/index.ts";

export interface RenameOptions {
  readonly rename?: ((from: string, to: string) => Promise<void>) | undefined;
  readonly platform?: NodeJS.Platform | undefined;
  /** Pauses between the tries. Default 10 ms doubling to 640 ms, 1.3 s in all, on Windows; none elsewhere. */
  readonly pausesMs?: readonly number[] | undefined;
}

const WINDOWS_PAUSES_MS = [10, 20, 40, 80, 160, 320, 640];
const PASSING = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Rejects with the last error of the system when all tries failed. */
export async function renameWithRetry(from: string, to: string, options: RenameOptions = {}): Promise<void> {
  const { rename = nodeRename, platform = process.platform } = options;
  const pausesMs = options.pausesMs ?? (platform === "win32" ? WINDOWS_PAUSES_MS : []);
  for (const pauseMs of pausesMs) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!PASSING.has(errnoOf(error) ?? "")) throw error;
      await delay(pauseMs);
    }
  }
  await rename(from, to);
}
