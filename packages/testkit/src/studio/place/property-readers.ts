/**
 * Which elements a property of each type may stand in. Source of the forms: rbx_xml 3.0.1, src/types, and its conversions
 * (src/conversion.rs). Pure.
 */

import type { PropertyType } from "../../../../pi-roblox/src/datamodel/reflection/reflected-types.ts";
import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import {
  addressOf,
  brickColorOf,
  color3Of,
  colorSequenceOf,
  contentOf,
  fontFaceOf,
  numberRangeOf,
  numberSequenceOf,
  packedColorOf,
} from "./appearance-elements.ts";
import { decodeAttributes } from "./decode-attributes.ts";
import { booleanOf, bytesOf, doubleOf, floatOf, int32Of, integerOf, textOf } from "./element-fields.ts";
import { enumItemOf } from "./enum-values.ts";
import {
  cframeOf,
  optionalCFrameOf,
  physicalOf,
  rayOf,
  rectOf,
  udim2Of,
  udimOf,
  vector2int16Of,
  vector2Of,
  vector3int16Of,
  vector3Of,
} from "./geometry-elements.ts";
import { decodeMaterialColors, decodeTags } from "./packed-values.ts";
import { placeInvalid } from "./place-error.ts";
import type { PlaceValue } from "./place-tree.ts";
import {
  axesOf,
  binaryOf,
  capabilitiesOf,
  facesOf,
  int64Of,
  referenceOf,
  type SharedStrings,
  sharedBytesOf,
  uniqueIdOf,
} from "./stored-elements.ts";
import type { XmlElement } from "./xml-document.ts";

export interface ValueContext {
  readonly reflection: Reflection;
  readonly sharedStrings: SharedStrings;
}

/** Of an instance itself; no property of a script has such a value. */
export interface TagsValue {
  readonly type: "Tags";
  readonly tags: readonly string[];
}

type Read = (element: XmlElement, context: ValueContext) => PlaceValue | TagsValue;

const MAX_UINT32 = 2 ** 32 - 1;

const READERS: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  Attributes: {
    BinaryString: (element, { reflection }) => ({
      type: "Attributes",
      values: decodeAttributes(bytesOf(element), reflection),
    }),
  },
  Axes: { Axes: axesOf },
  BinaryString: { BinaryString: binaryOf },
  Bool: { bool: booleanOf },
  BrickColor: { int: brickColorOf, BrickColor: brickColorOf },
  CFrame: { CoordinateFrame: cframeOf },
  Color3: { Color3: color3Of, Color3uint8: packedColorOf },
  Color3uint8: { Color3: color3Of, Color3uint8: packedColorOf },
  ColorSequence: { ColorSequence: colorSequenceOf },
  Content: { Content: contentOf, ContentId: contentOf },
  ContentId: { Content: addressOf, ContentId: addressOf },
  Faces: { Faces: facesOf },
  Float32: { float: floatOf },
  Float64: { double: doubleOf, float: floatOf },
  Font: { Font: (element, { reflection }) => fontFaceOf(element, reflection) },
  Int32: { int: int32Of },
  Int64: { int64: int64Of, int: int32Of },
  MaterialColors: { BinaryString: (element) => decodeMaterialColors(bytesOf(element), element.line) },
  NetAssetRef: {
    NetAssetRef: (element, { sharedStrings }) => ({
      type: "NetAssetRef",
      bytes: sharedBytesOf(element, sharedStrings),
    }),
  },
  NumberRange: { NumberRange: numberRangeOf },
  NumberSequence: { NumberSequence: numberSequenceOf },
  OptionalCFrame: { OptionalCoordinateFrame: optionalCFrameOf },
  PhysicalProperties: { PhysicalProperties: physicalOf },
  Ray: { Ray: rayOf },
  Rect: { Rect2D: rectOf },
  Ref: { Ref: referenceOf },
  SecurityCapabilities: { SecurityCapabilities: capabilitiesOf },
  SharedString: {
    SharedString: (element, { sharedStrings }) => ({
      type: "SharedString",
      bytes: sharedBytesOf(element, sharedStrings),
    }),
  },
  String: { string: textOf, ProtectedString: textOf },
  Tags: {
    BinaryString: (element) => ({ type: "Tags", tags: decodeTags(bytesOf(element), element.line) }),
  },
  UDim: { UDim: udimOf },
  UDim2: { UDim2: udim2Of },
  UniqueId: { UniqueId: uniqueIdOf },
  Vector2: { Vector2: vector2Of },
  Vector2int16: { Vector2int16: vector2int16Of },
  Vector3: { Vector3: vector3Of },
  Vector3int16: { Vector3int16: vector3int16Of },
};

function readersOf(type: PropertyType): Readonly<Record<string, Read>> {
  if (type.kind === "value") return READERS[type.name] ?? {};
  return {
    token: (element, { reflection }) => enumItemOf(reflection, type.name, integerOf(element, 0, MAX_UINT32)),
  };
}

/**
 * The value that `element` gives a property of the type.
 * @throws PLACE_INVALID for an element that such a property never stands in, or one that holds no such value
 */
export function readPropertyValue(
  element: XmlElement,
  type: PropertyType,
  context: ValueContext,
): PlaceValue | TagsValue {
  const readers = readersOf(type);
  const read = Object.hasOwn(readers, element.name) ? readers[element.name] : undefined;
  if (read === undefined)
    throw placeInvalid(`a property of the type ${type.name} cannot stand in <${element.name}>`, element.line);
  return read(element, context);
}
