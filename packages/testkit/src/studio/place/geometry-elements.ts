/** Vectors, frames and measures as elements. Each function throws PLACE_INVALID for anything else. Pure. */

import type { PlainNumber, PlainObject } from "../luau/values/plain-value.ts";
import { booleanOf, floatOf, int32Of, integerOf, partsOf } from "./element-fields.ts";
import type { XmlElement } from "./xml-document.ts";

const CFRAME_PARTS = ["X", "Y", "Z", "R00", "R01", "R02", "R10", "R11", "R12", "R20", "R21", "R22"] as const;
const PHYSICAL_PARTS = [
  "CustomPhysics",
  "Density",
  "Friction",
  "Elasticity",
  "FrictionWeight",
  "ElasticityWeight",
  "AcousticAbsorption",
] as const;
const MAX_INT16 = 2 ** 15 - 1;

interface Pair<Value = PlainNumber> {
  readonly x: Value;
  readonly y: Value;
}

interface Triple<Value = PlainNumber> extends Pair<Value> {
  readonly z: Value;
}

const int16Of = (element: XmlElement): number => integerOf(element, -MAX_INT16 - 1, MAX_INT16);

function pairOf<Value>(element: XmlElement, read: (part: XmlElement) => Value): Pair<Value> {
  const parts = partsOf(element, ["X", "Y"]);
  return { x: read(parts.get("X")), y: read(parts.get("Y")) };
}

function tripleOf<Value>(element: XmlElement, read: (part: XmlElement) => Value): Triple<Value> {
  const parts = partsOf(element, ["X", "Y", "Z"]);
  return { x: read(parts.get("X")), y: read(parts.get("Y")), z: read(parts.get("Z")) };
}

export const vector2Of = (element: XmlElement): PlainObject<"Vector2"> => ({
  type: "Vector2",
  ...pairOf(element, floatOf),
});

export const vector3Of = (element: XmlElement): PlainObject<"Vector3"> => ({
  type: "Vector3",
  ...tripleOf(element, floatOf),
});

export const vector2int16Of = (element: XmlElement): PlainObject<"Vector2int16"> => ({
  type: "Vector2int16",
  ...pairOf(element, int16Of),
});

export const vector3int16Of = (element: XmlElement): PlainObject<"Vector3int16"> => ({
  type: "Vector3int16",
  ...tripleOf(element, int16Of),
});

export function cframeOf(element: XmlElement): PlainObject<"CFrame"> {
  const parts = partsOf(element, CFRAME_PARTS);
  return { type: "CFrame", components: CFRAME_PARTS.map((name) => floatOf(parts.get(name))) };
}

export function optionalCFrameOf(element: XmlElement): PlainObject<"CFrame"> | null {
  const inner = partsOf(element, ["CFrame"]).find("CFrame");
  return inner === undefined ? null : cframeOf(inner);
}

export function rayOf(element: XmlElement): PlainObject<"Ray"> {
  const parts = partsOf(element, ["origin", "direction"]);
  return {
    type: "Ray",
    origin: tripleOf(parts.get("origin"), floatOf),
    direction: tripleOf(parts.get("direction"), floatOf),
  };
}

export function rectOf(element: XmlElement): PlainObject<"Rect"> {
  const parts = partsOf(element, ["min", "max"]);
  const min = pairOf(parts.get("min"), floatOf);
  const max = pairOf(parts.get("max"), floatOf);
  return { type: "Rect", minX: min.x, minY: min.y, maxX: max.x, maxY: max.y };
}

export function udimOf(element: XmlElement): PlainObject<"UDim"> {
  const parts = partsOf(element, ["S", "O"]);
  return { type: "UDim", scale: floatOf(parts.get("S")), offset: int32Of(parts.get("O")) };
}

export function udim2Of(element: XmlElement): PlainObject<"UDim2"> {
  const parts = partsOf(element, ["XS", "XO", "YS", "YO"]);
  return {
    type: "UDim2",
    xScale: floatOf(parts.get("XS")),
    xOffset: int32Of(parts.get("XO")),
    yScale: floatOf(parts.get("YS")),
    yOffset: int32Of(parts.get("YO")),
  };
}

/** Null for what the material brings. */
export function physicalOf(element: XmlElement): PlainObject<"PhysicalProperties"> | null {
  const parts = partsOf(element, PHYSICAL_PARTS);
  if (!booleanOf(parts.get("CustomPhysics"))) return null;
  const absorption = parts.find("AcousticAbsorption");
  return {
    type: "PhysicalProperties",
    density: floatOf(parts.get("Density")),
    friction: floatOf(parts.get("Friction")),
    elasticity: floatOf(parts.get("Elasticity")),
    frictionWeight: floatOf(parts.get("FrictionWeight")),
    elasticityWeight: floatOf(parts.get("ElasticityWeight")),
    // Files from before it existed lack it.
    acousticAbsorption: absorption === undefined ? 1 : floatOf(absorption),
  };
}
