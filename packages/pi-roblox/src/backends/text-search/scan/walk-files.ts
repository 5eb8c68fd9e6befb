/** Lists the files that a search covers, by the rules of ripgrep. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "pi-extension-core/errors";
import { readRegularFile } from "pi-extension-core/fs";
import type { Exclusions } from "../ignore/exclusions.ts";
import {
  type FolderRules,
  folderRules,
  IGNORE_FILE_NAMES,
  type IgnoreFileName,
  isIgnored,
} from "../ignore/folder-rules.ts";
import { type IgnoreRule, parseIgnoreFile } from "../ignore/ignore-rules.ts";

export interface WalkOptions {
  /** Absolute folder. */
  readonly root: string;
  readonly exclusions: Exclusions;
  /** More files than this are refused. */
  readonly maxFiles: number;
  readonly signal: AbortSignal | undefined;
}

const MAX_IGNORE_FILE_BYTES = 1024 * 1024;
/** Folders that are read at once. */
const CONCURRENCY = 8;

interface Folder {
  /** From the root, forward slashes; empty for the root. */
  readonly path: string;
  readonly rules: FolderRules | undefined;
}

/**
 * Regular files below the root, from the root with forward slashes, in no order. Links are not followed, folders that
 * cannot be read are passed over.
 * @throws LIMIT_EXCEEDED, or the reason of the signal
 */
export async function walkFiles(options: WalkOptions): Promise<string[]> {
  const files: string[] = [];
  const pending: Folder[] = [{ path: "", rules: undefined }];
  while (pending.length > 0) {
    options.signal?.throwIfAborted();
    const batch = pending.splice(-CONCURRENCY);
    await Promise.all(batch.map((folder) => walkFolder(folder, options, files, pending)));
    if (files.length > options.maxFiles)
      throw coreError("LIMIT_EXCEEDED", `${options.root} has more than ${options.maxFiles} files to search`, {
        hint: "Ignore folders that are not part of the game, or install ripgrep.",
        data: { root: options.root, maxFiles: options.maxFiles },
      });
  }
  return files;
}

async function walkFolder(folder: Folder, options: WalkOptions, files: string[], pending: Folder[]): Promise<void> {
  const absolute = path.join(options.root, folder.path);
  const entries = await readFolder(absolute);
  const names = new Set(entries.map((entry) => entry.name));
  const ownFiles = await readIgnoreFiles(absolute, names);
  const rules = folderRules(folder.rules, folder.path, ownFiles, names.has(".jj"));
  for (const entry of entries) {
    const isFolder = entry.isDirectory();
    if (!isFolder && !entry.isFile()) continue;
    const entryPath = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
    if (options.exclusions.isExcluded(entryPath, entry.name, isFolder) || isIgnored(rules, entryPath, isFolder))
      continue;
    if (isFolder) pending.push({ path: entryPath, rules });
    else files.push(entryPath);
  }
}

async function readFolder(absolute: string) {
  try {
    return await readdir(absolute, { withFileTypes: true });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}

async function readIgnoreFiles(
  absolute: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<IgnoreFileName, readonly IgnoreRule[]>> {
  const found = new Map<IgnoreFileName, readonly IgnoreRule[]>();
  for (const name of IGNORE_FILE_NAMES) {
    if (!names.has(name)) continue;
    const rules = await readRules(path.join(absolute, name));
    if (rules.length > 0) found.set(name, rules);
  }
  return found;
}

async function readRules(file: string): Promise<readonly IgnoreRule[]> {
  try {
    return parseIgnoreFile(await readRegularFile(file, MAX_IGNORE_FILE_BYTES));
  } catch {
    // A folder of that name, an unreadable file, one that is no list of patterns by its size: no rules, as in ripgrep.
    return [];
  }
}
