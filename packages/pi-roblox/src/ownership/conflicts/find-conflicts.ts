/** Places of a project where it is not clear what owns what, found in the maps as a whole. Pure. */

import type { FileNaming } from "../../datamodel/file-key.ts";
import { fileKey } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";

export type ConflictKind =
  /** Siblings with one name: a path means several instances. */
  | "duplicate-name"
  /** One file makes several instances: a change of it changes all of them. */
  | "file-mounted-twice"
  /** A configured Studio root is itself mapped by Rojo, so it counts for nothing. */
  | "studio-root-mapped"
  /** Two maps differ about an instance. */
  | "maps-differ";

export interface Conflict {
  readonly kind: ConflictKind;
  /** Instance path or file. */
  readonly subject: string;
  readonly detail: string;
  readonly whatToDo: string;
}

export interface ConflictOptions {
  readonly studioOwnedRoots: readonly InstancePath[];
  readonly naming: FileNaming;
  /** How a file is shown. */
  readonly showFile: (file: string) => string;
  /** Of each kind; default 50. */
  readonly maxOfKind?: number;
}

const keyOf = (path: InstancePath): string => JSON.stringify(path);

function duplicates(map: InstanceMap, { showFile }: ConflictOptions): readonly Conflict[] {
  const groups = Map.groupBy(map.all(), ({ path }) => keyOf(path));
  return [...groups.values()].flatMap((twins) => {
    const [first] = twins;
    if (first === undefined || twins.length < 2 || isBelowDuplicate(first, map)) return [];
    const files = twins.map(({ className, files: [file] }) => (file === undefined ? className : showFile(file)));
    return [
      {
        kind: "duplicate-name",
        subject: formatInstancePath(first.path),
        detail: `${twins.length} instances have this path: ${files.join(", ")}`,
        whatToDo: "Rename all but one of them.",
      } satisfies Conflict,
    ];
  });
}

/** What is below twins has several instances at its path, too, and is not the cause. */
function isBelowDuplicate({ path }: MappedInstance, map: InstanceMap): boolean {
  return path.some((_, depth) => depth > 0 && map.at(path.slice(0, depth)).length > 1);
}

function mountedTwice(map: InstanceMap, { naming, showFile }: ConflictOptions): readonly Conflict[] {
  const sources = [...map.all()].filter(({ sourceFile }) => sourceFile !== undefined);
  const groups = Map.groupBy(sources, ({ sourceFile }) => fileKey(sourceFile ?? "", naming));
  return [...groups.values()].flatMap((mounts) => {
    const file = mounts[0]?.sourceFile;
    if (file === undefined || mounts.length < 2) return [];
    return [
      {
        kind: "file-mounted-twice",
        subject: showFile(file),
        detail: `it makes ${mounts.map(({ path }) => formatInstancePath(path)).join(" and ")}`,
        whatToDo: "Know that a change of the file changes all of them, or map it once.",
      } satisfies Conflict,
    ];
  });
}

function mappedRoots(map: InstanceMap, { studioOwnedRoots }: ConflictOptions): readonly Conflict[] {
  return studioOwnedRoots
    .filter((root) => map.at(root).length > 0)
    .map((root) => ({
      kind: "studio-root-mapped",
      subject: formatInstancePath(root),
      detail: "it is in ownership.studioOwnedRoots, and the Rojo project maps it",
      whatToDo: "Remove it from one of the two, or name what is below it that Studio owns.",
    }));
}

function differences(left: InstanceMap, right: InstanceMap): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (const { path, className } of left.all()) {
    const others = right.at(path);
    const [other] = others;
    if (other !== undefined && others.some((twin) => twin.className === className)) continue;
    conflicts.push({
      kind: "maps-differ",
      subject: formatInstancePath(path),
      detail:
        other === undefined
          ? `the ${left.kind} has it, the ${right.kind} does not`
          : `it is a ${className} for the ${left.kind}, a ${other.className} for the ${right.kind}`,
      whatToDo: "Refresh the sourcemap; if it stays, one of the two reads the project differently: see the doctor.",
    });
  }
  return conflicts;
}

/** A map that is stale differs for that reason, so it is left out; so is what is inside of model files. */
function disagreements(maps: readonly InstanceMap[]): readonly Conflict[] {
  const fresh = maps.filter(({ staleBecause }) => staleBecause === undefined);
  const [first, ...rest] = fresh;
  return first === undefined ? [] : rest.flatMap((other) => differences(first, other));
}

/** @param maps the most trusted first */
export function findConflicts(maps: readonly InstanceMap[], options: ConflictOptions): readonly Conflict[] {
  const { maxOfKind = 50 } = options;
  const [map] = maps;
  if (map === undefined) return [];
  const kinds = [duplicates(map, options), mountedTwice(map, options), mappedRoots(map, options), disagreements(maps)];
  return kinds.flatMap((conflicts) => conflicts.slice(0, maxOfKind));
}
