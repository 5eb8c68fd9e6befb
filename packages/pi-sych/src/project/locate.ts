/**
 * Finds the SYNC.json that a working directory belongs to: the nearest one upwards, but never above the workspace. The
 * workspace ends at the folder that holds `.git`; without one, below the home directory; outside of that it is the
 * working directory alone, so that a file which somebody else left in a shared folder such as the temporary one is not
 * taken for the project's.
 */

import { lstat } from "node:fs/promises";
import nodePath from "node:path";
import { errnoOf } from "pi-extension-core/errors";
import { isInside } from "pi-extension-core/fs";
import { MANIFEST_NAME } from "./manifest.ts";

export interface ManifestPlace {
  /** Absolute; the link itself when SYNC.json is one. */
  readonly manifestPath: string | undefined;
  /** Absolute. */
  readonly workspaceRoot: string;
}

/** Folders from `cwd` to the top of the file system, `cwd` first. */
function foldersUpwards(cwd: string, flavor: nodePath.PlatformPath = nodePath): readonly string[] {
  const folders: string[] = [];
  for (let folder = flavor.resolve(cwd); ; ) {
    folders.push(folder);
    const parent = flavor.dirname(folder);
    if (parent === folder) return folders;
    folder = parent;
  }
}

/**
 * Folders of the workspace, `cwd` first, its root last. Decides by text alone.
 *
 * @param gitFolder the nearest folder upwards that holds `.git`
 */
export function workspaceFolders(
  cwd: string,
  gitFolder: string | undefined,
  home: string,
  flavor: nodePath.PlatformPath = nodePath,
): readonly string[] {
  const folders = foldersUpwards(cwd, flavor);
  if (gitFolder !== undefined) return folders.slice(0, folders.indexOf(gitFolder) + 1);
  return folders.filter(
    (folder, index) => index === 0 || (isInside(home, folder, flavor) && flavor.relative(home, folder) !== ""),
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR" || errno === "EACCES") return false;
    throw error;
  }
}

async function firstWith(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) if (await exists(nodePath.join(folder, name))) return folder;
  return undefined;
}

/** @param cwd absolute @param home absolute home directory of the user */
export async function locateManifest(cwd: string, home: string): Promise<ManifestPlace> {
  const workspace = workspaceFolders(cwd, await firstWith(foldersUpwards(cwd), ".git"), home);
  const folder = await firstWith(workspace, MANIFEST_NAME);
  return {
    manifestPath: folder === undefined ? undefined : nodePath.join(folder, MANIFEST_NAME),
    workspaceRoot: workspace.at(-1) ?? cwd,
  };
}
