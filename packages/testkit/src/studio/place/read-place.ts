/** Place and model files in XML (.rbxlx, .rbxmx), as `rojo build` writes them. Pure. */

import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import { suggestClasses } from "../../../../pi-roblox/src/datamodel/reflection/suggestions.ts";
import { bytesOf } from "./element-fields.ts";
import { placeInvalid } from "./place-error.ts";
import type { PlaceInstance, PlaceTree } from "./place-tree.ts";
import { type ReadContext, readProperties, type UnknownProperty } from "./read-properties.ts";
import { parseXml, type XmlElement, type XmlLimits } from "./xml-document.ts";

const FILE_VERSION = "4";

export interface ReadPlaceOptions {
  readonly limits?: XmlLimits;
  /** Called for each property that the reflection data lacks, which is then left out. Without it, such one is an error. */
  readonly onUnknownProperty?: (property: UnknownProperty) => void;
}

const DEFAULT_LIMITS: XmlLimits = { maxLength: 1 << 28, maxElements: 5_000_000, maxDepth: 512 };

/** @param allowed names; any where there are none */
function onlyElements({ name, text, children, line }: XmlElement, allowed?: readonly string[]): readonly XmlElement[] {
  if (text.trim() !== "") throw placeInvalid(`<${name}> holds text`, line);
  const other = allowed === undefined ? undefined : children.find((child) => !allowed.includes(child.name));
  if (other !== undefined) throw placeInvalid(`<${name}> holds <${other.name}>`, other.line);
  return children;
}

function readSharedStrings(root: XmlElement): ReadonlyMap<string, string> {
  const entries = root.children
    .filter(({ name }) => name === "SharedStrings")
    .flatMap((dictionary) => onlyElements(dictionary, ["SharedString"]))
    .map((element): readonly [string, string] => {
      const key = element.attributes["md5"];
      if (key === undefined) throw placeInvalid("a shared string has no key", element.line);
      return [key, bytesOf(element).toString("base64")];
    });
  return new Map(entries);
}

function readInstance(element: XmlElement, context: ReadContext): PlaceInstance {
  const { class: className, referent } = element.attributes;
  if (className === undefined) throw placeInvalid("an <Item> has no class", element.line);
  if (context.reflection.findClass(className) === undefined) {
    const near = suggestClasses(context.reflection, className);
    const hint = near.length === 0 ? "" : `; near it are ${near.join(", ")}`;
    throw placeInvalid(`there is no class ${JSON.stringify(className)}${hint}`, element.line);
  }
  const children = onlyElements(element, ["Properties", "Item"]);
  const propertyElements = children.filter(({ name }) => name === "Properties").flatMap((part) => onlyElements(part));
  const { name, properties, attributes, tags } = readProperties(className, propertyElements, context);
  return {
    className,
    name: name ?? className,
    referent,
    properties,
    attributes,
    tags,
    children: children.filter((child) => child.name === "Item").map((child) => readInstance(child, context)),
  };
}

function* selfAndBelow(instances: readonly PlaceInstance[]): Generator<PlaceInstance> {
  for (const instance of instances) {
    yield instance;
    yield* selfAndBelow(instance.children);
  }
}

/** Each referent names one instance, and each reference an instance of the file. */
function checkReferences(roots: readonly PlaceInstance[]): void {
  const known = new Set<string>();
  for (const { referent, name } of selfAndBelow(roots)) {
    if (referent === undefined) continue;
    if (known.has(referent))
      throw placeInvalid(`${JSON.stringify(name)} is not the only one with the referent ${JSON.stringify(referent)}`);
    known.add(referent);
  }
  for (const { name, properties } of selfAndBelow(roots))
    for (const [property, value] of Object.entries(properties))
      if (typeof value === "object" && value?.type === "Ref" && value.referent !== null && !known.has(value.referent))
        throw placeInvalid(`${property} of ${JSON.stringify(name)} refers to an instance that is not in the file`);
}

/**
 * @param text of the whole file
 * @throws PLACE_INVALID for anything that is not known or goes beyond a limit: nothing is left out in silence
 */
export function readPlace(
  text: string,
  reflection: Reflection,
  { limits = DEFAULT_LIMITS, onUnknownProperty }: ReadPlaceOptions = {},
): PlaceTree {
  const root = parseXml(text, limits);
  if (root.name !== "roblox") throw placeInvalid(`the file begins with <${root.name}>, not <roblox>`);
  const version = root.attributes["version"];
  if (version !== FILE_VERSION) throw placeInvalid(`the file has the version ${version}, not ${FILE_VERSION}`);
  // Meta and External say nothing of instances.
  const elements = onlyElements(root, ["Item", "SharedStrings", "Meta", "External"]);
  const context: ReadContext = { reflection, sharedStrings: readSharedStrings(root), onUnknownProperty };
  const roots = elements.filter(({ name }) => name === "Item").map((element) => readInstance(element, context));
  checkReferences(roots);
  return { roots };
}
