/** The records of servers that were started here, one file for each, under the user's agent folder. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { errnoOf, isCodedError } from "pi-extension-core/errors";
import { removeInside, writeFileAtomic } from "pi-extension-core/fs";
import { readJsonFile } from "pi-extension-core/json";
import { formatRecord, parseRecord, type ServerRecord } from "./server-record.ts";

export interface RecordList {
  readonly records: readonly ServerRecord[];
  /** Absolute paths of files that are no records. They are left alone. */
  readonly unreadable: readonly string[];
}

const NAME = /^[0-9a-f]{8,64}\.json$/;
const MAX_BYTES = 64 * 1024;
const MAX_FILES = 1000;

/** Where the records lie. @param agentDir absolute, Pi's folder of this user */
export function serverRecordsFolder(agentDir: string): string {
  return path.join(agentDir, "pi-roblox", "servers");
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

export class RecordStore {
  readonly folder: string;

  /** @param folder see `serverRecordsFolder` */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Adds the record or replaces the one with its nonce. @throws WRITE_FAILED */
  async save(record: ServerRecord): Promise<void> {
    const stagingDir = path.join(this.folder, "staging");
    await writeFileAtomic(this.#fileOf(record), formatRecord(record), { stagingDir, mode: 0o600, createParents: true });
  }

  async remove(record: ServerRecord): Promise<void> {
    await removeInside(this.folder, this.#fileOf(record));
  }

  async list(): Promise<RecordList> {
    const names = (await namesIn(this.folder)).filter((name) => NAME.test(name)).slice(0, MAX_FILES);
    const records: ServerRecord[] = [];
    const unreadable: string[] = [];
    for (const name of names) {
      const file = path.join(this.folder, name);
      const record = await readRecord(file);
      if (record === "absent") continue;
      // A record under another name is not what we wrote.
      if (record !== undefined && this.#fileOf(record) === file) records.push(record);
      else unreadable.push(file);
    }
    return { records, unreadable };
  }

  #fileOf(record: ServerRecord): string {
    return path.join(this.folder, `${record.nonce}.json`);
  }
}

async function readRecord(file: string): Promise<ServerRecord | "absent" | undefined> {
  try {
    return parseRecord((await readJsonFile(file, { maxBytes: MAX_BYTES })).value);
  } catch (error) {
    if (!isCodedError(error)) throw error;
    // Another session has removed it since.
    return error.code === "NOT_FOUND" ? "absent" : undefined;
  }
}
