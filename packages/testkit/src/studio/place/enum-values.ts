/** Values that files write as the number of an enum's item. Pure. */

import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import type { PlainObject } from "../luau/values/plain-value.ts";
import { placeInvalid } from "./place-error.ts";

function nameOf(reflection: Reflection, enumName: string, value: number): string {
  const item = reflection.findEnumItem(enumName, value);
  if (item === undefined) throw placeInvalid(`Enum.${enumName} has no item with the value ${value}`);
  return item.name;
}

/** @throws PLACE_INVALID for an item that the enum lacks */
export function enumItemOf(reflection: Reflection, enumName: string, value: number): PlainObject<"EnumItem"> {
  return { type: "EnumItem", enum: enumName, name: nameOf(reflection, enumName, value), value };
}

/** @throws PLACE_INVALID for a weight or style that does not exist */
export function fontOf(reflection: Reflection, family: string, weight: number, style: number): PlainObject<"Font"> {
  return {
    type: "Font",
    family,
    weight: nameOf(reflection, "FontWeight", weight),
    style: nameOf(reflection, "FontStyle", style),
  };
}
