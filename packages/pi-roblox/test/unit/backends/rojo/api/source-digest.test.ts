import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOfSource, SourceDigest } from "../../../../../src/backends/rojo/api/source-digest.ts";
import { chunkSizes, inChunks } from "../../../../fixtures/backends/rojo/api/in-chunks.ts";

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

it("is the SHA-256 of the text with LF line ends, however it is cut", () => {
  const text = fc.string({ unit: fc.constantFrom("\r", "\n", "a", "é") });
  fc.assert(
    fc.property(text, chunkSizes, (source, sizes) => {
      const digest = new SourceDigest();
      for (const piece of inChunks(Buffer.from(source), sizes)) digest.update(piece);
      expect(digest.hex()).toBe(sha256(source.replaceAll("\r\n", "\n")));
    }),
  );
});

it("keeps a CR that no LF follows, and a byte order mark", () => {
  expect(digestOfSource("a\rb\r")).toBe(sha256("a\rb\r"));
  expect(digestOfSource("\uFEFFa\r\r\n")).toBe(sha256("\uFEFFa\r\n"));
});
