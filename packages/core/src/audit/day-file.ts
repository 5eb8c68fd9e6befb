/** One file for each UTC day: `YYYY-MM-DD.jsonl`, so names sort by time. Pure. */

const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;
const DAY_MS = 86_400_000;

/** @param at ISO 8601 time in UTC */
export function dayFileName(at: string): string {
  return `${at.slice(0, 10)}.jsonl`;
}

/** The day files among `names`, newest first. */
export function sortDayFiles(names: readonly string[]): string[] {
  return names
    .filter((name) => DAY_FILE.test(name))
    .toSorted()
    .toReversed();
}

/** The day files that are older than `retentionDays` full days before the day of `nowMs`. */
export function expiredDayFiles(names: readonly string[], nowMs: number, retentionDays: number): string[] {
  const oldest = dayFileName(new Date(nowMs - retentionDays * DAY_MS).toISOString());
  return sortDayFiles(names).filter((name) => name < oldest);
}
