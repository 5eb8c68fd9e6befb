/** What a tool's parameter means, with the differences between providers, from the tables. Pure. */

import {
  actionsOf,
  type CallTable,
  type Entry,
  parameters,
  providersOf,
  type TableTool,
  tablesOf,
} from "../tables/index.ts";

function rangeOf({ minimum, maximum }: Entry): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return maximum === undefined ? undefined : `at most ${maximum}`;
}

const REFERENCES = {
  file: undefined,
  url: "an http address",
  "file-or-url": "file or http address",
  id: "an id at the provider",
} as const;

/** Limits of one entry in words; empty when there are none. */
export function limitsText(entry: Entry): string {
  const parts = [
    entry.choices?.join(" | "),
    entry.known === undefined ? undefined : `such as ${entry.known.join(" | ")}`,
    rangeOf(entry),
    entry.patternHint,
    entry.reference === undefined ? undefined : REFERENCES[entry.reference],
    entry.syntax.kind === "single" && entry.note === undefined ? "exactly one" : undefined,
    entry.maxItems === undefined ? undefined : `at most ${entry.maxItems}`,
    entry.maxLength === undefined ? undefined : `at most ${entry.maxLength} characters`,
    entry.needs === undefined ? undefined : `only with ${entry.needs.join(" or ")}`,
    entry.note,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

interface Use {
  readonly table: CallTable;
  readonly entry: Entry;
}

function usesOf(tool: TableTool, parameter: string): Use[] {
  return tablesOf(tool).flatMap((table) =>
    table.entries.filter((entry) => entry.parameter === parameter).map((entry) => ({ table, entry })),
  );
}

/** Uses by what they allow; those without limits last. */
function groupsOf(uses: readonly Use[]): [string, Use[]][] {
  const groups = new Map<string, Use[]>();
  for (const use of uses) {
    const limits = limitsText(use.entry);
    groups.set(limits, [...(groups.get(limits) ?? []), use]);
  }
  return [...groups].sort(([a], [b]) => Number(a === "") - Number(b === ""));
}

/** Names the members of a group: the provider alone where that is unmistakable, else with the action. */
function namesOf(tool: TableTool, group: readonly Use[], uses: readonly Use[]): string[] {
  const onlyOneProvider = providersOf(tool).length === 1;
  const name = ({ table }: Use): string => {
    if (onlyOneProvider) return table.action;
    const others = uses.filter((use) => use.table.provider === table.provider);
    return others.every((use) => group.includes(use)) ? table.provider : `${table.provider} ${table.action}`;
  };
  return [...new Set(group.map(name))];
}

/**
 * The description in the tool's schema: the meaning, then which providers have it and what each allows. Where all agree,
 * nothing is repeated.
 */
export function describeParameter(tool: TableTool, parameter: string): string {
  const general = parameters[tool][parameter]?.description;
  if (general === undefined) throw new TypeError(`Call tables: ${tool} has no parameter ${parameter}`);
  const uses = usesOf(tool, parameter);
  const groups = groupsOf(uses);
  const limits = groups.map(([text]) => text);
  const actions = [...new Set(uses.map((use) => use.table.action))];
  const [action] = actions.length === 1 && actionsOf(tool).length > 1 ? actions : [];
  const inAction = action === undefined ? tablesOf(tool) : tablesOf(tool).filter((table) => table.action === action);
  const scope = action === undefined ? "" : ` Only action=${action}.`;
  if (groups.length === 1 && uses.length === inAction.length)
    return `${general}${scope}${limits[0] === "" ? "" : ` ${limits[0]}.`}`;
  const parts = groups.map(([text, group], index) => {
    const names = namesOf(tool, group, uses).join(", ");
    if (text !== "") return `${names}: ${text}.`;
    return index === 0 ? `Only ${names}.` : `Also ${names}.`;
  });
  return `${general}${scope} ${parts.join(" ")}`;
}
