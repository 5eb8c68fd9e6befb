/** Where a call of `require` leads, and what must be known to say so. Pure. */

import type { FileNaming } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import type { LuauConfig } from "./luau-config.ts";

export type RequireTarget =
  | {
      readonly isResolved: true;
      /** Several when siblings share a name, or when the requiring file makes several instances. */
      readonly instances: readonly InstancePath[];
      /** Absolute; none for a module whose source is in a model file. */
      readonly files: readonly string[];
    }
  | {
      readonly isResolved: false;
      /** Why it leads nowhere that is known, for a person. */
      readonly why: string;
    };

export interface RequireWorld {
  /** Undefined without a Rojo project: then only files are known. */
  readonly map: InstanceMap | undefined;
  readonly naming: FileNaming;
  /** Absolute folder of the project; configurations above it do not count. */
  readonly root: string;
  /** Whether a Luau file is there, as far as is known. @param file absolute */
  isFile(file: string): boolean;
  /** The `.luaurc` of a folder. @param folder absolute */
  configOf(folder: string): LuauConfig | undefined;
}

export const unresolved = (why: string): RequireTarget => ({ isResolved: false, why });

export function toInstances(found: readonly MappedInstance[]): RequireTarget {
  return {
    isResolved: true,
    instances: found.map(({ path }) => path),
    files: [...new Set(found.flatMap(({ sourceFile }) => sourceFile ?? []))],
  };
}
