/**
 * The bytes in which a file keeps the attributes of an instance. Source of the form: rbx_types 3.1.0,
 * src/attributes/{reader,type_id}.rs. Pure.
 */

import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import type { PlainObject, PlainValue } from "../luau/values/plain-value.ts";
import { type ByteReader, readBytes } from "./byte-reader.ts";
import { enumItemOf, fontOf } from "./enum-values.ts";
import { placeInvalid } from "./place-error.ts";
import { rotationOf } from "./rotation-ids.ts";

type ReadValue = (bytes: ByteReader, reflection: Reflection) => PlainValue;

const BYTES_OF_NUMBER_KEYPOINT = 12;
const BYTES_OF_COLOR_KEYPOINT = 20;
/** A name's length, a type, and one byte of value. */
const BYTES_OF_ATTRIBUTE = 6;

const listOf = <Item>(length: number, read: () => Item): readonly Item[] => Array.from({ length }, read);

function readCFrame(bytes: ByteReader): PlainObject<"CFrame"> {
  const position = listOf(3, bytes.float);
  const id = bytes.uint8();
  return { type: "CFrame", components: [...position, ...(id === 0 ? listOf(9, bytes.float) : rotationOf(id))] };
}

/** By the number of the type. Evaluation order of object literals is that of the bytes. */
const READERS: ReadonlyMap<number, ReadValue> = new Map<number, ReadValue>([
  [0x02, (bytes) => bytes.string()],
  [0x03, (bytes) => bytes.uint8() !== 0],
  [0x04, (bytes) => bytes.int32()],
  [0x05, (bytes) => bytes.float()],
  [0x06, (bytes) => bytes.double()],
  [0x09, (bytes) => ({ type: "UDim", scale: bytes.float(), offset: bytes.int32() })],
  [
    0x0a,
    (bytes) => ({
      type: "UDim2",
      xScale: bytes.float(),
      xOffset: bytes.int32(),
      yScale: bytes.float(),
      yOffset: bytes.int32(),
    }),
  ],
  [0x0e, (bytes) => ({ type: "BrickColor", number: bytes.uint32() })],
  [0x0f, (bytes) => ({ type: "Color3", r: bytes.float(), g: bytes.float(), b: bytes.float() })],
  [0x10, (bytes) => ({ type: "Vector2", x: bytes.float(), y: bytes.float() })],
  [0x11, (bytes) => ({ type: "Vector3", x: bytes.float(), y: bytes.float(), z: bytes.float() })],
  [0x14, readCFrame],
  [0x15, (bytes, reflection) => enumItemOf(reflection, bytes.text(), bytes.uint32())],
  [
    0x17,
    (bytes) => ({
      type: "NumberSequence",
      keypoints: listOf(bytes.count(BYTES_OF_NUMBER_KEYPOINT), () => {
        const envelope = bytes.float();
        return { time: bytes.float(), value: bytes.float(), envelope };
      }),
    }),
  ],
  [
    0x19,
    (bytes) => ({
      type: "ColorSequence",
      keypoints: listOf(bytes.count(BYTES_OF_COLOR_KEYPOINT), () => {
        // An envelope, which scripts cannot see and which is always 0.
        bytes.float();
        return { time: bytes.float(), r: bytes.float(), g: bytes.float(), b: bytes.float() };
      }),
    }),
  ],
  [0x1b, (bytes) => ({ type: "NumberRange", min: bytes.float(), max: bytes.float() })],
  [
    0x1c,
    (bytes) => ({ type: "Rect", minX: bytes.float(), minY: bytes.float(), maxX: bytes.float(), maxY: bytes.float() }),
  ],
  [
    0x21,
    (bytes, reflection) => {
      const weight = bytes.uint16();
      const style = bytes.uint8();
      const family = bytes.text();
      // The file of the face, which the engine looks up again.
      bytes.text();
      return fontOf(reflection, family, weight, style);
    },
  ],
]);

/**
 * @returns by name; nothing for no bytes
 * @throws PLACE_INVALID for bytes that are no attributes, or a type that is not known
 */
export function decodeAttributes(bytes: Buffer, reflection: Reflection): Readonly<Record<string, PlainValue>> {
  if (bytes.length === 0) return {};
  const reader = readBytes(bytes, "the bytes of attributes");
  const attributes = listOf(reader.count(BYTES_OF_ATTRIBUTE), (): readonly [string, PlainValue] => {
    const name = reader.text();
    const type = reader.uint8();
    const read = READERS.get(type);
    if (read === undefined)
      throw placeInvalid(`the attribute ${JSON.stringify(name)} has a type that is not known: ${type}`);
    return [name, read(reader, reflection)];
  });
  if (!reader.isAtEnd()) throw placeInvalid("there are bytes behind the last attribute");
  if (new Set(attributes.map(([name]) => name)).size < attributes.length)
    throw placeInvalid("two attributes have the same name");
  return Object.fromEntries(attributes);
}
