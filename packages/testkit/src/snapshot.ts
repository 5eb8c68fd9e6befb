/** The state of a folder as data, and the difference of two states. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

export interface SnapshotEntry {
  readonly kind: "file" | "directory" | "symlink" | "other";
  /** Permission bits; 0 on Windows, which has none. */
  readonly mode: number;
  /** Lower-case hex; of a file's bytes or of a link's target, empty for the rest. */
  readonly sha256: string;
}

/** Path (relative, forward slashes) to entry, sorted by path. */
export type Snapshot = Readonly<Record<string, SnapshotEntry>>;

export interface SnapshotDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Content, kind or mode differs. */
  readonly changed: readonly string[];
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function describeEntry(path: string): Promise<SnapshotEntry> {
  const stats = await lstat(path);
  const mode = process.platform === "win32" ? 0 : stats.mode & 0o7777;
  if (stats.isSymbolicLink()) {
    const target = await readlink(path);
    return { kind: "symlink", mode: 0, sha256: createHash("sha256").update(target).digest("hex") };
  }
  if (stats.isFile()) return { kind: "file", mode, sha256: await hashFile(path) };
  return { kind: stats.isDirectory() ? "directory" : "other", mode, sha256: "" };
}

/** Everything below `root`, symbolic links as themselves. */
export async function takeSnapshot(root: string): Promise<Snapshot> {
  // With file types: without them, Node's recursive readdir goes through symbolic links, for ever in a cycle.
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = found.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
  const entries = await Promise.all(
    paths.map(async (path) => [path.split(sep).join("/"), await describeEntry(join(root, path))] as const),
  );
  return Object.fromEntries(entries);
}

/** Pure. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  const isSame = (path: string): boolean => {
    const [a, b] = [before[path], after[path]];
    return a?.kind === b?.kind && a?.mode === b?.mode && a?.sha256 === b?.sha256;
  };
  return {
    added: Object.keys(after).filter((path) => !Object.hasOwn(before, path)),
    removed: Object.keys(before).filter((path) => !Object.hasOwn(after, path)),
    changed: Object.keys(after).filter((path) => Object.hasOwn(before, path) && !isSame(path)),
  };
}
