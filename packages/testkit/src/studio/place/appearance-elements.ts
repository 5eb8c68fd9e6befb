/** Colours, content, fonts, ranges and sequences as elements. Each function throws PLACE_INVALID for anything else. Pure. */

import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import type { PlainNumber, PlainObject } from "../luau/values/plain-value.ts";
import { floatGroupsOf, floatOf, integerOf, partsOf, textOf } from "./element-fields.ts";
import { fontOf } from "./enum-values.ts";
import { placeInvalid } from "./place-error.ts";
import type { XmlElement } from "./xml-document.ts";

const MAX_UINT16 = 2 ** 16 - 1;
const MAX_UINT32 = 2 ** 32 - 1;

/** The files hold a colour as three numbers, or as one with eight bits for each channel. */
export function color3Of(element: XmlElement): PlainObject<"Color3"> {
  if (element.children.length === 0) return packedColorOf(element);
  const parts = partsOf(element, ["R", "G", "B"]);
  return { type: "Color3", r: floatOf(parts.get("R")), g: floatOf(parts.get("G")), b: floatOf(parts.get("B")) };
}

export function packedColorOf(element: XmlElement): PlainObject<"Color3"> {
  const packed = integerOf(element, 0, MAX_UINT32);
  const channel = (shift: number) => Math.fround(((packed >>> shift) & 0xff) / 0xff);
  return { type: "Color3", r: channel(16), g: channel(8), b: channel(0) };
}

/** The address of content, or "" for none. */
export function addressOf(element: XmlElement): string {
  const parts = partsOf(element, ["uri", "url", "null"]);
  const address = parts.find("uri") ?? parts.find("url");
  if ((address === undefined) === (parts.find("null") === undefined))
    throw placeInvalid(`<${element.name}> must hold either an address or <null>`, element.line);
  return address === undefined ? "" : textOf(address);
}

export function contentOf(element: XmlElement): PlainObject<"Content"> {
  const uri = addressOf(element);
  return uri === "" ? { type: "Content", sourceType: "None" } : { type: "Content", sourceType: "Uri", uri };
}

export function fontFaceOf(element: XmlElement, reflection: Reflection): PlainObject<"Font"> {
  // CachedFaceId is what the engine found for the rest; it looks it up again.
  const parts = partsOf(element, ["Family", "Weight", "Style", "CachedFaceId"]);
  const style = parts.get("Style");
  const styleItem = reflection.findEnumItem("FontStyle", textOf(style).trim());
  if (styleItem === undefined) throw placeInvalid(`there is no style ${JSON.stringify(style.text)}`, style.line);
  const weight = integerOf(parts.get("Weight"), 0, MAX_UINT16);
  return fontOf(reflection, addressOf(parts.get("Family")), weight, styleItem.value);
}

export function numberRangeOf(element: XmlElement): PlainObject<"NumberRange"> {
  const [pair, ...rest] = floatGroupsOf(element, 2);
  const [min, max] = pair ?? [];
  if (min === undefined || max === undefined || rest.length > 0)
    throw placeInvalid("a range is two numbers", element.line);
  return { type: "NumberRange", min, max };
}

function keypointsOf(element: XmlElement, size: number): readonly (readonly PlainNumber[])[] {
  const groups = floatGroupsOf(element, size);
  if (groups.length < 2) throw placeInvalid("a sequence has two keypoints or more", element.line);
  return groups;
}

export const numberSequenceOf = (element: XmlElement): PlainObject<"NumberSequence"> => ({
  type: "NumberSequence",
  keypoints: keypointsOf(element, 3).map(([time = 0, value = 0, envelope = 0]) => ({ time, value, envelope })),
});

/** The fifth number of a keypoint is an envelope that scripts cannot see. */
export const colorSequenceOf = (element: XmlElement): PlainObject<"ColorSequence"> => ({
  type: "ColorSequence",
  keypoints: keypointsOf(element, 5).map(([time = 0, r = 0, g = 0, b = 0]) => ({ time, r, g, b })),
});

export const brickColorOf = (element: XmlElement): PlainObject<"BrickColor"> => ({
  type: "BrickColor",
  number: integerOf(element, 0, MAX_UINT16),
});
