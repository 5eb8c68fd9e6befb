/** One class of the table of classes. Pure. */

import {
  classTags,
  migrationRules,
  type PropertyStorage,
  type PropertyType,
  propertyTags,
  type ReflectedClass,
  type ReflectedProperty,
  type Scriptability,
} from "./reflected-types.ts";
import { tableDamaged } from "./text-table.ts";

const ACCESS: Readonly<Record<string, Scriptability>> = {
  RW: "ReadWrite",
  R: "Read",
  W: "Write",
  C: "Custom",
  "-": "None",
};

const ENUM_PREFIX = "Enum:";

function oneOf<Name extends string>(known: readonly Name[], text: string): Name {
  const found = known.find((name) => name === text);
  if (found === undefined) throw tableDamaged("classes", `it holds the word ${JSON.stringify(text)}`);
  return found;
}

const allOf = <Name extends string>(known: readonly Name[], text: string): readonly Name[] =>
  text === "" ? [] : text.split(",").map((name) => oneOf(known, name));

function typeOf(text: string): PropertyType {
  return text.startsWith(ENUM_PREFIX)
    ? { kind: "enum", name: text.slice(ENUM_PREFIX.length) }
    : { kind: "value", name: text };
}

function storageOf(name: string, text: string): PropertyStorage {
  const rest = text.slice(1);
  switch (text[0]) {
    case undefined:
      return { kind: "serialized", as: name };
    case "@":
      return { kind: "serialized", as: rest };
    case "-":
      return { kind: "transient" };
    case "=":
      return { kind: "alias", of: rest };
    case ">": {
      const [targets = "", rule = ""] = rest.split(":");
      return { kind: "migrated", to: targets.split("+"), rule: oneOf(migrationRules, rule) };
    }
    default:
      throw tableDamaged("classes", `${name} is stored as ${JSON.stringify(text)}`);
  }
}

function parseProperty(line: string, owner: string): ReflectedProperty {
  const [name = "", access = "", type = "", tags = "", storage = ""] = line.split("\t");
  const scriptability = ACCESS[access];
  if (scriptability === undefined || type === "")
    throw tableDamaged("classes", `${owner} has the line ${JSON.stringify(line)}`);
  return {
    name,
    owner,
    type: typeOf(type),
    scriptability,
    tags: allOf(propertyTags, tags),
    storage: storageOf(name, storage),
  };
}

/** @throws FILE_INVALID for a block that is not one of a class */
export function parseClass(block: string): ReflectedClass {
  const [head = "", ...lines] = block.split("\n");
  const [name = "", superclass = "", tags = ""] = head.split("\t");
  return {
    name,
    superclass: superclass === "" ? undefined : superclass,
    tags: allOf(classTags, tags),
    properties: new Map(
      lines.map((line) => {
        const property = parseProperty(line, name);
        return [property.name, property];
      }),
    ),
  };
}
