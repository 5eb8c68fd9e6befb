import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DocumentReader, decodeDocument } from "../../../../../src/backends/rojo/api/decode-document.ts";
import { attempt } from "../../../../fixtures/backends/rojo/api/attempt.ts";
import { chunkSizes, inChunks } from "../../../../fixtures/backends/rojo/api/in-chunks.ts";

const keepAll = { treatmentOf: () => "keep" as const, maxValues: 100_000, maxTextBytes: 100_000 };

function read(bytes: Uint8Array, sizes: readonly number[]): unknown {
  const reader = new DocumentReader("msgpack", keepAll);
  for (const chunk of inChunks(bytes, sizes)) reader.feed(chunk);
  return reader.finish();
}

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.integer({ min: -300, max: 70_000 }),
  fc.double({ noNaN: true }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }),
);
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("document"), { maxLength: 20 }),
    fc.dictionary(
      fc.string({ maxLength: 40 }).filter((key) => key !== "__proto__"),
      tie("document"),
      { maxKeys: 20, noNullPrototype: true },
    ),
  ),
}));

it("reads what an encoder wrote, however the bytes are cut into chunks", () => {
  fc.assert(
    fc.property(document, chunkSizes, (value, sizes) => {
      const bytes = encode(value);
      expect(read(bytes, sizes)).toEqual(decode(bytes));
    }),
  );
});

it("reads containers, texts and bytes of every length form", () => {
  for (const size of [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536]) {
    const value = { list: Array.from({ length: size }, () => 1), text: "x".repeat(size), bytes: new Uint8Array(size) };
    expect(read(encode(value), [7919])).toEqual(value);
  }
});

it("reads single floats, wide integers and extensions", () => {
  const bytes = Uint8Array.of(
    0x95,
    0xca,
    0x3f,
    0x80,
    0,
    0,
    0xcf,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    7,
    0xd3,
    ...Array<number>(8).fill(0xff),
    0xd5,
    1,
    8,
    9,
    0xc7,
    1,
    5,
    6,
  );
  expect(read(bytes, [3])).toEqual([1, 7, -1, Uint8Array.of(8, 9), Uint8Array.of(6)]);
});

it("turns keys that are numbers into text", () => {
  expect(read(Uint8Array.of(0x81, 0x05, 0xc3), [1])).toEqual({ "5": true });
});

it.each([
  ["a document that is cut off", Uint8Array.of(0x92, 0x01)],
  ["a text that is cut off", Uint8Array.of(0xa5, 0x61)],
  ["a header that is cut off", Uint8Array.of(0xdb, 0x00)],
  ["nothing at all", new Uint8Array()],
  ["bytes after the end", Uint8Array.of(0x01, 0x01)],
  ["the byte that is never used", Uint8Array.of(0xc1)],
  ["a list as a key", Uint8Array.of(0x81, 0x90, 0x01)],
  ["text that is no UTF-8", Uint8Array.of(0xa1, 0xff)],
  ["the key __proto__", encode(JSON.parse('{"__proto__": {"polluted": true}}'))],
])("refuses %s", (_, bytes) => {
  expect(() => decodeDocument(bytes, "msgpack")).toThrow(expect.objectContaining({ code: "ROJO_ANSWER_INVALID" }));
});

it("allocates nothing for lengths that are only claimed", () => {
  const claims = [0xdd, 0xff, 0xff, 0xff, 0xff];
  const many = Uint8Array.from(Array.from({ length: 60 }, () => claims).flat());
  expect(() => decodeDocument(many, "msgpack")).toThrow(expect.objectContaining({ code: "ROJO_ANSWER_INVALID" }));
});

it("refuses to go on below a depth that no answer has", () => {
  expect(() => decodeDocument(new Uint8Array(10_000).fill(0x91), "msgpack")).toThrow(
    expect.objectContaining({ code: "LIMIT_EXCEEDED" }),
  );
});

it("fails with a coded error alone on any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => attempt(() => decodeDocument(bytes, "msgpack"))).not.toThrow();
    }),
  );
});
