/**
 * Roblox's classes, properties and enums, parsed one by one as they are asked for. A name that the data lacks gives
 * undefined or nothing, for the engine may be newer than the data. Pure.
 */

import { parseClass } from "./parse-class.ts";
import type { ReflectedClass, ReflectedEnumItem, ReflectedProperty } from "./reflected-types.ts";
import { splitTable, type TextTable } from "./text-table.ts";

export interface Reflection {
  /** Of the engine that the data describes, such as `0.741.19.7411056`. */
  readonly engineVersion: string;
  /** Sorted. */
  readonly classNames: readonly string[];
  /** Sorted. */
  readonly enumNames: readonly string[];
  findClass(name: string): ReflectedClass | undefined;
  /** The class and all that it inherits from, itself first. */
  lineage(className: string): readonly ReflectedClass[];
  /** As `Instance:IsA`: true for the class itself, too. */
  isA(className: string, ancestor: string): boolean;
  /** A property by exactly this name, own or inherited. An alias is given as such. */
  findProperty(className: string, name: string): ReflectedProperty | undefined;
  /** All properties, own and inherited, sorted by name. */
  properties(className: string): readonly ReflectedProperty[];
  /** In the order of their values. Undefined for an enum that the data lacks. */
  enumItems(enumName: string): readonly ReflectedEnumItem[] | undefined;
  findEnumItem(enumName: string, nameOrValue: string | number): ReflectedEnumItem | undefined;
}

/** Remembers the results of `compute` for the keys that a table has; other keys could be without end. */
function memoized<Value>(
  { blocks }: TextTable,
  compute: (key: string, block: string) => Value,
): (key: string) => Value | undefined {
  const known = new Map<string, Value>();
  return (key) => {
    const block = blocks.get(key);
    if (block === undefined) return undefined;
    const value = known.get(key) ?? compute(key, block);
    known.set(key, value);
    return value;
  };
}

function parseEnum(line: string): readonly ReflectedEnumItem[] {
  const [, items = ""] = line.split("\t");
  if (items === "") return [];
  return items.split(",").map((item) => {
    const [name = "", value = ""] = item.split("=");
    return { name, value: Number(value) };
  });
}

/** @throws FILE_INVALID when a text is not the table that it should be; here or at the first use of a class */
export function createReflection(texts: { readonly classes: string; readonly enums: string }): Reflection {
  const classes = splitTable(texts.classes, "classes", "\n\n");
  const enums = splitTable(texts.enums, "enums", "\n");

  const findClass = memoized(classes, (_, block) => parseClass(block));

  const knownLineage = memoized(classes, (className): readonly ReflectedClass[] => {
    const line: ReflectedClass[] = [];
    for (let current = findClass(className); current !== undefined; ) {
      line.push(current);
      current = current.superclass === undefined ? undefined : findClass(current.superclass);
    }
    return line;
  });
  const lineage = (className: string) => knownLineage(className) ?? [];

  const knownProperties = memoized(classes, (className): readonly ReflectedProperty[] => {
    // From the root down, so that what a class declares anew replaces what it inherits.
    const all = new Map([...lineage(className)].reverse().flatMap((entry) => [...entry.properties]));
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  });

  const enumItems = memoized(enums, (_, line) => parseEnum(line));

  return {
    engineVersion: classes.engineVersion,
    classNames: [...classes.blocks.keys()],
    enumNames: [...enums.blocks.keys()],
    findClass,
    lineage,
    isA: (className, ancestor) => lineage(className).some(({ name }) => name === ancestor),
    findProperty: (className, name) =>
      lineage(className)
        .find((entry) => entry.properties.has(name))
        ?.properties.get(name),
    properties: (className) => knownProperties(className) ?? [],
    enumItems,
    findEnumItem: (enumName, nameOrValue) =>
      enumItems(enumName)?.find(({ name, value }) =>
        typeof nameOrValue === "number" ? value === nameOrValue : name === nameOrValue,
      ),
  };
}
