import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeAttributes } from "../../../../src/studio/place/decode-attributes.ts";
import { attributeValue, encodeAttributes } from "../../../fixtures/studio/place/attribute-bytes.ts";
import { codeOf } from "../../../fixtures/studio/place/code-of.ts";
import { sampleReflection } from "../../../fixtures/studio/place/sample-reflection.ts";

const table = fc.uniqueArray(fc.tuple(fc.string(), attributeValue), { selector: ([name]) => name, maxLength: 6 });
const decode = (bytes: Buffer) => decodeAttributes(bytes, sampleReflection);
const refused: unknown = expect.objectContaining({ code: "PLACE_INVALID" });
const one = (type: number, ...bytes: number[]) => Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 0x6e, type, ...bytes]);
const float = (number: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(number);
  return [...bytes];
};

describe("decodeAttributes", () => {
  it("gives back what was encoded, for any table", () => {
    fc.assert(
      fc.property(table, (attributes) => {
        const expected = attributes.map(([name, { value }]) => [name, value] as const);
        expect(decode(encodeAttributes(attributes))).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it("refuses a table that was cut or has something behind it", () => {
    fc.assert(
      fc.property(table, fc.nat(), (attributes, cut) => {
        const bytes = encodeAttributes(attributes);
        expect(() => decode(Buffer.concat([bytes, Buffer.from([0])]))).toThrow(refused);
        // No bytes at all are no attributes, so at least one is kept.
        const kept = 1 + (cut % (bytes.length - 1));
        expect(() => decode(bytes.subarray(0, kept))).toThrow(refused);
      }),
    );
  });

  it("refuses any other bytes in no other way", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect([undefined, "PLACE_INVALID"]).toContain(codeOf(() => decode(Buffer.from(bytes))));
      }),
      { numRuns: 500 },
    );
  });

  it("reads no bytes as no attributes", () => {
    expect(decode(Buffer.alloc(0))).toEqual({});
  });

  it.each([
    [Number.POSITIVE_INFINITY, "inf"],
    [Number.NEGATIVE_INFINITY, "-inf"],
    [Number.NaN, "nan"],
    [-0, "-0"],
  ])("keeps %d, which JSON cannot hold", (number, value) => {
    expect(decode(one(0x05, ...float(number)))).toEqual({ n: { type: "number", value } });
  });

  it("keeps a string that is not UTF-8 as bytes", () => {
    expect(decode(one(0x02, 2, 0, 0, 0, 0xff, 0x00))).toEqual({ n: { type: "string", hex: "ff00" } });
  });

  it.each([
    ["a type that is not known", one(0x01, 0)],
    ["a rotation that is none", one(0x14, ...Array.from({ length: 12 }, () => 0), 1)],
    ["an enum that is not known", one(0x15, 1, 0, 0, 0, 0x58, 0, 0, 0, 0)],
    ["more keypoints than there are bytes", one(0x17, 0xff, 0xff, 0xff, 0xff)],
    ["a string that is longer than the bytes", one(0x02, 0xff, 0xff, 0xff, 0x7f)],
    ["more attributes than there are bytes", Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ["two attributes of one name", Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 3, 0])],
  ])("refuses %s", (_, bytes) => {
    expect(() => decode(bytes)).toThrow(refused);
  });
});
