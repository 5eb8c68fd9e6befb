import fc from "fast-check";
import { expect, it } from "vitest";
import { DocumentReader, decodeDocument } from "../../../../../src/backends/rojo/api/decode-document.ts";
import { attempt, type Outcome } from "../../../../fixtures/backends/rojo/api/attempt.ts";
import { chunkSizes, inChunks } from "../../../../fixtures/backends/rojo/api/in-chunks.ts";

const keepAll = { treatmentOf: () => "keep" as const, maxValues: 100_000, maxTextBytes: 100_000 };

function read(text: string, sizes: readonly number[]): unknown {
  const reader = new DocumentReader("json", keepAll);
  for (const chunk of inChunks(Buffer.from(text), sizes)) reader.feed(chunk);
  return reader.finish();
}

function parsed(text: string): Outcome {
  try {
    return { value: JSON.parse(text.toWellFormed()) };
  } catch {
    return { code: "ROJO_ANSWER_INVALID" };
  }
}

const json = fc.json({ stringUnit: "binary" }).filter((text) => !text.includes("__proto__"));

it("reads what JSON.parse reads, however the bytes are cut into chunks", () => {
  fc.assert(
    fc.property(json, chunkSizes, (text, sizes) => {
      expect(read(text, sizes)).toEqual(JSON.parse(text));
    }),
  );
});

it("reads text in which every character is escaped", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), chunkSizes, (text, sizes) => {
      const escaped = text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
      expect(read(`"${escaped}"`, sizes)).toBe(text);
    }),
  );
});

it("puts a replacement in the place of half a character", () => {
  for (const text of ['"\\ud83d"', '"\\ud83dx"', '"\\ud83d\\n"', '"\\udc00"', '"\\ud83d\\ud83d\\udc00"'])
    expect(read(text, [1])).toBe((JSON.parse(text) as string).toWellFormed());
});

it("accepts and refuses the same texts as JSON.parse", () => {
  const alphabet = fc.constantFrom(...'{}[]",:0123456789.eE+-\\ntrufals \n'.split(""));
  const nearlyJson = fc.tuple(json, fc.nat(), alphabet).map(([text, at, other]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + other + text.slice(index + (at % 2));
  });
  fc.assert(
    fc.property(fc.oneof(nearlyJson, fc.string({ unit: alphabet })), chunkSizes, (text, sizes) => {
      // What is half of a character in the text is read as its replacement.
      fc.pre(!/\\u[dD]/.test(text));
      expect(attempt(() => read(text, sizes))).toEqual(parsed(text));
    }),
    { numRuns: 400 },
  );
});

it("refuses to go on below a depth that no answer has", () => {
  expect(() => decodeDocument(Buffer.from("[".repeat(10_000)), "json")).toThrow(
    expect.objectContaining({ code: "LIMIT_EXCEEDED" }),
  );
});

it("fails with a coded error alone on any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => attempt(() => decodeDocument(bytes, "json"))).not.toThrow();
    }),
  );
});
