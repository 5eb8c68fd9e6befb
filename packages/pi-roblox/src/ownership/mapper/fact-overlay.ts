/** The disk as it is known, with one more file: what would be if it existed. Pure. */

import type { DiskFacts, PlaceFact, TextFact } from "./disk-facts.ts";
import { folderFact } from "./disk-facts.ts";
import type { RustPath } from "./rust-path.ts";

interface ExtraFile {
  /** Absolute, without links. */
  readonly file: string;
  /** Undefined where it is not known. */
  readonly text: string | undefined;
}

const NOT_WRITTEN: TextFact = { kind: "unknown", because: "the file is not written yet" };

export class FactOverlay implements DiskFacts {
  readonly #base: DiskFacts;
  readonly #extra: ExtraFile;
  readonly #rust: RustPath;
  /** Answers that differ from the base, so that the same object is given each time. */
  readonly #changed = new Map<string, PlaceFact>();

  /** Real paths of folders that would have to be made for the file. */
  readonly #newFolders = new Set<string>();

  constructor(base: DiskFacts, extra: ExtraFile, rust: RustPath) {
    this.#base = base;
    this.#extra = extra;
    this.#rust = rust;
  }

  place(path: string): PlaceFact | undefined {
    const changed = this.#changed.get(path);
    if (changed !== undefined) return changed;
    const known = this.#base.place(path);
    const made = this.#withExtra(path, known);
    if (made !== known && made !== undefined) this.#changed.set(path, made);
    return made;
  }

  text(path: string): TextFact | undefined {
    if (!this.#isExtra(path)) return this.#base.text(path);
    return this.#extra.text === undefined ? NOT_WRITTEN : { kind: "text", text: this.#extra.text };
  }

  head(path: string): TextFact | undefined {
    return this.#isExtra(path) ? this.text(path) : this.#base.head(path);
  }

  #isExtra(path: string): boolean {
    return this.#realPath(path) === this.#extra.file;
  }

  #withExtra(path: string, known: PlaceFact | undefined): PlaceFact | undefined {
    if (known?.kind === "file" || known?.kind === "unreadable") return known;
    if (known === undefined && !this.#isNew(path)) return undefined;
    if (known?.kind === "missing" && this.#leavesNothing(path)) return known;
    const { file } = this.#extra;
    const real = known?.kind === "folder" ? known.realPath : this.#realPath(path);
    const entries = known?.kind === "folder" ? known.entries : [];
    if (real === file) return known?.kind === "folder" ? known : { kind: "file", realPath: file };
    const [name, ...deeper] = namesBetween(real, file, this.#rust.separator);
    if (name === undefined || entries.some((entry) => entry.name === name)) return known;
    if (known?.kind !== "folder") this.#newFolders.add(real);
    const kind = deeper.length === 0 ? "file" : "folder";
    return folderFact(real, [...entries, { name, kind, linkTarget: undefined, isNameInvalid: false }]);
  }

  /** Nobody looked there, and it is sure that nothing is there. */
  #isNew(path: string): boolean {
    if (this.#newFolders.has(this.#rust.parent(this.#realPath(path)))) return true;
    const above = this.#base.place(this.#rust.parent(path));
    const name = this.#rust.fileName(path);
    return above?.kind === "folder" && !above.entries.some((entry) => entry.name === name);
  }

  /** A `..` in the path goes up from a folder that is not there, so that the path leads nowhere. */
  #leavesNothing(path: string): boolean {
    return this.#rust.foldersLeft(path).some((folder) => this.place(folder)?.kind !== "folder");
  }

  /** Through the nearest folder that is known; where none is, as the path is written. */
  #realPath(path: string): string {
    const parent = this.#rust.parent(path);
    if (parent === path) return path;
    const above = this.#base.place(parent);
    const realParent = above?.kind === "folder" ? above.realPath : this.#realPath(parent);
    const name = this.#rust.fileName(path);
    // Only `..` has a parent but no name.
    return name === undefined ? this.#rust.parent(realParent) : this.#rust.join(realParent, name);
  }
}

/** Names from a folder down to a file; none where the file is not inside. */
function namesBetween(folder: string, file: string, separator: string): readonly string[] {
  const start = folder.endsWith(separator) ? folder : `${folder}${separator}`;
  return file.startsWith(start) ? file.slice(start.length).split(separator) : [];
}
