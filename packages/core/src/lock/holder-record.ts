/**
 * Who holds a lock: one file in the lock's folder. Its name tells the process and is unique, so it is whole as soon as it
 * exists, and whoever removes it removes the record of that holder and no later one. Its content is for messages.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";
import { formatOwner, lifeOfOwner, type NamedOwner, parseOwner } from "./owner-name.ts";
import type { ProcessLife } from "./process-identity.ts";

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** What the holder does, in a few words. */
  readonly purpose: string;
  /** ISO time at which it asked for the lock. */
  readonly since: string;
}

export interface LockState {
  /** Name of the holder's record; undefined when there is none. */
  readonly record: string | undefined;
  /** Of the holder; `none` while the folder is empty: its maker was stopped before it could write its record. */
  readonly life: ProcessLife | "none";
  /** Time of the holder's last sign of life, in milliseconds since the Unix epoch. */
  readonly touchedAtMs: number;
}

const NAME = /^holder\.(?<owner>.+)\.[0-9a-f]+\.json$/;

/** @param random hex digits. Pure */
export function recordName(owner: NamedOwner, random: string): string {
  return `holder.${formatOwner(owner)}.${random}.json`;
}

function lifeOfRecord(name: string): ProcessLife {
  const owner = parseOwner(NAME.exec(name)?.groups?.["owner"] ?? "");
  return owner === undefined ? "unknown" : lifeOfOwner(owner);
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Undefined when nobody holds the lock whose folder this is.
 * @throws FILE_INVALID when something else is in its place
 */
export async function readLockState(folder: string): Promise<LockState | undefined> {
  const found = await ifThere(stat(folder));
  if (found?.isDirectory() === false)
    throw coreError("FILE_INVALID", `${folder} is no folder, so it is no lock`, {
      hint: "Remove it.",
      data: { path: folder },
    });
  const names = await ifThere(readdir(folder));
  if (found === undefined || names === undefined) return undefined;
  const record = names.find((name) => NAME.test(name)) ?? names[0];
  return { record, life: record === undefined ? "none" : lifeOfRecord(record), touchedAtMs: found.mtimeMs };
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== "object" || value === null) return false;
  const { pid, host, purpose, since } = value as Partial<Record<keyof LockHolder, unknown>>;
  return Number.isInteger(pid) && [host, purpose, since].every((text) => typeof text === "string");
}

/** The holder of the lock whose folder this is, or undefined: none, or its record is not written yet. */
export async function readHolder(folder: string): Promise<LockHolder | undefined> {
  const record = (await ifThere(readdir(folder)))?.find((name) => NAME.test(name));
  const text = record === undefined ? undefined : await ifThere(readFile(path.join(folder, record), "utf8"));
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
