/** The answer to "who owns this, and how do I change it?". Pure. */

import type { MapKind, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";

export type Owner =
  /** Rojo makes the instance from a file: the file is changed, never the instance. */
  | "rojo-owned"
  /** Only Studio has it. */
  | "studio-owned"
  /** Studio's own Script Sync ties it to a file. */
  | "script-sync-owned"
  /** No map knows it, but it is below something that Rojo manages. */
  | "ambiguous-rojo-scope"
  /** A file that makes no instance. */
  | "filesystem-unmapped"
  | "generated-output"
  | "external-package"
  /** A model or media file, or what is inside of one. */
  | "binary-asset"
  | "symbolic-link"
  /** The evidence is missing, old or contradictory. */
  | "ownership-unresolved"
  | "outside-workspace"
  /** Records of this extension. */
  | "protected";

export type OwnershipTarget =
  | { readonly kind: "instance"; readonly path: InstancePath }
  /** Absolute, or relative to the workspace. */
  | { readonly kind: "file"; readonly file: string };

/** What one map says of the target. */
export interface MapAnswer {
  readonly map: MapKind;
  /**
   * mapped: it knows the target. below-mapped: only something above it. in-opaque: something above it, whose contents it
   * does not show. studio-root: a configured Studio root is nearer than anything that it knows. absent: nothing.
   */
  readonly answer: "mapped" | "below-mapped" | "in-opaque" | "studio-root" | "absent";
  /** Milliseconds since what it saw. */
  readonly ageMs: number;
  readonly staleBecause: string | undefined;
  /** Whether what it does not show does not exist; false for a sourcemap of scripts alone. */
  readonly isComplete: boolean;
  /** The target, several when siblings share a name. */
  readonly instances: readonly MappedInstance[];
  /** The nearest that it knows above a target that it does not know. */
  readonly nearest: MappedInstance | undefined;
}

export interface Ownership {
  readonly owner: Owner;
  readonly target: OwnershipTarget;
  /** Why, with the names of what decided it. */
  readonly reason: string;
  /** What to do instead of, or in order to, change it. */
  readonly whatToDo: string;
  readonly evidence: readonly MapAnswer[];
  /** How the maps or tools contradict each other; undefined when they do not. */
  readonly disagreement: string | undefined;
  /** What the target is or makes. Several: duplicates, or a file that is mounted more than once. */
  readonly instances: readonly MappedInstance[];
  /** Absolute files that hold it. Several: it is not clear which. */
  readonly files: readonly string[];
  /** Whether Rojo deletes what it does not know at this place; undefined where no map says. */
  readonly deletesUnknown: boolean | undefined;
}
