/** What is on disk at a path, without following links inside the workspace. */

import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "pi-extension-core/errors";

export interface FileOnDisk {
  readonly exists: boolean;
  /** The file itself or a folder on the way inside the workspace is a link. */
  readonly isSymlink: boolean;
  readonly kind: "file" | "folder" | "other";
}

const ABSENT = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EINVAL"]);

/** Undefined for what is not there or may not be looked at. */
async function look(file: string, how: (file: string) => Promise<Stats>): Promise<Stats | undefined> {
  try {
    return await how(file);
  } catch (error) {
    if (ABSENT.has(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

function kindOf(stats: Stats | undefined): FileOnDisk["kind"] {
  if (stats === undefined || stats.isFile()) return "file";
  return stats.isDirectory() ? "folder" : "other";
}

/** The folders from `root` down to `file`, and `file`; `file` alone where it is not inside. */
function wayTo(root: string, file: string): readonly string[] {
  const relative = path.relative(root, file);
  if (relative === "" || path.isAbsolute(relative) || relative.split(path.sep)[0] === "..") return [file];
  const names = relative.split(path.sep);
  return names.map((_, index) => path.join(root, ...names.slice(0, index + 1)));
}

/** @param root absolute folder of the workspace; it may itself be reached through links @param file absolute */
export async function lookAtFile(root: string, file: string): Promise<FileOnDisk> {
  for (const place of wayTo(root, file)) {
    const found = await look(place, lstat);
    if (found === undefined) return { exists: false, isSymlink: false, kind: "file" };
    if (!found.isSymbolicLink()) continue;
    const target = await look(file, stat);
    return { exists: target !== undefined, isSymlink: true, kind: kindOf(target) };
  }
  return { exists: true, isSymlink: false, kind: kindOf(await look(file, lstat)) };
}

const swapCase = (text: string): string => {
  const lower = text.toLowerCase();
  return lower === text ? text.toUpperCase() : lower;
};

/**
 * Whether the disk of a folder tells upper from lower case: asked by looking for the folder under another spelling.
 * @param platform decides where the name has no letters
 */
export async function tellsCaseApart(folder: string, platform: NodeJS.Platform): Promise<boolean> {
  const usual = platform !== "win32" && platform !== "darwin";
  const name = path.basename(folder);
  const other = swapCase(name);
  if (other === name) return usual;
  const [here, there] = await Promise.all([look(folder, stat), look(path.join(path.dirname(folder), other), stat)]);
  if (here === undefined) return usual;
  return there === undefined || there.ino !== here.ino || there.dev !== here.dev;
}
