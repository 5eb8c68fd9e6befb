/**
 * Turns parameters into the arguments of a program. The order follows the table, never the keys, so equal parameters
 * give equal arguments; no value can become an option, because it shares its token with its flag or stands after `--`. Pure.
 */

import { coreError } from "../errors/index.ts";
import { assertFlagTable, type FlagSpec } from "./flag-spec.ts";

export type ArgvScalar = string | number;
export type ArgvValue = ArgvScalar | boolean | readonly ArgvScalar[];
/** Values by parameter name; `undefined` means not given. */
export type ArgvValues = Readonly<Record<string, ArgvValue | undefined>>;

function invalid(name: string, problem: string, hint: string): Error {
  return coreError("ARGV_INVALID", `Parameter ${name} ${problem}`, { hint, data: { parameter: name } });
}

function scalarText(name: string, value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") throw invalid(name, "is neither text nor a finite number", `Give ${name} as text.`);
  if (value.includes("\0")) throw invalid(name, "holds a NUL character", `Remove the NUL character from ${name}.`);
  if (!value.isWellFormed())
    throw invalid(
      name,
      "holds half of a surrogate pair, which no encoding can carry",
      `Give ${name} as valid Unicode.`,
    );
  return value;
}

function listTexts(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw invalid(name, "is not a list", `Give ${name} as a list.`);
  return value.map((entry) => scalarText(name, entry));
}

function booleanOf(name: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw invalid(name, "is not true or false", `Give ${name} as true or false.`);
  return value;
}

function countOf(name: string, value: unknown): number {
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100;
  if (!isCount) throw invalid(name, "is not a whole number from 0 to 100", `Give ${name} as a small whole number.`);
  return value;
}

function flagTokens(name: string, flag: string, separate: boolean, value: unknown): string[] {
  const text = scalarText(name, value);
  if (!separate) return [`${flag}=${text}`];
  if (text.startsWith("-"))
    throw invalid(
      name,
      `begins with "-", which ${flag} would read as an option`,
      `Give ${name} without a leading "-".`,
    );
  return [flag, text];
}

function tokensOf(spec: FlagSpec, value: ArgvValue): string[] {
  switch (spec.kind) {
    case "positional":
      return spec.list === true ? listTexts(spec.name, value) : [scalarText(spec.name, value)];
    case "flag":
      return flagTokens(spec.name, spec.flag, spec.style === "separate", value);
    case "switch":
      return booleanOf(spec.name, value) ? [spec.flag] : [];
    case "toggle":
      return [booleanOf(spec.name, value) ? spec.flag : spec.offFlag];
    case "count":
      return Array.from({ length: countOf(spec.name, value) }, () => spec.flag);
    case "repeat":
    case "variadic":
      break;
  }
  return listTexts(spec.name, value).map((text) => `${spec.flag}=${text}`);
}

function assertKnown(table: readonly FlagSpec[], values: ArgvValues): void {
  const supported = table.map((spec) => spec.name);
  const unknown = Object.keys(values).filter((name) => values[name] !== undefined && !supported.includes(name));
  if (unknown.length === 0) return;
  throw coreError("ARGV_INVALID", `Unsupported parameter ${unknown.join(", ")}; supported: ${supported.join(", ")}`, {
    hint: "Use only the supported parameters.",
    data: { unknown, supported },
  });
}

function isRequired(spec: FlagSpec): boolean {
  return "required" in spec && spec.required;
}

/** A value of the caller's own record; a parameter named like a method of every object is not one of its values. */
function valueOf(values: ArgvValues, name: string): ArgvValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function positionalTokens(table: readonly FlagSpec[], values: ArgvValues): string[] {
  const tokens: string[] = [];
  let gap: string | undefined;
  for (const spec of table) {
    if (spec.kind !== "positional") continue;
    const value = valueOf(values, spec.name);
    const own = value === undefined ? [] : tokensOf(spec, value);
    if (own.length === 0) gap ??= spec.name;
    else if (gap !== undefined) throw invalid(spec.name, `is given, but ${gap} before it is not`, `Give ${gap}, too.`);
    tokens.push(...own);
  }
  return tokens;
}

/**
 * The arguments for `values`: options in table order, then variadic options, then `--` and the positionals (`--` only
 * where there are any). A sub-command is the caller's to put in front.
 * @throws ARGV_INVALID for a parameter that the table lacks (naming those it has), a missing required one, a value of
 *   the wrong type, or text that no argument can carry (NUL, half a surrogate pair). TypeError for a faulty table.
 */
export function buildArgv(table: readonly FlagSpec[], values: ArgvValues): string[] {
  assertFlagTable(table);
  assertKnown(table, values);
  const options: string[] = [];
  const variadics: string[] = [];
  for (const spec of table) {
    const value = valueOf(values, spec.name);
    if (isRequired(spec) && (value === undefined || (Array.isArray(value) && value.length === 0)))
      throw invalid(spec.name, "is missing", `Give ${spec.name}.`);
    if (value === undefined || spec.kind === "positional") continue;
    (spec.kind === "variadic" ? variadics : options).push(...tokensOf(spec, value));
  }
  const positionals = positionalTokens(table, values);
  return [...options, ...variadics, ...(positionals.length > 0 ? ["--", ...positionals] : [])];
}
