/** The commands of the multix CLI as its own commander definitions have them (scripts/multix-surface.mjs). Pure. */

import surface from "../../data/multix-surface.json" with { type: "json" };

export interface SurfaceArgument {
  readonly name: string;
  readonly required?: boolean;
}

export interface SurfaceOption {
  /** As commander takes it: `-m, --model <id>`. */
  readonly flags: string;
  readonly description: string;
  readonly since: string;
  readonly default?: string | readonly string[] | boolean;
  readonly required?: boolean;
  /** Missing where an empty-list default hides the requirement from the parser. */
  readonly requiredEnforcedByParser?: boolean;
  readonly variadic?: boolean;
  readonly repeatable?: boolean;
  readonly negatable?: boolean;
  readonly choices?: readonly string[];
  /** The CLI itself refuses other values, when it runs. */
  readonly choicesEnforced?: boolean;
}

export interface SurfaceCommand {
  readonly path: readonly string[];
  readonly aliases?: readonly string[];
  readonly since: string;
  readonly arguments?: readonly SurfaceArgument[];
  readonly options: readonly SurfaceOption[];
  /** All are needed; `A|B` means either. */
  readonly requiresKeys?: readonly string[];
  readonly notes?: string;
}

/** What a release may be called, oldest first. */
export const VERSIONS = ["0.0.8", "0.1.0", "0.3.0", "0.5.2", "0.6.0", "after 0.6.0"] as const;
export type MultixVersion = (typeof VERSIONS)[number];
export const NEWEST: MultixVersion = "after 0.6.0";

const isIn = (since: string, version: MultixVersion): boolean =>
  VERSIONS.findIndex((known) => known === since) <= VERSIONS.indexOf(version);

const known = new Map<MultixVersion, readonly SurfaceCommand[]>();

/** Every command that `version` has, with the options that it has. */
export function surfaceAt(version: MultixVersion): readonly SurfaceCommand[] {
  const made = known.get(version) ?? selectSurface(version);
  known.set(version, made);
  return made;
}

function selectSurface(version: MultixVersion): SurfaceCommand[] {
  const commands: readonly SurfaceCommand[] = surface.commands;
  return commands
    .filter((command) => isIn(command.since, version))
    .map((command) => ({ ...command, options: command.options.filter((option) => isIn(option.since, version)) }));
}

/** The `--name` of an option; for a negatable one the positive name is what its value is stored under. */
export function longFlag(option: SurfaceOption): string {
  const flag = /--[a-z0-9-]+/i.exec(option.flags)?.[0];
  if (flag === undefined) throw new TypeError(`Surface: no long flag in ${option.flags}`);
  return flag;
}

/** What the CLI says when it is asked for its version; the newest state still names the last release. */
export const versionText = (version: MultixVersion): string => (version === NEWEST ? "0.6.0" : version);
