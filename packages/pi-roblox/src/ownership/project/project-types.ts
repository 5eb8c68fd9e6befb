/** A Rojo project file as data. Pure. */

import type { JsonPath, TextPosition } from "pi-extension-core/json";
import type { Glob } from "./glob/glob.ts";

/** Values of `use` in `syncRules`. Source: Rojo 7.7.1 snapshot_middleware/mod.rs, `Middleware`. */
export const middlewareNames = [
  "csv",
  "jsonModel",
  "json",
  "serverScript",
  "clientScript",
  "moduleScript",
  "pluginScript",
  "legacyClientScript",
  "legacyServerScript",
  "runContextServerScript",
  "runContextClientScript",
  "project",
  "rbxm",
  "rbxmx",
  "toml",
  "text",
  "yaml",
  "ignore",
] as const;

/** How Rojo turns one file into an instance. */
export type Middleware = (typeof middlewareNames)[number];

export interface SyncRule {
  readonly pattern: Glob;
  readonly exclude: Glob | undefined;
  readonly use: Middleware;
  /** What is cut off a file's name; undefined for the last extension. */
  readonly suffix: string | undefined;
}

export interface IgnoreRule {
  /** As written, with its `!`. */
  readonly text: string;
  /** Takes files back that an earlier rule ignored, since Rojo 7.7.0. */
  readonly isNegated: boolean;
  readonly glob: Glob;
  /** What Rojo before 7.7.0 matches: the whole text, `!` included. */
  readonly literalGlob: Glob;
}

export interface PathReference {
  /** As written: relative to the folder of the project file, or absolute. */
  readonly path: string;
  readonly isOptional: boolean;
}

export interface ProjectNode {
  readonly className: string | undefined;
  readonly path: PathReference | undefined;
  readonly ignoreUnknownInstances: boolean | undefined;
  /** Names the instance for references. */
  readonly id: string | undefined;
  /** Values as written, not interpreted. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly attributes: ReadonlyMap<string, unknown>;
  /** In Rojo's order, which is that of the bytes of the names. */
  readonly children: ReadonlyMap<string, ProjectNode>;
  /** Where the node stands in the file; `RojoProject.positionOf` gives the line. */
  readonly keys: JsonPath;
}

export interface RojoProject {
  /** How messages call the file. */
  readonly source: string;
  readonly name: string | undefined;
  readonly tree: ProjectNode;
  readonly servePort: number | undefined;
  /** As written; Rojo takes nothing but an IP address. */
  readonly serveAddress: string | undefined;
  readonly serveAllowedHosts: readonly string[];
  /** Undefined where the file sets none, which means every place. */
  readonly servePlaceIds: readonly number[] | undefined;
  readonly blockedPlaceIds: readonly number[] | undefined;
  readonly placeId: number | undefined;
  readonly gameId: number | undefined;
  /** Undefined means true. */
  readonly emitLegacyScripts: boolean | undefined;
  readonly globIgnorePaths: readonly IgnoreRule[];
  readonly syncRules: readonly SyncRule[];
  /** What the file uses that not every version of Rojo reads as meant. In the order of the file. */
  readonly findings: readonly ProjectFinding[];
  positionOf(keys: JsonPath): TextPosition;
}

/** A place in a project file that some or all versions of Rojo refuse or read otherwise. */
export interface ProjectFinding extends TextPosition {
  /** The key, as `tree.ServerStorage.$path`; empty for the file as a whole. */
  readonly key: string;
  /** Refused: Rojo stops with an error. Ignored: Rojo reads on, but not what was meant. */
  readonly effect: "refused" | "ignored";
  /** First version that reads it as meant; undefined where none does. */
  readonly since: string | undefined;
  readonly message: string;
  readonly fix: string;
}
