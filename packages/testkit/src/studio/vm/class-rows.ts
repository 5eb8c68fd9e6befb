/** The reflection data as the stand-in's `reflection/classes.luau` reads it: one text row for each class. Pure. */

import type { ReflectedDefaults } from "../../../../pi-roblox/src/datamodel/reflection/reflected-defaults.ts";
import type {
  PropertyStorage,
  ReflectedProperty,
  ReflectedValue,
} from "../../../../pi-roblox/src/datamodel/reflection/reflected-types.ts";
import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import { plainDefault } from "./plain-default.ts";

const ACCESS = { None: "-", Custom: "C", Read: "R", Write: "-", ReadWrite: "RW" } as const;

/** A colour that is saved as bytes is held as bytes. */
function isByteColor(reflection: Reflection, className: string, { storage }: ReflectedProperty): boolean {
  if (storage.kind !== "serialized") return false;
  return reflection.findProperty(className, storage.as)?.type.name === "Color3uint8";
}

function typeText(reflection: Reflection, className: string, property: ReflectedProperty): string {
  if (property.type.kind === "enum") return `Enum:${property.type.name}`;
  return isByteColor(reflection, className, property) ? "Color3uint8" : property.type.name;
}

function storageText(storage: PropertyStorage): string {
  if (storage.kind === "alias") return `=${storage.of}`;
  return storage.kind === "migrated" ? `>${storage.to.join("+")}:${storage.rule}` : "";
}

function propertyRow(reflection: Reflection, className: string, property: ReflectedProperty): string {
  const { name, scriptability, tags, storage } = property;
  const type = typeText(reflection, className, property);
  return [name, ACCESS[scriptability], type, tags.join(","), storageText(storage)].join("\t");
}

const isSame = (a: ReflectedValue | undefined, b: ReflectedValue): boolean =>
  a !== undefined && a.type === b.type && JSON.stringify(a.value) === JSON.stringify(b.value);

/** Defaults that the superclass has not, or has otherwise, of properties that scripts can see. */
function defaultRows(reflection: Reflection, defaults: ReflectedDefaults, className: string): readonly string[] {
  const superclass = reflection.findClass(className)?.superclass;
  const inherited = superclass === undefined ? undefined : defaults.of(superclass);
  return [...defaults.of(className)].flatMap(([name, value]) => {
    const property = reflection.findProperty(className, name);
    if (property === undefined || property.scriptability === "None" || isSame(inherited?.get(name), value)) return [];
    const plain = plainDefault(reflection, property, value);
    return plain === undefined ? [] : [`${name}\t${JSON.stringify(plain)}`];
  });
}

/** The row of a class, or undefined for no such class. */
export function classRow(reflection: Reflection, defaults: ReflectedDefaults, className: string): string | undefined {
  const found = reflection.findClass(className);
  if (found === undefined) return undefined;
  return [
    [found.superclass ?? "", found.tags.join(",")].join("\t"),
    ...[...found.properties.values()].map((property) => propertyRow(reflection, className, property)),
    "",
    ...defaultRows(reflection, defaults, className),
  ].join("\n");
}
