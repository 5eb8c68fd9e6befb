/** Defaults of the reflection data in the plain form that `values/registry.luau` reads. Pure. */

import type {
  ReflectedProperty,
  ReflectedValue,
} from "../../../../pi-roblox/src/datamodel/reflection/reflected-types.ts";
import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import type { PlainNumber, PlainObject, PlainValue } from "../luau/values/plain-value.ts";

type Vector = readonly [number, number, number];
type Pair = readonly [number, number];
type Matrix = readonly [Vector, Vector, Vector];
type Vector3Fields = Omit<PlainObject<"Vector3">, "type">;

const FACES = ["Right", "Top", "Back", "Left", "Bottom", "Front"] as const;
const AXES = ["X", "Y", "Z"] as const;

const xyz = ([x, y, z]: Vector): Vector3Fields => ({ x, y, z });
const rgb = ([r, g, b]: Vector) => ({ r, g, b });
const membersOf = <T>(bits: number, names: readonly T[]): readonly T[] =>
  names.filter((_, index) => (bits & (1 << index)) !== 0);

// SAFETY: each function gets the value that the reflection data holds under its type's name.
const CONVERSIONS: Readonly<Record<string, (value: never) => PlainValue>> = {
  Axes: (bits: number) => ({ type: "Axes", members: membersOf(bits, AXES) }),
  Bool: (value: boolean) => value,
  BrickColor: (number: number) => ({ type: "BrickColor", number }),
  CFrame: ([position, rows]: readonly [Vector, Matrix]) => ({
    type: "CFrame",
    components: [...position, ...rows.flat()],
  }),
  Color3: (color: Vector) => ({ type: "Color3", ...rgb(color) }),
  Color3uint8: ([r, g, b]: Vector) => ({ type: "Color3", r: r / 255, g: g / 255, b: b / 255 }),
  ColorSequence: ([keypoints]: readonly [readonly (readonly [number, Vector])[]]) => ({
    type: "ColorSequence",
    keypoints: keypoints.map(([time, color]) => ({ time, ...rgb(color) })),
  }),
  Content: (content: "None" | { readonly Uri: string }) =>
    typeof content === "string"
      ? { type: "Content", sourceType: "None" }
      : { type: "Content", sourceType: "Uri", uri: content.Uri },
  ContentId: (uri: string) => uri,
  Faces: (bits: number) => ({ type: "Faces", members: membersOf(bits, FACES) }),
  Float32: (value: number) => value,
  Float64: (value: number) => value,
  Font: ([family, weight, style]: readonly [string, string, string]) => ({ type: "Font", family, weight, style }),
  Int32: (value: number) => value,
  Int64: (value: number | string) => Number(value),
  NumberRange: ([min, max]: Pair) => ({ type: "NumberRange", min: min, max: max }),
  NumberSequence: ([keypoints]: readonly [readonly Vector[]]) => ({
    type: "NumberSequence",
    keypoints: keypoints.map(([time, value, envelope]) => ({ time, value, envelope })),
  }),
  OptionalCFrame: () => null,
  PhysicalProperties: () => null,
  Ray: ([origin, direction]: readonly [Vector, Vector]) => ({
    type: "Ray",
    origin: xyz(origin),
    direction: xyz(direction),
  }),
  Rect: ([[minX, minY], [maxX, maxY]]: readonly [Pair, Pair]) => ({ type: "Rect", minX, minY, maxX, maxY }),
  String: (value: string) => value,
  UDim: ([scale, offset]: Pair) => ({ type: "UDim", scale, offset }),
  UDim2: ([[xScale, xOffset], [yScale, yOffset]]: readonly [Pair, Pair]) => ({
    type: "UDim2",
    xScale,
    xOffset,
    yScale,
    yOffset,
  }),
  Vector2: ([x, y]: Pair) => ({ type: "Vector2", x, y }),
  Vector3: (vector: Vector) => ({ type: "Vector3", ...xyz(vector) }),
};

function plainNumber(value: number): PlainNumber {
  if (Number.isNaN(value)) return { type: "number", value: "nan" };
  if (Number.isFinite(value)) return value;
  return { type: "number", value: value > 0 ? "inf" : "-inf" };
}

/** Numbers that JSON cannot hold in their form, wherever they stand. */
function escaped(plain: unknown): unknown {
  if (typeof plain === "number") return plainNumber(plain);
  if (Array.isArray(plain)) return plain.map(escaped);
  if (typeof plain !== "object" || plain === null) return plain;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, escaped(value)]));
}

/** @returns undefined for what scripts cannot hold, such as shared strings */
export function plainDefault(
  reflection: Reflection,
  property: ReflectedProperty,
  { type, value }: ReflectedValue,
): PlainValue | undefined {
  if (type === "Enum") {
    // SAFETY: the value of an Enum is a number (ReflectedValue).
    const item = reflection.findEnumItem(property.type.name, value as number);
    return item === undefined ? undefined : { type: "EnumItem", enum: property.type.name, name: item.name };
  }
  const convert = CONVERSIONS[type];
  // SAFETY: the value is of the type that it comes with, and a plain form stays one.
  return convert === undefined ? undefined : (escaped(convert(value as never)) as PlainValue);
}
