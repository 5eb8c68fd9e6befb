/** From the parameters of a tool call to the arguments of the CLI: checked, complete, in an order of their own. Pure. */

import { type ArgvValue, buildArgv, type FlagSpec } from "pi-extension-core/argv";
import { multixError } from "../../errors.ts";
import {
  type CallTable,
  callTables,
  type Entry,
  parameters,
  parametersOf,
  type SaveRule,
  type TableTool,
} from "../tables/index.ts";
import { type CallValue, type CallValues, checkValue } from "./check-value.ts";
import { joinExtraArguments } from "./extra-arguments.ts";
import { findTable } from "./find-table.ts";
import { applyRules } from "./rules.ts";

export interface CallPlan {
  readonly tool: TableTool;
  readonly action: string;
  readonly provider: string;
  /** Words of the CLI's command; `argv` begins with them. */
  readonly command: readonly string[];
  /** Every argument of the CLI. */
  readonly argv: readonly string[];
  /** The checked values, with the defaults that the plan added. Paths are relative to the call's working directory. */
  readonly values: CallValues;
  /** What the caller should know about this very call. */
  readonly notes: readonly string[];
  /** True when success without a new file is a failure. */
  readonly savesFile: boolean;
  /** True when the call answers with a job id instead of a result. */
  readonly leavesJob: boolean;
  /** Set when a person must agree first: what the call changes. */
  readonly consent: string | undefined;
}

/** Parameters that concern the tool itself and never become an argument. */
const hostParameters = ["action", "provider", "cwd", "timeoutMs", "preview", "extraArgs"] as const;

const isHost = (name: string): boolean => hostParameters.some((host) => host === name);

/** The flags of an entry; a positional has none. */
export function flagsOf(entry: Entry): string[] {
  const { syntax } = entry;
  if (syntax.kind === "positional") return [];
  return syntax.kind === "pair" ? [syntax.flag, syntax.offFlag] : [syntax.flag];
}

function specOf({ parameter: name, syntax }: Entry): FlagSpec {
  switch (syntax.kind) {
    case "positional":
      return { kind: "positional", name };
    case "flag":
    case "single":
      return { kind: "flag", name, flag: syntax.flag };
    case "repeat":
    case "variadic":
      return { kind: syntax.kind, name, flag: syntax.flag };
    case "on":
    case "off":
      return { kind: "switch", name, flag: syntax.flag };
    case "pair":
      return { kind: "toggle", name, flag: syntax.flag, offFlag: syntax.offFlag };
  }
}

function argumentOf({ syntax }: Entry, value: CallValue): ArgvValue | undefined {
  if (syntax.kind === "off") return value === false;
  if (syntax.kind === "single") return Array.isArray(value) ? value[0] : undefined;
  return value;
}

function unsupported(table: CallTable, name: string): Error {
  const { tool, action, provider } = table;
  const supported = parametersOf(table);
  const has = (other: CallTable): boolean => other.tool === tool && parametersOf(other).includes(name);
  const others = callTables.filter(has);
  const providers = [...new Set(others.filter((other) => other.action === action).map((other) => other.provider))];
  const elsewhere = [...new Set(others.map((other) => `${other.provider} ${other.action}`))];
  const whoHas =
    providers.length > 0
      ? ` ${name} works with: ${providers.join(", ")}.`
      : elsewhere.length > 0
        ? ` ${name} works with: ${elsewhere.join(", ")}.`
        : "";
  return multixError("PARAMETER_UNSUPPORTED", `${provider} has no ${name} for ${tool} ${action}`, {
    hint: `Leave ${name} out.${whoHas} ${provider} takes: ${supported.join(", ") || "nothing"}.`,
    data: { tool, action, provider, parameter: name, supported, providers, elsewhere },
  });
}

