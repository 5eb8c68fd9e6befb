/** `globIgnorePaths` and `syncRules`. Source: Rojo 7.7.1 glob.rs and snapshot/metadata.rs. Pure. */

import type { JsonPath } from "pi-extension-core/json";
import { nearestNames } from "../../datamodel/nearest-names.ts";
import { compileGlob, type Glob } from "./glob/glob.ts";
import { describe, isJsonObject, optionalString, type ProjectReader, stringList } from "./project-reader.ts";
import { type IgnoreRule, type Middleware, middlewareNames, type SyncRule } from "./project-types.ts";

/** Each rule is tried on each file, so there is a limit. */
const MAX_RULES = 500;
const RULE_KEYS = ["pattern", "exclude", "use", "suffix"] as const;
/** Since when a `use` is known, where that is later than `syncRules` itself. */
const USE_SINCE: ReadonlyMap<Middleware, string> = new Map([["yaml", "7.6.0"]]);

export function readIgnoreRules(reader: ProjectReader, value: unknown): readonly IgnoreRule[] {
  const keys = ["globIgnorePaths"];
  return withinLimit(reader, stringList(reader, value, keys), keys).flatMap((text, index) => {
    const rule = readIgnoreRule(reader, text, [...keys, index]);
    return rule === undefined ? [] : [rule];
  });
}

function readIgnoreRule(reader: ProjectReader, text: string, keys: JsonPath): IgnoreRule | undefined {
  const isNegated = text.startsWith("!");
  // `\!` stands for a `!` that is meant.
  const glob = readGlob(reader, isNegated || text.startsWith("\\!") ? text.slice(1) : text, keys);
  if (glob === undefined) return undefined;
  if (isNegated)
    reader.finding(keys, {
      effect: "ignored",
      since: "7.7.0",
      message: `${JSON.stringify(text)} takes nothing back before Rojo 7.7.0, where a \`!\` has no meaning`,
      fix: "Update Rojo, or write patterns that do not match those files.",
    });
  const literal = isNegated ? compileGlob(text, reader.platform) : glob;
  return { text, isNegated, glob, literalGlob: "problem" in literal ? glob : literal };
}

export function readSyncRules(reader: ProjectReader, value: unknown): readonly SyncRule[] {
  if (value === undefined) return [];
  const keys = ["syncRules"];
  if (!Array.isArray(value)) {
    reader.problem(keys, `must be a list of rules, not ${describe(value)}`);
    return [];
  }
  const items: readonly unknown[] = value;
  return withinLimit(reader, items, keys).flatMap((item, index) => {
    const rule = readSyncRule(reader, item, [...keys, index]);
    return rule === undefined ? [] : [rule];
  });
}

function readSyncRule(reader: ProjectReader, value: unknown, keys: JsonPath): SyncRule | undefined {
  if (!isJsonObject(value)) return reader.problem(keys, `must be an object, not ${describe(value)}`);
  const known: readonly string[] = RULE_KEYS;
  for (const name of Object.keys(value).filter((name) => !known.includes(name))) {
    const [nearest] = nearestNames(name, RULE_KEYS, 1);
    reader.finding([...keys, name], {
      effect: "ignored",
      since: undefined,
      message: `a sync rule has no key ${JSON.stringify(name)}`,
      fix: nearest === undefined ? `Rojo knows ${RULE_KEYS.join(", ")}.` : `Did you mean ${nearest}?`,
    });
  }
  const pattern = requiredGlob(reader, value["pattern"], [...keys, "pattern"]);
  const exclude = optionalString(reader, value["exclude"], [...keys, "exclude"]);
  const excludeGlob = exclude === undefined ? undefined : readGlob(reader, exclude, [...keys, "exclude"]);
  const suffix = optionalString(reader, value["suffix"], [...keys, "suffix"]);
  const use = readUse(reader, value["use"], [...keys, "use"]);
  return pattern === undefined || use === undefined ? undefined : { pattern, exclude: excludeGlob, use, suffix };
}

function readUse(reader: ProjectReader, value: unknown, keys: JsonPath): Middleware | undefined {
  const use = middlewareNames.find((name) => name === value);
  if (use === undefined) {
    const [nearest] = typeof value === "string" ? nearestNames(value, middlewareNames, 1) : [];
    const hint = nearest === undefined ? `Rojo knows ${middlewareNames.join(", ")}.` : `Did you mean ${nearest}?`;
    return reader.problem(keys, "Rojo knows no such way to read a file", hint);
  }
  const since = USE_SINCE.get(use);
  if (since !== undefined)
    reader.finding(keys, {
      effect: "refused",
      since,
      message: `"use": "${use}" is not known before Rojo ${since}`,
      fix: "Update Rojo.",
    });
  return use;
}

function requiredGlob(reader: ProjectReader, value: unknown, keys: JsonPath): Glob | undefined {
  if (typeof value === "string") return readGlob(reader, value, keys);
  return reader.problem(keys, `must be a pattern, not ${describe(value)}`);
}

function readGlob(reader: ProjectReader, pattern: string, keys: JsonPath): Glob | undefined {
  const glob = compileGlob(pattern, reader.platform);
  if ("problem" in glob) return reader.problem(keys, `is no pattern that Rojo can read: ${glob.problem}`);
  if (glob.hasNestedAlternates)
    reader.finding(keys, {
      effect: "refused",
      since: "7.7.0",
      message: "braces inside of braces are refused before Rojo 7.7.0",
      fix: "Update Rojo, or write two patterns.",
    });
  return glob;
}

function withinLimit<Item>(reader: ProjectReader, items: readonly Item[], keys: JsonPath): readonly Item[] {
  if (items.length > MAX_RULES) reader.problem(keys, `has more than ${MAX_RULES} rules`);
  return items.slice(0, MAX_RULES);
}
