/** What is known of the disk. Known facts never change; after a change on disk there is a new cache without them. */

import type { PlatformPath } from "node:path";
import { type FileNaming, fileKey, namesBelow, pathFlavor } from "../../datamodel/file-key.ts";
import { compareBytes } from "../project/byte-order.ts";
import type { DiskFacts, FolderFact, PlaceFact, TextFact, Want } from "./disk-facts.ts";
import { readHead, readPlace, readText, realPathOf } from "./read-disk.ts";
import { RustPath } from "./rust-path.ts";

export interface DiskLimits {
  /** Entries of all folders together; default 500,000. */
  readonly maxEntries?: number | undefined;
  /** Of one project, meta or model file; default 4 MB. */
  readonly maxTextBytes?: number | undefined;
  /** Whether a place may be read at all; default everything. @param realPath absolute, without links */
  readonly mayRead?: ((realPath: string) => boolean) | undefined;
}

const DEFAULT_MAX_ENTRIES = 500_000;
const DEFAULT_MAX_TEXT_BYTES = 4_000_000;
const CONCURRENCY = 32;

export class DiskCache implements DiskFacts {
  readonly #places = new Map<string, PlaceFact>();
  readonly #texts = new Map<string, TextFact>();
  readonly #heads = new Map<string, TextFact>();
  /** Paths under which a folder is known, by the key of its real path: links and `..` give a folder several. */
  readonly #aliases = new Map<string, Set<string>>();
  readonly #naming: FileNaming;
  readonly #limits: DiskLimits;
  readonly #flavor: PlatformPath;
  readonly #rust: RustPath;
  readonly #refused = new Set<string>();
  #entryCount = 0;

  constructor(naming: FileNaming, limits: DiskLimits = {}) {
    this.#naming = naming;
    this.#limits = limits;
    this.#flavor = pathFlavor(naming);
    this.#rust = new RustPath(naming.platform);
  }

  /** Places that `mayRead` has refused; real paths. */
  get refused(): ReadonlySet<string> {
    return this.#refused;
  }

  place(file: string): PlaceFact | undefined {
    return this.#places.get(file);
  }

  text(file: string): TextFact | undefined {
    return this.#texts.get(file);
  }

  head(file: string): TextFact | undefined {
    return this.#heads.get(file);
  }

