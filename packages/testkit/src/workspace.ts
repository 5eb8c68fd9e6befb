/** A temporary folder with given files, to work in and to throw away. */

import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { diffSnapshots, type Snapshot, type SnapshotDiff, takeSnapshot } from "./snapshot.ts";

/** Content of a file; with `mode` where permission bits matter. */
export type WorkspaceFile = string | Uint8Array | { readonly content: string | Uint8Array; readonly mode: number };

export interface WorkspaceOptions {
  /** Path (relative, forward slashes) to content; a path that ends in `/` is an empty folder. */
  readonly files?: Readonly<Record<string, WorkspaceFile>>;
  /** The root's name has spaces, quotes and non-ASCII letters, as a user's folder may. */
  readonly awkwardPath?: boolean;
}

export interface Workspace {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** Absolute path of a relative one. */
  readonly path: (relative: string) => string;
  readonly read: (relative: string) => Promise<string>;
  readonly readBytes: (relative: string) => Promise<Uint8Array>;
  /** Creates folders on the way. */
  readonly write: (relative: string, file: WorkspaceFile) => Promise<void>;
  readonly snapshot: () => Promise<Snapshot>;
  /** What differs now from an earlier snapshot. */
  readonly diff: (before: Snapshot) => Promise<SnapshotDiff>;
  /** Removes the folder; a second call does nothing. */
  readonly cleanup: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

// No name that Windows refuses: of the quotes only the single one.
const AWKWARD_NAME = "Jane's проект ünï 日本";

async function writeOne(root: string, relative: string, file: WorkspaceFile): Promise<void> {
  const path = join(root, relative);
  if (relative.endsWith("/")) {
    await mkdir(path, { recursive: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true });
  const isPlain = typeof file === "string" || file instanceof Uint8Array;
  await writeFile(path, isPlain ? file : file.content);
  // Not through writeFile's mode, which the umask narrows and an existing file ignores.
  if (!isPlain) await chmod(path, file.mode);
}

export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const top = await mkdtemp(join(await realpath(tmpdir()), "pi-workspace-"));
  const root = options.awkwardPath === true ? join(top, AWKWARD_NAME) : top;
  await mkdir(root, { recursive: true });
  for (const [relative, file] of Object.entries(options.files ?? {})) await writeOne(root, relative, file);
  const path = (relative: string): string => join(root, relative);
  const cleanup = (): Promise<void> => rm(top, { recursive: true, force: true, maxRetries: 5 });
  return {
    root,
    path,
    read: (relative) => readFile(path(relative), "utf8"),
    readBytes: (relative) => readFile(path(relative)),
    write: (relative, file) => writeOne(root, relative, file),
    snapshot: () => takeSnapshot(root),
    diff: async (before) => diffSnapshots(before, await takeSnapshot(root)),
    cleanup,
    [Symbol.asyncDispose]: cleanup,
  };
}
