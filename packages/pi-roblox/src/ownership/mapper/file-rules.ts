/**
 * Which files Rojo takes, by their names, and what each version of it does not know yet. Source: Rojo 7.7.1
 * snapshot_middleware/mod.rs, `default_sync_rules`, `get_dir_middleware`; snapshot/metadata.rs, `SyncRule`; the sources of
 * 7.6.1 and 7.4.4. Pure.
 */

import type { RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import type { Middleware } from "../project/project-types.ts";
import { isSince } from "../project/version-findings.ts";
import type { RustPath } from "./rust-path.ts";

/** What holds for one version of Rojo. */
export interface FileRules {
  /** Names that make a file the project of its folder, in the order in which Rojo looks. */
  readonly projectFiles: readonly string[];
  /** A file that makes its folder a script or a table, in the order in which Rojo looks. */
  readonly initFiles: ReadonlyMap<string, Middleware>;
  /** For files whose name tells what they are; the first that fits counts. */
  readonly defaults: readonly DefaultRule[];
  /** What follows the name of an instance in the name of its meta file, in the order in which Rojo reads them. */
  readonly metaEndings: readonly string[];
  /** Whether `!` in `globIgnorePaths` takes files back. */
  readonly hasNegation: boolean;
}

interface DefaultRule {
  readonly use: Middleware;
  /** A file whose name ends so is read by this rule. */
  readonly endings: readonly string[];
  /** Ending of names that the rule leaves alone. */
  readonly except?: string;
  /** The ending is no part of the name; else only the last extension is cut off. */
  readonly cutsEnding: boolean;
  readonly since?: string;
}

const JSONC_SINCE = "7.7.0-rc.1";
const PLUGINS_SINCE = "7.5.0";
const INIT_PLUGIN_SINCE = "7.7.0";

function cutting(ending: string, use: Middleware, more: { except?: string; since?: string } = {}): DefaultRule {
  return { use, endings: [ending], cutsEnding: true, ...more };
}

const DEFAULTS: readonly DefaultRule[] = [
  cutting(".server.lua", "serverScript"),
  cutting(".server.luau", "serverScript"),
  cutting(".client.lua", "clientScript"),
  cutting(".client.luau", "clientScript"),
  cutting(".plugin.lua", "pluginScript", { since: PLUGINS_SINCE }),
  cutting(".plugin.luau", "pluginScript", { since: PLUGINS_SINCE }),
  { use: "moduleScript", endings: [".lua", ".luau"], cutsEnding: false },
  cutting(".project.json", "project"),
  cutting(".project.jsonc", "project", { since: JSONC_SINCE }),
  cutting(".model.json", "jsonModel"),
  cutting(".model.jsonc", "jsonModel", { since: JSONC_SINCE }),
  cutting(".json", "json", { except: ".meta.json" }),
  cutting(".jsonc", "json", { except: ".meta.jsonc", since: JSONC_SINCE }),
  { use: "toml", endings: [".toml"], cutsEnding: false },
  { use: "csv", endings: [".csv"], cutsEnding: false },
  { use: "text", endings: [".txt"], cutsEnding: false },
  { use: "rbxmx", endings: [".rbxmx"], cutsEnding: false },
  { use: "rbxm", endings: [".rbxm"], cutsEnding: false },
  { use: "yaml", endings: [".yml", ".yaml"], cutsEnding: false, since: "7.6.0" },
];

const INIT_FILES: readonly (readonly [name: string, use: Middleware, since?: string])[] = [
  ["init.luau", "moduleScript"],
  ["init.lua", "moduleScript"],
  ["init.server.luau", "serverScript"],
  ["init.server.lua", "serverScript"],
  ["init.client.luau", "clientScript"],
  ["init.client.lua", "clientScript"],
  ["init.plugin.lua", "pluginScript", INIT_PLUGIN_SINCE],
  ["init.plugin.luau", "pluginScript", INIT_PLUGIN_SINCE],
  ["init.csv", "csv"],
];

/** The order in which a sourcemap lists init files. Source: Rojo 7.7.1 snapshot_middleware/dir.rs, `relevant_paths`. */
export const listedInitFiles: readonly string[] = [
  "init.lua",
  "init.luau",
  "init.server.lua",
  "init.server.luau",
  "init.client.lua",
  "init.client.luau",
  "init.plugin.lua",
  "init.plugin.luau",
  "init.csv",
];

/** @param version undefined for the newest that is known here */
export function fileRulesOf(version?: RojoVersion): FileRules {
  const has = (since: string | undefined): boolean =>
    since === undefined || version === undefined || isSince(version, since);
  const withJsonc = (ending: string): readonly string[] => (has(JSONC_SINCE) ? [ending, `${ending}c`] : [ending]);
  return {
    projectFiles: withJsonc("default.project.json"),
    initFiles: new Map(INIT_FILES.flatMap(([name, use, since]) => (has(since) ? [[name, use]] : []))),
    defaults: DEFAULTS.filter(({ since }) => has(since)),
    metaEndings: withJsonc(".meta.json"),
    hasNegation: has("7.7.0"),
  };
}

export function defaultRuleFor(fileName: string, { defaults }: FileRules): DefaultRule | undefined {
  return defaults.find(
    ({ endings, except }) =>
      endings.some((ending) => fileName.endsWith(ending)) && (except === undefined || !fileName.endsWith(except)),
  );
}

/** Names of the meta files of an instance. */
export function metaNames(name: string, { metaEndings }: FileRules): readonly string[] {
  return metaEndings.map((ending) => `${name}${ending}`);
}

/** The instance's name: without `suffix` where there is one and the name ends so, else without its last extension. */
export function instanceNameOf(fileName: string, suffix: string | undefined, rust: RustPath): string {
  if (suffix === undefined) return rust.fileStem(fileName);
  return fileName.endsWith(suffix) ? fileName.slice(0, fileName.length - suffix.length) : fileName;
}
