/** Looks up instances and files in a sourcemap. Pure. */

import { fileKey, pathFlavor } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import type { NodeSpans } from "./node-spans.ts";
import { ANY_MODEL_FILE, folderOf, sourceFileOf } from "./source-file.ts";
import { isUnmappable, type SourcemapOptions, type SourcemapTable } from "./table.ts";

/** What an index is made of; `updateSourcemap` makes the next one from it. */
interface IndexSource {
  readonly table: SourcemapTable;
  readonly options: SourcemapOptions;
  /** Without a byte order mark. */
  readonly text: string;
  readonly spans: NodeSpans | undefined;
  readonly observedAtMs: number;
}

/** From this number of children on, names are found by a table instead of one by one. */
const MANY_CHILDREN = 24;

/** Immutable. What is made on first use is shared by all views of the same sourcemap. */
export class SourcemapIndex implements InstanceMap {
  readonly kind = "sourcemap";
  readonly source: IndexSource;
  readonly staleBecause: string | undefined;
  readonly #lookup: Lookup;

  constructor(source: IndexSource, staleBecause?: string, lookup = new Lookup(source)) {
    this.source = source;
    this.staleBecause = staleBecause;
    this.#lookup = lookup;
  }

  get observedAtMs(): number {
    return this.source.observedAtMs;
  }

  get size(): number {
    return this.source.table.names.length;
  }

  get root(): { readonly name: string; readonly className: string } {
    const { names, classNames } = this.source.table;
    return { name: names[0] ?? "", className: classNames[0] ?? "" };
  }

  /** The same answers, marked as old. */
  asStale(because: string): SourcemapIndex {
    return new SourcemapIndex(this.source, because, this.#lookup);
  }

  /** The same answers, seen anew: neither old nor stale. */
  seenAgain(observedAtMs: number): SourcemapIndex {
    return new SourcemapIndex({ ...this.source, observedAtMs }, undefined, this.#lookup);
  }

  at(path: InstancePath): readonly MappedInstance[] {
    return this.#lookup.rowsAt(path).map((row) => this.#lookup.instance(row));
  }

  ofFile(file: string): readonly MappedInstance[] {
    return this.#lookup.rowsOfKey(fileKey(file, this.source.options.naming)).map((row) => this.#lookup.instance(row));
  }

  /** Children of all instances at a path, in Rojo's order. */
  childrenOf(path: InstancePath): readonly MappedInstance[] {
    return this.#lookup
      .rowsAt(path)
      .flatMap((row) => this.#lookup.childrenOf(row).map((at) => this.#lookup.instance(at)));
  }

  *all(): Iterable<MappedInstance> {
    for (let row = 0; row < this.size; row += 1) yield this.#lookup.instance(row);
  }

  /** Whether a file, by its `fileKey`, takes part in an instance. */
  hasKey(key: string): boolean {
    return this.#lookup.rowsOfKey(key).length > 0;
  }

  /** Listed paths that no file can be found by, since they hold a backslash where that is no separator. */
  *unmappableFiles(): Iterable<string> {
    const { table, options } = this.source;
    for (const files of table.files) yield* files.filter((file) => isUnmappable(file, options.naming));
  }
}

/** Tables over one sourcemap, each made when it is first needed. */
class Lookup {
  readonly #source: IndexSource;
  readonly #isPlace: boolean;
  #rowsOfKey: Map<string, number | number[]> | undefined;
  readonly #namesBelow = new Map<number, Map<string, number[]>>();

  constructor(source: IndexSource) {
    this.#source = source;
    this.#isPlace = source.table.classNames[0] === "DataModel";
  }

  rowsAt(path: InstancePath): readonly number[] {
    const { names } = this.#source.table;
    if (this.#isPlace) return this.#below([0], path);
    return path.length > 0 && path[0] === names[0] ? this.#below([0], path.slice(1)) : [];
  }

  #below(rows: readonly number[], names: readonly string[]): readonly number[] {
    let found = rows;
    for (const name of names) {
      if (found.length === 0) return found;
      found = found.flatMap((row) => this.#named(row, name));
    }
    return found;
  }

  #named(row: number, name: string): readonly number[] {
    const known = this.#namesBelow.get(row);
    if (known !== undefined) return known.get(name) ?? [];
    const { names } = this.#source.table;
    const children = this.childrenOf(row);
    if (children.length < MANY_CHILDREN) return children.filter((child) => names[child] === name);
    const made = Map.groupBy(children, (child) => names[child] ?? "");
    this.#namesBelow.set(row, made);
    return made.get(name) ?? [];
  }

  childrenOf(row: number): readonly number[] {
    const { ends } = this.#source.table;
    const end = ends[row] ?? 0;
    const children: number[] = [];
    for (let child = row + 1; child < end; child = ends[child] ?? end) children.push(child);
    return children;
  }

  rowsOfKey(key: string): readonly number[] {
    this.#rowsOfKey ??= groupRows(this.#source.table);
    const rows = this.#rowsOfKey.get(key);
    return typeof rows === "number" ? [rows] : (rows ?? []);
  }

  instance(row: number): MappedInstance {
    const { table, options } = this.#source;
    const { sep } = pathFlavor(options.naming);
    const files = table.files[row] ?? [];
    const mappable = files.filter((file) => !isUnmappable(file, options.naming));
    const sourceFile = sourceFileOf(mappable, sep);
    return {
      path: this.#pathOf(row),
      className: table.classNames[row] ?? "",
      files,
      sourceFile,
      folder: folderOf(mappable, sep),
      deletesUnknownChildren: undefined,
      // With non-scripts, a sourcemap shows what is in a model, too.
      isOpaque: !options.includesNonScripts && sourceFile !== undefined && ANY_MODEL_FILE.test(sourceFile),
    };
  }

  #pathOf(row: number): InstancePath {
    const { parents, names } = this.#source.table;
    const path: string[] = [];
    const last = this.#isPlace ? 0 : -1;
    for (let at = row; at > last; at = parents[at] ?? -1) path.push(names[at] ?? "");
    return path.reverse();
  }
}

/** Most files make one instance, so a list is made only where there are more. */
function groupRows({ keys }: SourcemapTable): Map<string, number | number[]> {
  const rows = new Map<string, number | number[]>();
  keys.forEach((ofRow, row) => {
    for (const key of ofRow) {
      const known = rows.get(key);
      if (known === undefined) rows.set(key, row);
      else if (typeof known === "number") {
        // A file may be listed twice for one instance under two spellings.
        if (known !== row) rows.set(key, [known, row]);
      } else if (known.at(-1) !== row) known.push(row);
    }
  });
  return rows;
}
