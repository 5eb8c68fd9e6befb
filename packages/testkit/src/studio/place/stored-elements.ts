/** Whole numbers, bytes and references as elements. Each function throws PLACE_INVALID for anything else. Pure. */

import type { PlainObject } from "../luau/values/plain-value.ts";
import { bigIntegerOf, bytesOf, integerOf, partsOf, textOf } from "./element-fields.ts";
import { placeInvalid } from "./place-error.ts";
import type { StoredValue } from "./place-tree.ts";
import type { XmlElement } from "./xml-document.ts";

/** Bytes in base64 by the key that elements name. */
export type SharedStrings = ReadonlyMap<string, string>;

const FACES = ["Right", "Top", "Back", "Left", "Bottom", "Front"] as const;
const AXES = ["X", "Y", "Z"] as const;
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const UNIQUE_ID = /^[0-9a-f]{32}$/;

/** The names of the bits that are set in the number of the one part. */
function membersOf<Name>(element: XmlElement, part: string, names: readonly Name[]): readonly Name[] {
  const bits = integerOf(partsOf(element, [part]).get(part), 0, 2 ** names.length - 1);
  return names.filter((_, index) => (bits & (1 << index)) !== 0);
}

export const axesOf = (element: XmlElement): PlainObject<"Axes"> => ({
  type: "Axes",
  members: membersOf(element, "axes", AXES),
});

export const facesOf = (element: XmlElement): PlainObject<"Faces"> => ({
  type: "Faces",
  members: membersOf(element, "faces", FACES),
});

export function int64Of(element: XmlElement): number | StoredValue {
  const value = bigIntegerOf(element, -MAX_INT64 - 1n, MAX_INT64);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { type: "Int64", digits: String(value) };
}

export const capabilitiesOf = (element: XmlElement): StoredValue => ({
  type: "SecurityCapabilities",
  bits: String(bigIntegerOf(element, 0n, MAX_UINT64)),
});

export const binaryOf = (element: XmlElement): StoredValue => ({
  type: "BinaryString",
  bytes: bytesOf(element).toString("base64"),
});

/** The bytes, in base64, that the element names by their key. */
export function sharedBytesOf(element: XmlElement, sharedStrings: SharedStrings): string {
  const key = textOf(element).trim();
  const bytes = sharedStrings.get(key);
  if (bytes === undefined)
    throw placeInvalid(`the shared string ${JSON.stringify(key)} is not in the file`, element.line);
  return bytes;
}

export function uniqueIdOf(element: XmlElement): StoredValue {
  const id = textOf(element).trim().toLowerCase();
  if (!UNIQUE_ID.test(id)) throw placeInvalid("a unique id is 32 hexadecimal digits", element.line);
  return { type: "UniqueId", id };
}

export function referenceOf(element: XmlElement): StoredValue {
  const referent = textOf(element).trim();
  return { type: "Ref", referent: referent === "null" ? null : referent };
}