  /** Looks up everything that is wanted. */
  async supply(wants: Iterable<Want>): Promise<void> {
    // One iterator for all: each takes the next want.
    const pending = [...wants].values();
    const work = async (): Promise<void> => {
      for (const want of pending) await this.#lookUp(want);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }

  /**
   * What is still known after a change of these files or folders: not the entries themselves, nor what is below them, nor
   * the listings that they stand in.
   *
   * @param files absolute; created, changed or removed
   */
  without(files: Iterable<string>): DiskCache {
    const flavor = this.#flavor;
    const keys = new Set<string>();
    const listings = new Set<string>();
    for (const file of files) {
      keys.add(fileKey(file, this.#naming));
      for (const alias of this.#nearestKnownFolder(flavor.dirname(file))) listings.add(alias);
    }
    const next = new DiskCache(this.#naming, this.#limits);
    for (const [path, fact] of this.#places)
      if (!listings.has(path) && !this.#isTouched(path, fact, keys)) next.#keep(path, fact);
    for (const [path, fact] of this.#texts)
      if (fact.kind !== "unknown" && !this.#isAtOrBelow(this.realPath(path), keys)) next.#texts.set(path, fact);
    for (const [path, fact] of this.#heads)
      if (fact.kind !== "unknown" && !this.#isAtOrBelow(this.realPath(path), keys)) next.#heads.set(path, fact);
    return next;
  }

  /** Through the nearest folder that is known; as it is written where none is. */
  realPath(file: string): string {
    const flavor = this.#flavor;
    const names: string[] = [];
    for (let path = file; flavor.dirname(path) !== path; path = flavor.dirname(path)) {
      const known = this.#knownFolder(path);
      if (known !== undefined) return flavor.join(known.realPath, ...names);
      names.unshift(flavor.basename(path));
    }
    return file;
  }

  #knownFolder(path: string): FolderFact | undefined {
    const fact = this.#places.get(path) ?? this.#places.get(this.#aliasesOf(path)[0] ?? "");
    return fact?.kind === "folder" ? fact : undefined;
  }

  #aliasesOf(folder: string): readonly string[] {
    return [...(this.#aliases.get(fileKey(folder, this.#naming)) ?? [])];
  }

  /** The folder above that is listed, by all its paths: of a new tree of folders only the topmost shows there. */
  #nearestKnownFolder(folder: string): readonly string[] {
    const flavor = this.#flavor;
    for (let path = folder; ; path = flavor.dirname(path)) {
      const aliases = this.#aliasesOf(path);
      if (aliases.length > 0) return aliases;
      const byName = this.#places.get(path);
      if (byName?.kind === "folder") return this.#aliasesOf(byName.realPath);
      if (flavor.dirname(path) === path) return [];
    }
  }

  #isTouched(path: string, fact: PlaceFact, keys: ReadonlySet<string>): boolean {
    // Cheap to look up anew, and a change anywhere can have made it true or false.
    if (fact.kind !== "folder" && fact.kind !== "file") return true;
    if (this.#isAtOrBelow(fact.realPath, keys) || this.#isAtOrBelow(path, keys)) return true;
    if (this.#rust.foldersLeft(path).some((folder) => this.#isAtOrBelow(folder, keys))) return true;
    if (fact.kind === "file") return false;
    return fact.entries.some(({ linkTarget }) => linkTarget !== undefined && this.#isAtOrBelow(linkTarget, keys));
  }

  #isAtOrBelow(file: string, keys: ReadonlySet<string>): boolean {
    const key = fileKey(file, this.#naming);
    if (keys.has(key)) return true;
    for (const above of keys) if (namesBelow(key, above, this.#naming) !== undefined) return true;
    return false;
  }

  async #lookUp({ kind, path: file }: Want): Promise<void> {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxTextBytes = DEFAULT_MAX_TEXT_BYTES } = this.#limits;
    const refused = await this.#refusal(file);
    if (refused !== undefined) this.#refuse(kind, file, refused);
    else if (kind === "text") this.#texts.set(file, await readText(file, maxTextBytes));
    else if (kind === "head") this.#heads.set(file, await readHead(file));
    else if (this.#entryCount > maxEntries)
      this.#places.set(file, { kind: "unknown", because: `the project has more than ${maxEntries} files` });
    else this.#keep(file, await readPlace(file, this.#realPathInside(file)));
  }

  /** The real path of a place that must not be read. */
  async #refusal(file: string): Promise<string | undefined> {
    const { mayRead } = this.#limits;
    if (mayRead === undefined) return undefined;
    const real = this.#realPathInside(file) ?? (await realPathOf(file));
    return real === undefined || mayRead(real) ? undefined : real;
  }

  #refuse(kind: Want["kind"], file: string, real: string): void {
    const fact = {
      kind: "unknown",
      because: `${real} is outside of the workspace, and to read it was not approved`,
    } as const;
    this.#refused.add(real);
    if (kind === "text") this.#texts.set(file, fact);
    else if (kind === "head") this.#heads.set(file, fact);
    else this.#places.set(file, fact);
  }

  #keep(file: string, fact: PlaceFact): void {
    this.#places.set(file, fact);
    if (fact.kind !== "folder") return;
    this.#entryCount += fact.entries.length;
    const key = fileKey(fact.realPath, this.#naming);
    const aliases = this.#aliases.get(key);
    if (aliases === undefined) this.#aliases.set(key, new Set([file]));
    else aliases.add(file);
  }

  /** From the listing of the folder above, when that was read and the entry is no link. */
  #realPathInside(file: string): string | undefined {
    const flavor = this.#flavor;
    const above = this.#places.get(flavor.dirname(file));
    if (above?.kind !== "folder") return undefined;
    const name = flavor.basename(file);
    const entry = find(above, name);
    return entry?.kind === "folder" && entry.linkTarget === undefined ? flavor.join(above.realPath, name) : undefined;
  }
}

/** Entries are sorted. */
function find({ entries }: FolderFact, name: string): FolderFact["entries"][number] | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(entries[middle]?.name ?? "", name) < 0) low = middle + 1;
    else high = middle;
  }
  const entry = entries[low];
  return entry?.name === name ? entry : undefined;
}
