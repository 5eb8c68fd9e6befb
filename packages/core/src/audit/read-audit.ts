/** The reading side of the audit log: newest first, and tolerant of whatever else the files hold. */

import path from "node:path";
import { hasCode } from "../errors/index.ts";
import { lstatOrAbsent, openRegularFile } from "../fs/index.ts";
import { sortDayFiles } from "./day-file.ts";
import { linesFromEnd } from "./lines-from-end.ts";
import { namesIn } from "./prune.ts";
import { type AuditRecord, parseRecord } from "./record.ts";

export interface ReadAuditOptions {
  /** Records to return at most. Default 100. */
  readonly limit?: number;
  /** Only records for which this is true; the others do not count towards the limit. */
  readonly where?: (record: AuditRecord) => boolean;
  readonly signal?: AbortSignal;
}

export interface AuditPage {
  /** In the reverse order of appending. */
  readonly records: readonly AuditRecord[];
  /** Lines on the way that are no records: torn by a full disk, or foreign. */
  readonly damagedLines: number;
  /** Names of day files that were not read: links, folders, no permission. */
  readonly unreadableFiles: readonly string[];
  /** True when there may be older records. */
  readonly hasMore: boolean;
}

const MAX_LINE_BYTES = 4 << 20;

async function openDayFile(file: string): Promise<Awaited<ReturnType<typeof openRegularFile>> | undefined> {
  try {
    // A link could bring in the records of another project.
    if ((await lstatOrAbsent(file))?.isSymbolicLink() === true) return undefined;
    return await openRegularFile(file);
  } catch (error) {
    if (hasCode(error, "FILE_INVALID") || hasCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

/**
 * The newest records of the log in `directory` (absolute); none when it does not exist.
 * @throws the reason of `signal`
 */
export async function readAudit(directory: string, options: ReadAuditOptions = {}): Promise<AuditPage> {
  const { limit = 100, where = () => true, signal } = options;
  const records: AuditRecord[] = [];
  const unreadableFiles: string[] = [];
  let damagedLines = 0;
  for (const name of sortDayFiles(await namesIn(directory))) {
    const opened = await openDayFile(path.join(directory, name));
    if (opened === undefined) {
      unreadableFiles.push(name);
      continue;
    }
    try {
      for await (const line of linesFromEnd(opened.handle, Number(opened.stat.size), MAX_LINE_BYTES)) {
        signal?.throwIfAborted();
        if (line?.trim() === "") continue;
        const record = line === undefined ? undefined : parseRecord(line);
        if (record === undefined) damagedLines += 1;
        else if (where(record)) {
          if (records.length >= limit) return { records, damagedLines, unreadableFiles, hasMore: true };
          records.push(record);
        }
      }
    } finally {
      await opened.handle.close();
    }
  }
  return { records, damagedLines, unreadableFiles, hasMore: false };
}
