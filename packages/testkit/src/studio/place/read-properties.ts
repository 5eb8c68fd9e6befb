/** The properties of one instance, by the names that scripts use. Pure. */

import { canonicalProperty } from "../../../../pi-roblox/src/datamodel/reflection/class-facts.ts";
import type { ReflectedProperty } from "../../../../pi-roblox/src/datamodel/reflection/reflected-types.ts";
import { suggestProperties } from "../../../../pi-roblox/src/datamodel/reflection/suggestions.ts";
import type { PlainValue } from "../luau/values/plain-value.ts";
import { placeInvalid } from "./place-error.ts";
import type { PlaceValue } from "./place-tree.ts";
import { readPropertyValue, type ValueContext } from "./property-readers.ts";
import type { XmlElement } from "./xml-document.ts";

export interface ReadContext extends ValueContext {
  /** Called for each; without it, the first is an error. */
  readonly onUnknownProperty: ((property: UnknownProperty) => void) | undefined;
}

export interface InstanceProperties {
  /** Undefined where the file names none. */
  readonly name: string | undefined;
  readonly properties: Readonly<Record<string, PlaceValue>>;
  readonly attributes: Readonly<Record<string, PlainValue>>;
  readonly tags: readonly string[];
}

/** A property that the reflection data does not have, as old models and models of a newer engine may. */
export interface UnknownProperty {
  readonly className: string;
  readonly name: string;
  /** Of the file, from 1. */
  readonly line: number;
}

/**
 * The property that a name in a file stands for. A file may also set what it does not normally hold, as Rojo writes a
 * Position of its project; nothing can set what scripts cannot write either.
 */
function propertyOf(
  className: string,
  element: XmlElement,
  { reflection, onUnknownProperty }: ReadContext,
): ReflectedProperty | undefined {
  const name = element.attributes["name"];
  if (name === undefined) throw placeInvalid(`<${element.name}> has no name`, element.line);
  const found = canonicalProperty(reflection, className, name);
  if (found === undefined) {
    if (onUnknownProperty !== undefined) {
      onUnknownProperty({ className, name, line: element.line });
      return undefined;
    }
    const near = suggestProperties(reflection, className, name);
    const hint = near.length === 0 ? "" : `; it has ${near.join(", ")}`;
    throw placeInvalid(`${className} has no property ${JSON.stringify(name)}${hint}`, element.line);
  }
  if (found.storage.kind === "transient" && found.scriptability !== "ReadWrite")
    throw placeInvalid(`${className}.${found.name} cannot be set`, element.line);
  return found;
}

/** @param elements those of <Properties> @throws PLACE_INVALID for a property that is not known or has no such value */
export function readProperties(
  className: string,
  elements: readonly XmlElement[],
  context: ReadContext,
): InstanceProperties {
  const current = new Map<string, PlaceValue>();
  const older = new Map<string, { readonly value: PlaceValue; readonly became: readonly string[] }>();
  let name: string | undefined;
  let attributes: InstanceProperties["attributes"] = {};
  let tags: readonly string[] = [];

  // Where a file sets a property twice, the last one counts, as in rbx_xml: Rojo does so for BrickColor and Color.
  for (const element of elements) {
    const property = propertyOf(className, element, context);
    if (property === undefined) continue;
    const value = readPropertyValue(element, property.type, context);
    if (typeof value === "object" && value?.type === "Tags") tags = value.tags;
    else if (property.name === "Attributes" && typeof value === "object" && value?.type === "Attributes")
      attributes = value.values;
    else if (property.name === "Name" && typeof value === "string") name = value;
    else if (property.storage.kind === "migrated") older.set(property.name, { value, became: property.storage.to });
    else current.set(property.name, value);
  }
  for (const [olderName, { value, became }] of older)
    if (!became.some((target) => current.has(target))) current.set(olderName, value);
  return { name, properties: Object.fromEntries(current), attributes, tags };
}
