/** Reads little-endian numbers and counted strings from bytes. Pure. */

import type { PlainNumber, PlainString } from "../luau/values/plain-value.ts";
import { plainNumber } from "./element-fields.ts";
import { placeInvalid } from "./place-error.ts";

export interface ByteReader {
  readonly isAtEnd: () => boolean;
  readonly uint8: () => number;
  readonly uint16: () => number;
  readonly uint32: () => number;
  readonly int32: () => number;
  readonly float: () => PlainNumber;
  readonly double: () => PlainNumber;
  /** A string with its length in bytes before it, which must be UTF-8. */
  readonly text: () => string;
  /** The same of any bytes. */
  readonly string: () => PlainString;
  /** How many items follow, each of `itemSize` bytes at least. */
  readonly count: (itemSize: number) => number;
}

/** @param what names the bytes in errors @throws PLACE_INVALID (each function) when the bytes end too early */
export function readBytes(bytes: Buffer, what: string): ByteReader {
  let offset = 0;
  const take = (size: number): Buffer => {
    if (size > bytes.length - offset) throw placeInvalid(`${what} end within a value, at byte ${offset}`);
    const taken = bytes.subarray(offset, offset + size);
    offset += size;
    return taken;
  };
  const uint32 = () => take(4).readUInt32LE();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (taken: Buffer): string | undefined => {
    try {
      return decoder.decode(taken);
    } catch {
      // A fatal decoder throws for nothing but bytes that are not UTF-8.
      return undefined;
    }
  };
  return {
    isAtEnd: () => offset === bytes.length,
    uint8: () => take(1).readUInt8(),
    uint16: () => take(2).readUInt16LE(),
    uint32,
    int32: () => take(4).readInt32LE(),
    float: () => plainNumber(take(4).readFloatLE()),
    double: () => plainNumber(take(8).readDoubleLE()),
    text: () => {
      const text = decode(take(uint32()));
      if (text === undefined) throw placeInvalid(`${what} hold a name that is not UTF-8, before byte ${offset}`);
      return text;
    },
    string: () => {
      const taken = take(uint32());
      return decode(taken) ?? { type: "string", hex: taken.toString("hex") };
    },
    count: (itemSize) => {
      const count = uint32();
      if (count > (bytes.length - offset) / itemSize)
        throw placeInvalid(`${what} announce ${count} items, which do not fit into them`);
      return count;
    },
  };
}
