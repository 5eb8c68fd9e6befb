/**
 * Which JSON values Rojo takes for properties and attributes. Written out values such as {"Vector3": [1, 2, 3]} are taken
 * as they are; the short forms need to know the property. Source: Rojo 7.7.1 resolution.rs, `AmbiguousValue`. Pure.
 */

import { nearestNames } from "../../datamodel/nearest-names.ts";
import type { Reflection } from "../../datamodel/reflection/reflection.ts";

/** What is asked of the reflection data. */
export type PropertyTypes = Pick<Reflection, "enumItems" | "findProperty" | "properties">;

const NUMBER_LIST_LENGTHS: ReadonlySet<number> = new Set([2, 3, 4, 12]);

/** The short form that each type takes, as `formOf` names it. Types that are not here have none. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["Bool", "boolean"],
  ["Float32", "number"],
  ["Float64", "number"],
  ["Int32", "number"],
  ["Int64", "number"],
  ["String", "string"],
  ["Content", "string"],
  ["ContentId", "string"],
  ["Tags", "strings"],
  ["Vector2", "2 numbers"],
  ["Vector3", "3 numbers"],
  ["Color3", "3 numbers"],
  ["CFrame", "12 numbers"],
]);

/** `strings`, `3 numbers`, or the type of a single value; undefined for what no property takes. */
function formOf(value: unknown): string | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value)) return typeof value;
  if (value.every((item) => typeof item === "string")) return "strings";
  const isNumbers = value.every((item) => typeof item === "number");
  return isNumbers && NUMBER_LIST_LENGTHS.has(value.length) ? `${value.length} numbers` : undefined;
}

/** What is wrong with the value of a property of any class, or undefined. */
export function propertyValueProblem(value: unknown): string | undefined {
  if (formOf(value) !== undefined) return undefined;
  return value === null ? "null is no value" : "a list must be of strings, or of 2, 3, 4 or 12 numbers";
}

/** What is wrong with the value of an attribute, or undefined. */
export function attributeValueProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return propertyValueProblem(value);
  return 'a list says too little for an attribute; write its type, as in {"Vector3": [1, 2, 3]}';
}

/** Why Rojo cannot set a property of a class to a value whose form is right, or undefined. */
export function propertyProblem(
  className: string,
  name: string,
  value: unknown,
  types: PropertyTypes,
): string | undefined {
  const form = formOf(value);
  if (form === undefined || form === "object") return undefined;
  const property = types.findProperty(className, name);
  if (property === undefined) {
    const [nearest] = nearestNames(
      name,
      types.properties(className).map((known) => known.name),
      1,
    );
    const meant = nearest === undefined ? "" : `; did you mean ${nearest}?`;
    return `Rojo knows no property ${name} of ${className}${meant}`;
  }
  if (property.type.kind === "enum") return enumProblem(property.type.name, value, types);
  const wanted = FORMS.get(property.type.name);
  if (wanted === form) return undefined;
  const written = `write {"${property.type.name}": ...}`;
  return `${className}.${name} is a ${property.type.name}, which takes ${wanted ?? "no short form"}: ${written}`;
}

function enumProblem(enumName: string, value: unknown, types: PropertyTypes): string | undefined {
  const names = (types.enumItems(enumName) ?? []).map((item) => item.name);
  if (typeof value !== "string") return `it must be the name of an item of Enum.${enumName}`;
  if (names.includes(value)) return undefined;
  const [nearest = names[0]] = nearestNames(value, names, 1);
  return `Enum.${enumName} has no item ${JSON.stringify(value.slice(0, 80))}, but ${nearest}`;
}
