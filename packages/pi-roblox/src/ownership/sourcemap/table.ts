/**
 * A sourcemap as columns, one row for each instance, parents before children: some 40 bytes for a row beside its text,
 * where objects would take several hundred, and a part of it can be exchanged by copying. Pure.
 */

import { absoluteFile, type FileNaming, keyOfAbsolute } from "../../datamodel/file-key.ts";
import type { SourcemapNode } from "./read-nodes.ts";

export interface SourcemapTable {
  readonly names: readonly string[];
  readonly classNames: readonly string[];
  /** Row of the parent; -1 for the root. */
  readonly parents: Int32Array;
  /** Row behind the last descendant. */
  readonly ends: Int32Array;
  /** Absolute, as listed. */
  readonly files: readonly (readonly string[])[];
  /** `fileKey` of each file that can be mapped. The same array as in `files` where they are equal. */
  readonly keys: readonly (readonly string[])[];
}

interface FileBase {
  /** Absolute folder of the project file: what relative paths of a sourcemap start from, whatever the working folder. */
  readonly projectFolder: string;
  readonly naming: FileNaming;
}

export interface SourcemapOptions extends FileBase {
  /** Whether it was made with `--include-non-scripts`; without it, an instance that is not in the map may still be Rojo's. */
  readonly includesNonScripts: boolean;
}

const NONE: readonly string[] = [];

/**
 * Rojo writes every backslash as a slash, and before 7.6 left them as they were: on a system where a backslash can be a
 * part of a name, a path with one tells no file. Source: Rojo 7.7.1 path_serializer.rs.
 */
export function isUnmappable(file: string, { platform }: FileNaming): boolean {
  return platform !== "win32" && file.includes("\\");
}

/** @param nodes in preorder */
export function buildTable(nodes: readonly SourcemapNode[], { projectFolder, naming }: FileBase): SourcemapTable {
  const classes = new Map<string, string>();
  const files: (readonly string[])[] = [];
  const keys: (readonly string[])[] = [];
  for (const { filePaths } of nodes) {
    const absolute = filePaths.length === 0 ? NONE : filePaths.map((file) => absoluteFile(projectFolder, file, naming));
    const mapped = absolute.filter((file) => !isUnmappable(file, naming)).map((file) => keyOfAbsolute(file, naming));
    files.push(absolute);
    keys.push(mapped.length === absolute.length && mapped.every((key, at) => key === absolute[at]) ? absolute : mapped);
  }
  return {
    names: nodes.map(({ name }) => name),
    // One string for each class instead of one for each instance.
    classNames: nodes.map(({ className }) => classes.get(className) ?? (classes.set(className, className), className)),
    parents: Int32Array.from(nodes, ({ parent }) => parent),
    ends: Int32Array.from(nodes, ({ end }) => end),
    files,
    keys,
  };
}

/** `table` with the subtree at `row` exchanged for `subtree`. Rows outside of it are shared or copied, not made anew. */
export function replaceSubtree(table: SourcemapTable, row: number, subtree: SourcemapTable): SourcemapTable {
  const end = table.ends[row] ?? row;
  const grown = subtree.names.length - (end - row);
  const splice = <Value>(old: readonly Value[], fresh: readonly Value[]): Value[] =>
    old.slice(0, row).concat(fresh, old.slice(end));
  const size = table.names.length + grown;
  const parents = new Int32Array(size);
  const ends = new Int32Array(size);
  parents.set(table.parents.subarray(0, row));
  for (let at = 0; at < row; at += 1) {
    const old = table.ends[at] ?? 0;
    // Only an ancestor reaches beyond the row.
    ends[at] = old > row ? old + grown : old;
  }
  for (let at = 0; at < subtree.names.length; at += 1) {
    parents[row + at] = at === 0 ? (table.parents[row] ?? -1) : row + (subtree.parents[at] ?? 0);
    ends[row + at] = row + (subtree.ends[at] ?? 0);
  }
  for (let at = end; at < table.names.length; at += 1) {
    const parent = table.parents[at] ?? -1;
    parents[at + grown] = parent >= end ? parent + grown : parent;
    ends[at + grown] = (table.ends[at] ?? 0) + grown;
  }
  return {
    names: splice(table.names, subtree.names),
    classNames: splice(table.classNames, subtree.classNames),
    parents,
    ends,
    files: splice(table.files, subtree.files),
    keys: splice(table.keys, subtree.keys),
  };
}
