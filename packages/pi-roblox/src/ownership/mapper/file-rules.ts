/**
 * Which rule of Rojo turns a file into an instance, and under which name. Source: Rojo 7.7.1 snapshot_middleware/mod.rs,
 * `default_sync_rules`, `get_dir_middleware`; snapshot/metadata.rs, `SyncRule`. Pure.
 */

import type { Middleware } from "../project/project-types.ts";
import type { RustPath } from "./rust-path.ts";

interface DefaultRule {
  readonly pattern: string;
  readonly use: Middleware;
  /** A file whose name ends so is read by this rule; the default globs say nothing else. */
  readonly endings: readonly string[];
  /** Endings of names that the rule leaves alone. */
  readonly except?: string;
  /** The ending is no part of the name; else only the last extension is cut off. */
  readonly cutsEnding: boolean;
}

const cutting = (ending: string, use: Middleware, except?: string): DefaultRule => ({
  pattern: `*${ending}`,
  use,
  endings: [ending],
  cutsEnding: true,
  ...(except === undefined ? {} : { except }),
});

const stem = (pattern: string, use: Middleware, ...endings: string[]): DefaultRule => ({
  pattern,
  use,
  endings,
  cutsEnding: false,
});

/** The first that fits counts. */
const defaultRules: readonly DefaultRule[] = [
  cutting(".server.lua", "serverScript"),
  cutting(".server.luau", "serverScript"),
  cutting(".client.lua", "clientScript"),
  cutting(".client.luau", "clientScript"),
  cutting(".plugin.lua", "pluginScript"),
  cutting(".plugin.luau", "pluginScript"),
  stem("*.{lua,luau}", "moduleScript", ".lua", ".luau"),
  cutting(".project.json", "project"),
  cutting(".project.jsonc", "project"),
  cutting(".model.json", "jsonModel"),
  cutting(".model.jsonc", "jsonModel"),
  cutting(".json", "json", ".meta.json"),
  cutting(".jsonc", "json", ".meta.jsonc"),
  stem("*.toml", "toml", ".toml"),
  stem("*.csv", "csv", ".csv"),
  stem("*.txt", "text", ".txt"),
  stem("*.rbxmx", "rbxmx", ".rbxmx"),
  stem("*.rbxm", "rbxm", ".rbxm"),
  stem("*.{yml,yaml}", "yaml", ".yml", ".yaml"),
];

export const projectInitFiles = ["default.project.json", "default.project.jsonc"] as const;

/** A file that makes its folder a script or a table, in the order in which Rojo looks. */
export const initFiles: ReadonlyMap<string, Middleware> = new Map<string, Middleware>([
  ["init.luau", "moduleScript"],
  ["init.lua", "moduleScript"],
  ["init.server.luau", "serverScript"],
  ["init.server.lua", "serverScript"],
  ["init.client.luau", "clientScript"],
  ["init.client.lua", "clientScript"],
  ["init.plugin.lua", "pluginScript"],
  ["init.plugin.luau", "pluginScript"],
  ["init.csv", "csv"],
]);

/** The order in which a sourcemap lists them. Source: Rojo 7.7.1 snapshot_middleware/dir.rs, `relevant_paths`. */
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

export function defaultRuleFor(fileName: string): DefaultRule | undefined {
  return defaultRules.find(
    ({ endings, except }) =>
      endings.some((ending) => fileName.endsWith(ending)) && (except === undefined || !fileName.endsWith(except)),
  );
}

/** The instance's name: without `suffix` where there is one and the name ends so, else without its last extension. */
export function instanceNameOf(fileName: string, suffix: string | undefined, rust: RustPath): string {
  if (suffix === undefined) return rust.fileStem(fileName);
  return fileName.endsWith(suffix) ? fileName.slice(0, fileName.length - suffix.length) : fileName;
}