function checkedValues(table: CallTable, given: Readonly<Record<string, unknown>>): CallValues {
  const types = parameters[table.tool];
  const values: Record<string, CallValue> = {};
  for (const entry of table.entries) {
    const value = Object.hasOwn(given, entry.parameter) ? given[entry.parameter] : undefined;
    const type = types[entry.parameter]?.type;
    if (type === undefined) throw new TypeError(`Call tables: ${entry.parameter} of ${table.tool} has no type`);
    if (value !== undefined) values[entry.parameter] = checkValue(entry, type, value);
    else if (entry.required === true) throw required(table, [entry.parameter]);
  }
  return values;
}

function required(table: CallTable, names: readonly string[]): Error {
  const { tool, action, provider } = table;
  const what = names.join(" or ");
  return multixError("PARAMETER_REQUIRED", `${provider} needs ${what} for ${tool} ${action}`, {
    hint: `Give ${what}.`,
    data: { tool, action, provider, parameters: names },
  });
}

function checkTogether(table: CallTable, values: CallValues): void {
  const given = (name: string): boolean => values[name] !== undefined && values[name] !== false;
  if (table.anyOf !== undefined && !table.anyOf.some(given)) throw required(table, table.anyOf);
  const both = (table.oneOf ?? []).filter(given);
  if (both.length > 1)
    throw multixError("PARAMETER_INVALID", `${both.join(" and ")} exclude each other`, {
      hint: `Give only one of ${both.join(", ")}.`,
      data: { parameters: both },
    });
  for (const { parameter, needs } of table.entries) {
    if (needs === undefined || !given(parameter) || needs.some((name) => values[name] === true)) continue;
    throw multixError("PARAMETER_INVALID", `${parameter} has no effect without ${needs.join(" or ")}`, {
      hint: `Set ${needs.at(-1)} to true, or leave ${parameter} out.`,
      data: { parameter, needs },
    });
  }
}

function isSaved(rule: SaveRule, values: CallValues): boolean {
  switch (rule.when) {
    case "always":
      return true;
    case "never":
      return false;
    case "true":
      return rule.anyOf.some((name) => values[name] === true);
    case "not-false":
      return values[rule.parameter] !== false;
    case "given":
      return values[rule.parameter] !== undefined;
  }
}

function isLeft(table: CallTable, values: CallValues): boolean {
  if (table.job === undefined) return false;
  return table.job === "waits" ? values["wait"] === false : values["wait"] !== true && values["download"] !== true;
}

function ownedFlags(table: CallTable): Map<string, string> {
  return new Map(table.entries.flatMap((entry) => flagsOf(entry).map((flag) => [flag, entry.parameter] as const)));
}

/**
 * The call that `given` describes. The order of its keys does not matter.
 * @param given the parameters of the tool, unchecked; `undefined` means not given
 * @throws PARAMETER_REQUIRED, PARAMETER_INVALID, PARAMETER_UNSUPPORTED or PROVIDER_UNSUPPORTED
 */
export function planCall(tool: TableTool, given: Readonly<Record<string, unknown>>): CallPlan {
  const table = findTable(tool, given["action"], given["provider"]);
  const supported = parametersOf(table);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !isHost(name) && !supported.includes(name)) throw unsupported(table, name);
  const checked = checkedValues(table, given);
  checkTogether(table, checked);
  const { values, notes } = applyRules(table, checked);
  const extra = joinExtraArguments(given["extraArgs"], ownedFlags(table));
  const when = table.commandWhen;
  const command = when !== undefined && values[when.parameter] === true ? when.command : table.command;
  const specs = table.entries.map(specOf);
  const argument = (entry: Entry): ArgvValue | undefined => {
    const value = values[entry.parameter];
    return value === undefined ? undefined : argumentOf(entry, value);
  };
  const argv = buildArgv(specs, Object.fromEntries(table.entries.map((entry) => [entry.parameter, argument(entry)])));
  return {
    tool,
    action: table.action,
    provider: table.provider,
    command,
    argv: [...command, ...extra, ...argv],
    values,
    notes,
    savesFile: isSaved(table.saves, values),
    leavesJob: isLeft(table, values),
    consent: table.changesAccount,
  };
}
