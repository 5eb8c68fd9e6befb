/** The `tree` of a project file. Source: Rojo 7.7.1 project.rs, `ProjectNode`. Pure. */

import type { JsonPath } from "pi-extension-core/json";
import { nearestNames } from "../../datamodel/nearest-names.ts";
import { compareBytes } from "./byte-order.ts";
import {
  describe,
  isJsonObject,
  type JsonObject,
  optionalBoolean,
  optionalString,
  type ProjectReader,
} from "./project-reader.ts";
import type { PathReference, ProjectNode } from "./project-types.ts";
import { attributeValueProblem, propertyValueProblem } from "./property-value.ts";

const NODE_KEYS = ["$className", "$path", "$properties", "$attributes", "$id", "$ignoreUnknownInstances"] as const;
const EMPTY: ProjectNode = {
  className: undefined,
  path: undefined,
  ignoreUnknownInstances: undefined,
  id: undefined,
  properties: new Map(),
  attributes: new Map(),
  children: new Map(),
  keys: [],
};

/** Nesting is limited by the JSON reader, so recursion is bounded. */
export function readNode(reader: ProjectReader, value: unknown, keys: JsonPath): ProjectNode {
  if (!isJsonObject(value)) {
    const isMeta = String(keys.at(-1)).startsWith("$");
    reader.problem(
      keys,
      `must be an object that describes an instance, not ${describe(value)}`,
      isMeta ? suggestNodeKey(String(keys.at(-1))) : undefined,
    );
    return { ...EMPTY, keys };
  }
  const id = optionalString(reader, value["$id"], [...keys, "$id"]);
  if (id !== undefined)
    reader.finding([...keys, "$id"], {
      effect: "refused",
      since: "7.5.0",
      message: "`$id` is not known before Rojo 7.5.0",
      fix: "Update Rojo, or remove the reference.",
    });
  return {
    className: optionalString(reader, value["$className"], [...keys, "$className"]),
    path: readPath(reader, value["$path"], [...keys, "$path"]),
    ignoreUnknownInstances: optionalBoolean(reader, value["$ignoreUnknownInstances"], [
      ...keys,
      "$ignoreUnknownInstances",
    ]),
    id,
    properties: readValues(reader, value["$properties"], [...keys, "$properties"], propertyValueProblem),
    attributes: readValues(reader, value["$attributes"], [...keys, "$attributes"], attributeValueProblem),
    children: readChildren(reader, value, keys),
    keys,
  };
}

function readChildren(reader: ProjectReader, value: JsonObject, keys: JsonPath): ReadonlyMap<string, ProjectNode> {
  const known: readonly string[] = NODE_KEYS;
  const names = Object.keys(value).filter((name) => !known.includes(name));
  const children = new Map<string, ProjectNode>();
  for (const name of names.sort(compareBytes)) {
    const at = [...keys, name];
    children.set(name, readNode(reader, value[name], at));
    if (!name.startsWith("$") || !isJsonObject(value[name])) continue;
    reader.finding(at, {
      effect: "ignored",
      since: undefined,
      message: `Rojo knows no ${JSON.stringify(name)} and makes a child of that name`,
      fix: suggestNodeKey(name),
    });
  }
  return children;
}

function suggestNodeKey(name: string): string {
  const [nearest] = nearestNames(name, NODE_KEYS, 1);
  return nearest === undefined ? `Rojo knows ${NODE_KEYS.join(", ")}.` : `Did you mean ${nearest}?`;
}

function readPath(reader: ProjectReader, value: unknown, keys: JsonPath): PathReference | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return { path: value, isOptional: false };
  const optional = isJsonObject(value) ? value["optional"] : undefined;
  if (typeof optional === "string") return { path: optional, isOptional: true };
  return reader.problem(keys, `must be a path or {"optional": path}, not ${describe(value)}`);
}

function readValues(
  reader: ProjectReader,
  value: unknown,
  keys: JsonPath,
  problemOf: (value: unknown) => string | undefined,
): ReadonlyMap<string, unknown> {
  if (value === undefined) return EMPTY.properties;
  if (!isJsonObject(value)) {
    reader.problem(keys, `must be an object, not ${describe(value)}`);
    return EMPTY.properties;
  }
  for (const [name, held] of Object.entries(value)) {
    const problem = problemOf(held);
    if (problem !== undefined) reader.problem([...keys, name], problem);
  }
  return new Map(Object.entries(value));
}
