/** Looks at what stands at paths, by their exact names, without following any link. */

import type { Stats } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf, hasCode } from "../errors/index.ts";
import { lstatOrAbsent } from "../fs/index.ts";
import { matchName } from "./case-names.ts";
import { FILE_LANES, forEachConcurrently } from "./concurrent.ts";
import type { EntryState, FileState } from "./entry-state.ts";
import { ancestorsOf } from "./manifest.ts";

export interface Observation {
  /** One for each path that was asked for, and for each variant. What lies below a file or link is absent. */
  readonly states: ReadonlyMap<string, EntryState>;
  /**
   * Where the file system folds case: path to the path of the same file as it is really written, for paths that lead to a
   * file under another spelling. Such a path is absent.
   */
  readonly variants: ReadonlyMap<string, string>;
}

export interface ObserveOptions {
  readonly root: string;
  readonly isCaseSensitive: boolean;
  readonly signal: AbortSignal;
  /** Reads a regular file. @param file absolute */
  readonly readFile: (file: string) => Promise<FileState>;
}

const ABSENT: EntryState = { kind: "absent" };

/** An error of the system that says that this user may not look, as FILE_INVALID; everything else as it is. */
function asUnreadable(error: unknown, file: string): unknown {
  const errno = errnoOf(error);
  if (errno !== "EACCES" && errno !== "EPERM") return error;
  return coreError("FILE_INVALID", `${file} cannot be looked at (${errno})`, {
    hint: "Give yourself access to it and to the folders above it.",
    cause: error,
    data: { path: file, errno },
  });
}

/** Names in a folder, sorted; none when it is no folder any more. @throws FILE_INVALID, also for a name that is no UTF-8 */
export async function namesIn(folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
    throw asUnreadable(error, folder);
  }
  // Node puts this character where a name cannot be decoded; such a name would later look like an absent one.
  const undecoded = names.find((name) => name.includes("\uFFFD"));
  if (undecoded === undefined) return names.sort();
  throw coreError("FILE_INVALID", `${folder} holds a file whose name is no UTF-8 text: ${JSON.stringify(undecoded)}`, {
    hint: "Rename it.",
    data: { folder, name: undecoded },
  });
}

async function linkState(absolute: string): Promise<EntryState> {
  const target = await readlink(absolute);
  if (!target.includes("\uFFFD")) return { kind: "symlink", target };
  throw coreError("FILE_INVALID", `The target of the symbolic link ${absolute} is no UTF-8 text`, {
    hint: "Leave the link out.",
    data: { path: absolute },
  });
}

export interface Finder {
  /** Absolute path of one from the root. */
  absoluteOf(relative: string): string;
  /** Names in a folder, by its path from the root; none when it is not a real one. */
  names(folder: string): Promise<string[]>;
  /** The path as the file system writes it, or undefined when nothing can be there. */
  find(wanted: string): Promise<string | undefined>;
}

/** Remembers what it saw of folders, for one observation. */
export function createFinder({ root, isCaseSensitive }: Pick<ObserveOptions, "root" | "isCaseSensitive">): Finder {
  const folders = new Map<string, Promise<boolean>>();
  const listings = new Map<string, Promise<string[]>>();
  const remember = <T>(memory: Map<string, T>, key: string, make: () => T): T => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const made = make();
    memory.set(key, made);
    return made;
  };
  const absoluteOf = (relative: string): string => path.join(root, ...relative.split("/"));
  const isFolder = (relative: string): Promise<boolean> =>
    remember(folders, relative, async () => (await lstatOrAbsent(absoluteOf(relative)))?.isDirectory() === true);
  const listing = (relative: string): Promise<string[]> =>
    remember(listings, relative, () => namesIn(relative === "" ? root : absoluteOf(relative)));

  return {
    absoluteOf,
    async names(folder: string): Promise<string[]> {
      return folder === "" || (await isFolder(folder)) ? listing(folder) : [];
    },
    async find(wanted: string): Promise<string | undefined> {
      if (isCaseSensitive) {
        for (const folder of ancestorsOf(wanted)) if (!(await isFolder(folder))) return undefined;
        return wanted;
      }
      let found = "";
      for (const segment of wanted.split("/")) {
        if (found !== "" && !(await isFolder(found))) return undefined;
        const name = matchName(segment, await listing(found), false);
        if (name === undefined) return undefined;
        found = found === "" ? name : `${found}/${name}`;
      }
      return found;
    },
  };
}

async function stateAt(absolute: string, stat: Stats, options: ObserveOptions): Promise<EntryState> {
  if (stat.isSymbolicLink()) return linkState(absolute);
  if (stat.isDirectory()) return { kind: "directory", mode: stat.mode & 0o777 };
  return stat.isFile() ? options.readFile(absolute) : { kind: "other" };
}

/** @throws FILE_INVALID, STALE_PRECONDITION, or what `readFile` throws */
export async function observe(paths: readonly string[], options: ObserveOptions): Promise<Observation> {
  const finder = createFinder(options);
  const states = new Map<string, EntryState>(paths.map((wanted) => [wanted, ABSENT]));
  const variants = new Map<string, string>();
  await forEachConcurrently(paths, FILE_LANES, async (wanted) => {
    options.signal.throwIfAborted();
    try {
      const found = await finder.find(wanted);
      if (found === undefined) return;
      const absolute = finder.absoluteOf(found);
      const stat = await lstatOrAbsent(absolute);
      if (stat === undefined) return;
      states.set(found, await stateAt(absolute, stat, options));
      if (found !== wanted) variants.set(wanted, found);
    } catch (error) {
      // It went away since it was seen.
      if (!hasCode(error, "NOT_FOUND") && errnoOf(error) !== "ENOENT") throw asUnreadable(error, wanted);
    }
  });
  return { states, variants };
}
