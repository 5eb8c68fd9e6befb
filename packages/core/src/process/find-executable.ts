/** Looks a program up on PATH, under the rules of executable-search. Reads the disk, changes nothing. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { errnoOf } from "../errors/index.ts";
import {
  type ExecutableQuery,
  flavorOf,
  type IgnoredEntry,
  isInside,
  planExecutableSearch,
} from "./executable-search.ts";

export interface FindExecutableOptions extends ExecutableQuery {
  /** Whether a candidate is a program that may be started. Default: a regular file with a permission to execute. */
  readonly isExecutable?: (file: string) => boolean;
}

export interface ExecutableSearch {
  /** Absolute path of the program, or undefined when there is none. */
  readonly path: string | undefined;
  /** Every place that was looked at, in order; the hit is the last one. */
  readonly looked: readonly string[];
  /** PATH entries that do not count, and why. */
  readonly ignored: readonly IgnoredEntry[];
}

const UNREADABLE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG"]);

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (UNREADABLE.has(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** A regular file that this process may execute; symbolic links are followed. On Windows every regular file is. */
function isExecutableFile(file: string): boolean {
  const found = unlessUnreadable(() => {
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.X_OK);
    return true;
  });
  return found === true;
}

/** The real path of `entry`, so that a link cannot hide where it leads; the path itself where it does not exist. */
function realPath(entry: string): string {
  return unlessUnreadable(() => realpathSync(entry)) ?? entry;
}

/** @throws INPUT_INVALID when `name` is not a bare name. */
export function findExecutable(options: FindExecutableOptions): ExecutableSearch {
  const { platform, exclude, isExecutable = isExecutableFile } = options;
  const plan = planExecutableSearch(options);
  const realExclude = exclude === undefined ? undefined : realPath(exclude);
  const looked: string[] = [];
  const ignored = [...plan.ignored];
  for (const candidate of plan.candidates) {
    looked.push(candidate);
    if (!isExecutable(candidate)) continue;
    const entry = flavorOf(platform).dirname(candidate);
    // Both the folder and the file: a link outside the project may lead to a program inside it.
    const isOutside = [entry, candidate].every(
      (place) => realExclude === undefined || !isInside(realExclude, realPath(place), platform),
    );
    if (isOutside) return { path: candidate, looked, ignored };
    ignored.push({ entry, reason: "inside-project" });
  }
  return { path: undefined, looked, ignored };
}
