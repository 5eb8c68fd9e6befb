import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { excerptOf } from "../../../../src/ownership/requires/source-excerpt.ts";

const limits = { maxLines: 3, maxBytes: 100 };

it("shows a small file whole, with its fingerprint over the bytes as they are", () => {
  const bytes = Buffer.from("\uFEFFa\r\nb\r\n");
  expect(excerptOf(bytes, limits)).toEqual({
    text: "a\nb",
    firstLine: 1,
    lastLine: 2,
    totalLines: 2,
    totalBytes: bytes.length,
    isPartial: false,
    lineBreak: "crlf",
    fingerprint: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
  });
});

it("stops at the limit of lines, begins where it is told, and says what is left", () => {
  expect(excerptOf(Buffer.from("1\n2\n3\n4\n5"), { ...limits, firstLine: 2 })).toMatchObject({
    text: "2\n3\n4",
    firstLine: 2,
    lastLine: 4,
    totalLines: 5,
    isPartial: true,
  });
});

it("shows nothing of an empty file and nothing behind the end", () => {
  expect(excerptOf(Buffer.alloc(0), limits)).toMatchObject({
    text: "",
    firstLine: 0,
    lastLine: 0,
    totalLines: 0,
    isPartial: false,
  });
  expect(excerptOf(Buffer.from("a"), { ...limits, firstLine: 9 })).toMatchObject({
    text: "",
    firstLine: 0,
    lastLine: 0,
    isPartial: true,
  });
});

it("never shows more bytes than allowed, nor half a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, maxBytes) => {
      const excerpt = excerptOf(Buffer.from(text), { maxLines: 5, maxBytes });
      expect(Buffer.byteLength(excerpt.text)).toBeLessThanOrEqual(maxBytes);
      expect(text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")).toContain(excerpt.text);
    }),
  );
});
