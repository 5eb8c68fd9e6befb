/** What the mapper knows of the disk: plain data that a reader collected, or that a test wrote down. Pure. */

import { compareBytes } from "../project/byte-order.ts";

/** Links followed. Broken: a link to nothing. */
export type EntryKind = "file" | "folder" | "other" | "broken";

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
  /** Where a symbolic link leads, absolute; undefined for what is no link. */
  readonly linkTarget: string | undefined;
  /** The bytes of the name are no UTF-8; `name` holds replacement characters. */
  readonly isNameInvalid: boolean;
}

export interface FolderFact {
  readonly kind: "folder";
  /** Absolute, without symbolic links. */
  readonly realPath: string;
  /** In the order of the bytes of the names, as Rojo reads a folder. */
  readonly entries: readonly FolderEntry[];
}

/** What is at a path, links followed. */
export type PlaceFact =
  | FolderFact
  | { readonly kind: "file"; readonly realPath: string }
  | { readonly kind: "missing" }
  /** A device, a link that leads round in circles, or no permission: Rojo fails there, too. */
  | { readonly kind: "unreadable"; readonly because: string }
  /** Beyond the limits of what is looked at here. */
  | { readonly kind: "unknown"; readonly because: string };

export type TextFact =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly because: string }
  /** Of a file that does not exist yet, or that is too large to be read here. */
  | { readonly kind: "unknown"; readonly because: string };

/**
 * Facts by path. A path is absolute and exactly as Rojo puts it together: `.` and `..` of a `$path` stay in it. Undefined
 * means not looked up yet. As long as nothing changed on disk, the same objects are given again: results are kept by them.
 */
export interface DiskFacts {
  place(path: string): PlaceFact | undefined;
  text(path: string): TextFact | undefined;
  /** The beginning of a large file. */
  head(path: string): TextFact | undefined;
}

/** Something that the mapper would have to know. */
export interface Want {
  readonly kind: "place" | "text" | "head";
  readonly path: string;
}

export function folderFact(realPath: string, entries: Iterable<FolderEntry>): FolderFact {
  return { kind: "folder", realPath, entries: [...entries].sort((a, b) => compareBytes(a.name, b.name)) };
}
