/**
 * What every source of "which file makes which instance" answers: the project mapper, the sourcemap and the tree of a
 * running `rojo serve`. Ownership is decided on these answers alone. Pure.
 */

import type { InstancePath } from "./instance-path.ts";

/** `live-tree` and `project` follow files at once; `sourcemap` is what `rojo sourcemap` last wrote. */
export type MapKind = "live-tree" | "project" | "sourcemap";

export interface MappedInstance {
  readonly path: InstancePath;
  readonly className: string;
  /** Absolute, in the form of the platform; as `rojo sourcemap` lists them. Empty in the live tree and for plain folders. */
  readonly files: readonly string[];
  /** The one of `files` whose text becomes the Source (or the data) of the instance. Never a meta or project file. */
  readonly sourceFile: string | undefined;
  /** Absolute folder whose entries become the children, where there is one. */
  readonly folder: string | undefined;
  /** Whether Rojo deletes children that it does not know; undefined where the map cannot know. */
  readonly deletesUnknownChildren: boolean | undefined;
  /** There may be children that this map does not show, such as the contents of a model file. */
  readonly isOpaque: boolean;
}

export interface InstanceMap {
  readonly kind: MapKind;
  /** Epoch milliseconds of the observation behind the answers. */
  readonly observedAtMs: number;
  /** Why the answers may be old, for a person; undefined when they are not. */
  readonly staleBecause: string | undefined;
  /** Name and class of the root. Paths are below it when it is a DataModel, else they begin with its name. */
  readonly root: { readonly name: string; readonly className: string };
  /** How many instances the map holds. */
  readonly size: number;
  /** All instances at a path: several when siblings share a name, none when the map does not know it. */
  at(path: InstancePath): readonly MappedInstance[];
  /** Children of all instances at a path, in Rojo's order. */
  childrenOf(path: InstancePath): readonly MappedInstance[];
  /** All instances that a file takes part in. @param file absolute, in the form of the platform */
  ofFile(file: string): readonly MappedInstance[];
  /** Parents before children, siblings in Rojo's order. */
  all(): Iterable<MappedInstance>;
}
