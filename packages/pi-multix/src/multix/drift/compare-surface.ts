/** What an installed CLI has more or less than the tables of this extension know. Pure. */

import { flagsOf } from "../plan/plan-call.ts";
import { callTables, cliCommands } from "../tables/index.ts";

/** Command words joined by spaces, to the long options that its help lists. */
export type InstalledSurface = ReadonlyMap<string, readonly string[]>;

export interface Drift {
  readonly newCommands: readonly string[];
  readonly goneCommands: readonly string[];
  /** As `command --flag`. */
  readonly newOptions: readonly string[];
  readonly goneOptions: readonly string[];
}

const nameOf = (words: readonly string[]): string => words.join(" ");

/** Flags that tables use or leave out on purpose, for each command that a table stands for. */
function knownFlags(): Map<string, { used: Set<string>; omitted: Set<string> }> {
  const known = new Map<string, { used: Set<string>; omitted: Set<string> }>();
  for (const table of callTables) {
    const commands = [table.command, ...(table.commandWhen === undefined ? [] : [table.commandWhen.command])];
    for (const command of commands) {
      const entry = known.get(nameOf(command)) ?? { used: new Set(), omitted: new Set() };
      for (const flag of table.entries.flatMap(flagsOf)) entry.used.add(flag);
      for (const flag of Object.keys(table.omitted ?? {})) entry.omitted.add(flag);
      known.set(nameOf(command), entry);
    }
  }
  return known;
}

/** Differences, sorted. A command that no table stands for is reached by the free-form tool: its options do not count. */
export function compareSurface(installed: InstalledSurface): Drift {
  const known = cliCommands.map(({ path }) => nameOf(path));
  const newOptions: string[] = [];
  const goneOptions: string[] = [];
  for (const [command, { used, omitted }] of knownFlags()) {
    const options = installed.get(command);
    if (options === undefined) continue;
    newOptions.push(
      ...options.filter((flag) => !used.has(flag) && !omitted.has(flag)).map((flag) => `${command} ${flag}`),
    );
    goneOptions.push(...[...used].filter((flag) => !options.includes(flag)).map((flag) => `${command} ${flag}`));
  }
  return {
    newCommands: [...installed.keys()].filter((name) => !known.includes(name)).toSorted(),
    goneCommands: known.filter((name) => !installed.has(name)).toSorted(),
    newOptions: newOptions.toSorted(),
    goneOptions: goneOptions.toSorted(),
  };
}

const MAX_NAMED = 4;
const named = (what: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${what}: ${names.slice(0, MAX_NAMED).join(", ")}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ""}`,
      ];

/** One line for people; says so when there is no difference. */
export function driftLine(drift: Drift): string {
  const parts = [
    ...named("new commands", drift.newCommands),
    ...named("gone commands", drift.goneCommands),
    ...named("new options", drift.newOptions),
    ...named("gone options", drift.goneOptions),
  ];
  return parts.length === 0 ? "its commands and options are those this extension knows" : parts.join("; ");
}
