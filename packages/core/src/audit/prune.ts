/** Removes day files that are past their time. Nothing else in the folder is touched. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";
import { removeInside } from "../fs/index.ts";
import { type Clock, systemClock } from "../seams/index.ts";
import { expiredDayFiles } from "./day-file.ts";

export interface PruneAuditOptions {
  /** Full days before today that are kept; 0 keeps today only. */
  readonly retentionDays: number;
  readonly clock?: Clock;
}

/** Names in a folder; none when it does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/**
 * Removes the expired day files of `directory` (absolute) and returns their names, newest first.
 * @throws INPUT_INVALID for a number of days that is negative or no whole number
 */
export async function pruneAudit(directory: string, options: PruneAuditOptions): Promise<string[]> {
  const { retentionDays, clock = systemClock } = options;
  if (!Number.isSafeInteger(retentionDays) || retentionDays < 0 || retentionDays > 100_000)
    throw coreError("INPUT_INVALID", `${retentionDays} is no number of days to keep audit records`, {
      hint: "Give a whole number from 0 to 100000.",
    });
  const expired = expiredDayFiles(await namesIn(directory), clock.now(), retentionDays);
  for (const name of expired) await removeInside(directory, path.join(directory, name));
  return expired;
}
