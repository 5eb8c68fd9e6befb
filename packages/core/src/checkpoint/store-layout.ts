/** Names of the files of a store, and which paths a checkpoint may cover. Pure. */

import nodePath from "node:path";
import { coreError } from "../errors/index.ts";
import { type Fingerprint, isInside, resolveInside, unsafeNameReason } from "../fs/index.ts";
import { foldName } from "./case-names.ts";
import { MANIFEST_NAME } from "./manifest.ts";

export interface StorePaths {
  readonly root: string;
  readonly directory: string;
  readonly blobs: string;
  readonly staging: string;
  /** What is locked; the lock stands beside it. */
  readonly lockTarget: string;
}

export function storePathsOf(root: string, directory: string): StorePaths {
  const inStore = (name: string): string => nodePath.join(directory, name);
  return { root, directory, blobs: inStore("blobs"), staging: inStore("staging"), lockTarget: inStore("store") };
}

/** The store's own folders, and everything that its lock may put beside itself. */
const RESERVED = /^(?:blobs|staging|store(?:\..*)?)$/i;

/** True for a name that a checkpoint's folder may have. */
export function isCheckpointId(name: string): boolean {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name);
  return isPlain && unsafeNameReason(name) === undefined && !RESERVED.test(name);
}

export const manifestPath = (paths: StorePaths, id: string): string =>
  nodePath.join(paths.directory, id, MANIFEST_NAME);

const HEX = /^[0-9a-f]{64}$/;

export const blobPath = (paths: StorePaths, fingerprint: Fingerprint): string =>
  nodePath.join(paths.blobs, fingerprint.slice("sha256:".length));

/** The fingerprint that a file in the blob folder is named for, or undefined for a foreign file. */
export function blobOf(name: string): Fingerprint | undefined {
  return HEX.test(name) ? `sha256:${name}` : undefined;
}

/** Git refuses these names in its trees because what is written there can run; `git~1` is `.git` to old Windows programs. */
const isGitFolder = (segment: string): boolean => /^(?:\.git|git~\d+)$/.test(foldName(segment));

const refuse = (path: string, problem: string) =>
  coreError("PATH_UNSAFE", `${JSON.stringify(path)} ${problem}`, {
    hint: "Name the files and folders of the work.",
    data: { path },
  });

/**
 * The path as entries hold it: from the root, with forward slashes.
 * @param path absolute, or relative to the root
 * @throws PATH_OUTSIDE_ROOT; PATH_UNSAFE, also for the root itself, the store, the folders above it, and all of `.git`
 */
export function entryPathOf(paths: StorePaths, path: string, flavor: nodePath.PlatformPath = nodePath): string {
  const { absolute, relative } = resolveInside(paths.root, path, flavor);
  if (relative === ".") throw refuse(path, "is the root itself");
  if (relative.split("/").some(isGitFolder)) throw refuse(path, "is in a .git folder, which no checkpoint covers");
  // Folded on every platform: whether this file system tells case apart is not known here.
  const [store, covered] = [foldName(paths.directory), foldName(absolute)];
  if (isInside(store, covered, flavor) || isInside(covered, store, flavor))
    throw refuse(path, "holds the checkpoints themselves");
  return relative;
}
