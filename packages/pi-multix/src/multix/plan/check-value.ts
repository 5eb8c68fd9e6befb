/** One value against one entry of a table. What comes back is what the CLI gets, unless a rule changes it. Pure. */

import { stripAtPrefix } from "pi-extension-core/fs";
import { multixError } from "../../errors.ts";
import type { Entry, Parameter, Reference } from "../tables/index.ts";

export type CallValue = string | number | boolean | readonly string[];
export type CallValues = Readonly<Record<string, CallValue>>;

/** Linux takes no argument of 128 KiB; the flag stands in the same argument. */
const MAX_ARGUMENT_BYTES = 120_000;
const SCHEME = /^[a-z][a-z0-9+.-]+:(?:\/\/|(?=.*,))/i;
const WEB = /^https?:\/\/[^\s/]/i;

function invalid(entry: Entry, problem: string, hint: string, allowed?: readonly string[]): Error {
  return multixError("PARAMETER_INVALID", `${entry.parameter} ${problem}`, {
    hint,
    data: { parameter: entry.parameter, ...(allowed === undefined ? {} : { allowed }) },
  });
}

function checkReference(entry: Entry, reference: Reference, value: string): string {
  const show = JSON.stringify(value.slice(0, 200));
  if (reference === "id") {
    if (/^[\w-]+$/.test(value)) return value;
    throw invalid(entry, `is ${show}, which is no id`, `Give ${entry.parameter} as an id that the provider returned.`);
  }
  if (WEB.test(value)) {
    if (reference !== "file") return value;
    throw invalid(entry, `is an address, but must be a local file`, `Download it, then give the file's path.`);
  }
  if (reference === "url")
    throw invalid(entry, `is ${show}, but must be an address`, `Give a public http or https address.`);
  if (SCHEME.test(value))
    throw invalid(entry, `is ${show}, which is neither a path nor an http address`, `Give a path or an http address.`);
  return stripAtPrefix(value);
}

function checkText(entry: Entry, value: unknown): string {
  const { parameter } = entry;
  if (typeof value !== "string") throw invalid(entry, "is not text", `Give ${parameter} as text.`);
  if (value.trim() === "") throw invalid(entry, "is empty", `Leave ${parameter} out, or give it a value.`);
  if (/[\0]/.test(value) || !value.isWellFormed())
    throw invalid(entry, "holds a character that no argument can carry", `Remove it from ${parameter}.`);
  const longest = entry.maxLength ?? MAX_ARGUMENT_BYTES;
  if (value.length > longest)
    throw invalid(entry, `has ${value.length} characters, more than ${longest}`, `Shorten ${parameter}.`);
  if (Buffer.byteLength(value) > MAX_ARGUMENT_BYTES)
    throw invalid(entry, `is larger than ${MAX_ARGUMENT_BYTES} bytes`, `Shorten ${parameter}.`);
  if (entry.pattern !== undefined && !new RegExp(entry.pattern, "u").test(value))
    throw invalid(entry, `is ${JSON.stringify(value)}`, `Give ${entry.patternHint ?? entry.pattern}.`);
  return entry.reference === undefined ? value : checkReference(entry, entry.reference, value);
}

function checkNumber(entry: Entry, isInteger: boolean, value: unknown): number {
  const { parameter, minimum, maximum } = entry;
  const kind = isInteger ? "whole number" : "number";
  if (typeof value !== "number" || !Number.isFinite(value) || (isInteger && !Number.isSafeInteger(value)))
    throw invalid(entry, `is not a ${kind}`, `Give ${parameter} as a ${kind}.`);
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    const range = maximum === undefined ? `at least ${minimum}` : `${minimum ?? "any"} to ${maximum}`;
    throw invalid(entry, `is ${value}`, `Give ${parameter} as a number: ${range}.`);
  }
  return value;
}

function checkList(entry: Entry, value: unknown): readonly string[] {
  const { parameter } = entry;
  if (!Array.isArray(value) || value.length === 0)
    throw invalid(entry, "is not a list with at least one text", `Give ${parameter} as a list, or leave it out.`);
  const most = entry.syntax.kind === "single" ? 1 : entry.maxItems;
  if (most !== undefined && value.length > most)
    throw invalid(entry, `has ${value.length} values, but at most ${most} work here`, `Give at most ${most}.`);
  return value.map((item) => checkText(entry, item));
}

function checkChoice(entry: Entry, value: CallValue): void {
  const { choices, orPattern } = entry;
  if (choices === undefined || choices.includes(String(value))) return;
  if (orPattern !== undefined && new RegExp(orPattern, "u").test(String(value))) return;
  throw invalid(entry, `is ${JSON.stringify(value)}`, `Use one of: ${choices.join(", ")}.`, choices);
}

/**
 * @returns the value, a path without the `@` that models put in front
 * @throws PARAMETER_INVALID; `data.allowed` lists the choices where there are any
 */
export function checkValue(entry: Entry, type: Parameter["type"], value: unknown): CallValue {
  switch (type) {
    case "boolean":
      if (typeof value !== "boolean")
        throw invalid(entry, "is not true or false", `Give ${entry.parameter} as true or false.`);
      return value;
    case "texts":
      return checkList(entry, value);
    case "text":
    case "number":
    case "integer":
      break;
  }
  const checked = type === "text" ? checkText(entry, value) : checkNumber(entry, type === "integer", value);
  checkChoice(entry, checked);
  return checked;
}
