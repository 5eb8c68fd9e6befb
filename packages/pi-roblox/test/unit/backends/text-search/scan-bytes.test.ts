import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern } from "../../../../src/backends/text-search/pattern/compile-pattern.ts";
import { JAVASCRIPT_FLAGS } from "../../../../src/backends/text-search/pattern/write-pattern.ts";
import { lineScanner } from "../../../../src/backends/text-search/scan/scan-bytes.ts";
import { decodeEscaped } from "../../../../src/backends/text-search/scan/text-bytes.ts";

function scan(text: string, raw: Buffer | string, { isRegex = true, maxLines = 100 } = {}) {
  const scanner = lineScanner(compilePattern({ text, isRegex, isCaseSensitive: true }), JAVASCRIPT_FLAGS);
  return scanner(Buffer.from(raw), maxLines);
}

it("finds each line once, with the place of its first match", () => {
  expect(scan("a", "xaa\r\nb\r\na").lines).toEqual([
    { line: 1, column: 2, text: "xaa" },
    { line: 3, column: 1, text: "a" },
  ]);
});

it("counts every line but keeps no more than asked for", () => {
  const found = scan("a", "a\n".repeat(50), { maxLines: 3 });
  expect(found.count).toBe(50);
  expect(found.lines.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it("finds no line behind the last line break", () => {
  expect(scan("$", "a\nb\n").count).toBe(2);
  expect(scan("x*", "").count).toBe(0);
});

it("takes a file with a NUL for binary, even behind a match", () => {
  expect(scan("a", "a\nb\0")).toEqual({ count: 0, lines: [] });
});

it("reads UTF-16 by its byte order mark, and UTF-8 without it", () => {
  expect(scan("^é", Buffer.from("\uFEFFaé\né", "utf16le")).lines).toEqual([{ line: 2, column: 1, text: "é" }]);
  expect(scan("^a", "\uFEFFa").lines).toEqual([{ line: 1, column: 1, text: "a" }]);
});

it("finds text beside bytes that are no UTF-8, which no class matches", () => {
  const raw = Buffer.from([0x61, 0xe9, 0x62]);
  expect(scan("b", raw).lines[0]).toMatchObject({ column: 3 });
  expect(scan("a.b", raw).count).toBe(0);
  expect(scan("a[^x]b", raw).count).toBe(0);
});

it("gives the same for a literal whether it looks for its bytes or runs it as a pattern", () => {
  const piece = fc.constantFrom("a", "ab", "é", "\n", "\r\n", "\r", "😀");
  const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.constantFrom("a", "ab", "é", "😀a"), text, (literal, raw) => {
      const asPattern = scan(`${literal}(?:|)`, raw);
      expect(scan(literal, raw, { isRegex: false })).toEqual(asPattern);
    }),
  );
});

it("decodes as Node does where the bytes are UTF-8, and byte by byte where they are not", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeEscaped(Buffer.from(text))).toBe(Buffer.from(text).toString("utf8"));
    }),
  );
  expect(decodeEscaped(Buffer.from([0xf0, 0x9f, 0x98, 0x61, 0xc3, 0xa9]))).toBe("\udcf0\udc9f\udc98aé");
});
