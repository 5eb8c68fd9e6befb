/** What is at the path that is to be written, and the folders that lead to it. */

import { mkdir, realpath, rmdir } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";
import { syncFolder } from "./folders.ts";
import { lstatOrAbsent } from "./symlinks.ts";

export interface KeptAttributes {
  /** Permission bits, with set-user-id and its like. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface WriteTarget {
  /** The file itself, where the path that was given is a link to it. */
  readonly path: string;
  /** Undefined when there is no file. */
  readonly kept: KeptAttributes | undefined;
}

const PERMISSIONS = 0o7777;

/** @throws FILE_INVALID for what is no regular file, and a link that leads nowhere; SYMLINK_REFUSED where asked */
export async function resolveTarget(file: string, symlinks: "follow" | "refuse"): Promise<WriteTarget> {
  const entry = await lstatOrAbsent(file);
  if (entry === undefined) return { path: file, kept: undefined };
  if (entry.isSymbolicLink()) {
    if (symlinks === "follow") return resolveTarget(await linkedPath(file), "refuse");
    throw coreError("SYMLINK_REFUSED", `${file} is a symbolic link`, {
      hint: "Name the file that the link leads to.",
      data: { path: file },
    });
  }
  if (!entry.isFile())
    throw coreError("FILE_INVALID", `${file} is not a regular file`, {
      hint: "Name a regular file, or a path where nothing is.",
      data: { path: file },
    });
  const { mode, uid, gid } = entry;
  return { path: file, kept: { mode: mode & PERMISSIONS, uid, gid } };
}

async function linkedPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    throw coreError("FILE_INVALID", `${file} is a symbolic link that leads nowhere`, {
      hint: "Remove the link, or create what it leads to.",
      cause: error,
      data: { path: file },
    });
  }
}

/** Makes `folder` and its parents, durably. @returns those that were made, outermost first */
export async function makeFolders(folder: string): Promise<string[]> {
  const outermost = await mkdir(folder, { recursive: true });
  if (outermost === undefined) return [];
  const made: string[] = [];
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    made.unshift(current);
    await syncFolder(path.dirname(current));
    if (current === path.resolve(outermost) || current === path.dirname(current)) return made;
  }
}

/** Takes folders away again that a failed write has made, as far as they are still empty. */
export async function unmakeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) {
    try {
      await rmdir(folder);
    } catch (error) {
      // Somebody has put something there, or has removed it.
      if (errnoOf(error) === undefined) throw error;
      return;
    }
  }
}
