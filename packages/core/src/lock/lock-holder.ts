/** The record beside a lock: who holds it, for messages and for telling a dead holder from a slow one. */

import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { errnoOf } from "../errors/index.ts";
import { type FolderIdentity, isSameFolder } from "./lock-folder.ts";
import { currentProcess, lifeOf, type ProcessLife } from "./process-identity.ts";

export interface LockHolder {
  readonly pid: number;
  readonly startToken: string | undefined;
  readonly host: string;
  /** What the holder does, in a few words. */
  readonly purpose: string;
  /** ISO time at which it got the lock. */
  readonly since: string;
  /** The lock folder that this record belongs to. */
  readonly folder: FolderIdentity;
}

export function describeSelf(purpose: string, since: string, { ino, birthtimeNs }: FolderIdentity): LockHolder {
  return { ...currentProcess(), host: hostname(), purpose, since, folder: { ino, birthtimeNs } };
}

const hasTexts = (value: unknown, keys: readonly string[]): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && keys.every((key) => typeof Reflect.get(value, key) === "string");

function isHolder(value: unknown): value is LockHolder {
  if (!hasTexts(value, ["host", "purpose", "since"])) return false;
  const { pid, startToken, folder } = value as Partial<Record<keyof LockHolder, unknown>>;
  const isToken = startToken === undefined || typeof startToken === "string";
  return Number.isInteger(pid) && Number(pid) > 0 && isToken && hasTexts(folder, ["ino", "birthtimeNs"]);
}

/** The holder that a record names, or undefined: none, damaged, or written half. */
export async function readHolderFile(path: string): Promise<LockHolder | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the holder of `folder` lives; `unknown` when the record is of another lock or another machine. */
export function holderLife(holder: LockHolder | undefined, folder: FolderIdentity): ProcessLife {
  if (holder === undefined || holder.host !== hostname() || !isSameFolder(holder.folder, folder)) return "unknown";
  return lifeOf(holder);
}
