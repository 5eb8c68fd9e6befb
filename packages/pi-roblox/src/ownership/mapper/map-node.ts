/** One instance as the mapper sees it, without its place in the tree: folders that are mapped twice share their nodes. Pure. */

export interface MapNode {
  readonly name: string;
  /** Undefined where it is in a file that is not read here, or where Rojo would fail. */
  readonly className: string | undefined;
  /** Existing files as Rojo lists and spells them: absolute, `.` and `..` of a `$path` not resolved. */
  readonly files: readonly string[];
  /** Absolute and resolved. */
  readonly sourceFile: string | undefined;
  /** Absolute, without links: the folder whose entries become children. */
  readonly folder: string | undefined;
  /** Rojo leaves children alone that it does not know. */
  readonly ignoresUnknown: boolean;
  /** There may be more children than these. */
  readonly isOpaque: boolean;
  readonly children: readonly MapNode[];
  /** Instances from here down. */
  readonly size: number;
}

/** Something about the project that a person should know. */
export interface MapProblem {
  /** Absolute. */
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /**
   * `rojo-fails`: Rojo stops with an error and maps nothing at all. `unknown`: what Rojo makes of the file cannot be told
   * here. `warning`: Rojo goes on, but perhaps not as meant.
   */
  readonly effect: "rojo-fails" | "unknown" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** What became of a file or folder. */
export interface MapPart {
  /** Undefined where Rojo makes nothing of it. */
  readonly node: MapNode | undefined;
  readonly problems: readonly MapProblem[];
}

export const nothing: MapPart = { node: undefined, problems: [] };

export function mapNode(name: string, fields: Partial<Omit<MapNode, "name" | "size">>): MapNode {
  const children = fields.children ?? [];
  let size = 1;
  for (const child of children) size += child.size;
  return {
    name,
    className: fields.className,
    files: fields.files ?? [],
    sourceFile: fields.sourceFile,
    folder: fields.folder,
    ignoresUnknown: fields.ignoresUnknown ?? false,
    isOpaque: fields.isOpaque ?? false,
    children,
    size,
  };
}

export function failure(file: string, message: string, hint: string): MapProblem {
  return { file, line: undefined, column: undefined, effect: "rojo-fails", message, hint };
}

/** A node about which nothing but its name is known. */
export function unknownNode(name: string, files: readonly string[]): MapNode {
  return mapNode(name, { files, isOpaque: true, ignoresUnknown: true });
}
