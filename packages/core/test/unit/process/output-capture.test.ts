import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputCapture } from "../../../src/process/output-capture.ts";

function capture(chunks: readonly Uint8Array[], maxHeadBytes: number, maxTailBytes: number) {
  const output = new OutputCapture({ maxHeadBytes, maxTailBytes });
  for (const chunk of chunks) output.push(Buffer.from(chunk));
  return output.finish();
}

/** `text` in chunks that are cut without regard for characters. */
function inChunks(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  let offset = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(offset, offset + size));
    offset += size;
  }
  return [...chunks, bytes.subarray(offset)];
}

const anyText = fc.string({ unit: "grapheme", maxLength: 300 });
const anySizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
const anyLimit = fc.integer({ min: 0, max: 200 });

describe("captured output", () => {
  it("is whole when it fits", () => {
    fc.assert(
      fc.property(anyText, anySizes, (text, sizes) => {
        const bytes = Buffer.byteLength(text);
        const expected = { text, head: text, tail: "", totalBytes: bytes, omittedBytes: 0 };
        expect(capture(inChunks(text, sizes), bytes, 0)).toEqual(expected);
        expect(capture(inChunks(text, sizes), 0, bytes)).toEqual(expected);
        expect(capture(inChunks(text, sizes), Math.floor(bytes / 2), Math.ceil(bytes / 2))).toEqual(expected);
      }),
    );
  });

  it("is its beginning and its end, cut between characters, and a true count of the rest", () => {
    fc.assert(
      fc.property(anyText, anySizes, anyLimit, anyLimit, (text, sizes, maxHeadBytes, maxTailBytes) => {
        const seen = capture(inChunks(text, sizes), maxHeadBytes, maxTailBytes);
        const [headBytes, tailBytes] = [Buffer.byteLength(seen.head), Buffer.byteLength(seen.tail)];
        expect(text.startsWith(seen.head)).toBe(true);
        expect(text.endsWith(seen.tail)).toBe(true);
        expect(headBytes + seen.omittedBytes + tailBytes).toBe(Buffer.byteLength(text));
        if (seen.omittedBytes === 0) return;
        expect(headBytes).toBeGreaterThan(maxHeadBytes - 4);
        expect(tailBytes).toBeGreaterThan(maxTailBytes - 4);
        expect(headBytes).toBeLessThanOrEqual(maxHeadBytes);
        expect(tailBytes).toBeLessThanOrEqual(maxTailBytes);
      }),
    );
  });

  it("says on a line of its own how much is left out", () => {
    const chunks = [Buffer.from("head"), Buffer.alloc(1000, "x"), Buffer.from("tail")];
    expect(capture(chunks, 4, 4)).toEqual({
      text: "head\n[... 1000 bytes left out ...]\ntail",
      head: "head",
      tail: "tail",
      totalBytes: 1008,
      omittedBytes: 1000,
    });
  });

  it.each([
    ["Latin-1 text", Buffer.from("caf\xe9 ".repeat(50), "latin1")],
    ["continuation bytes alone", Buffer.alloc(300, 0xbf)],
    ["lead bytes alone", Buffer.alloc(300, 0xf0)],
  ])("that is not UTF-8 is kept within its limits: %s", (_, bytes) => {
    const { head, tail, omittedBytes, totalBytes } = capture([bytes], 50, 50);
    expect(totalBytes).toBe(bytes.length);
    expect(omittedBytes).toBeGreaterThanOrEqual(bytes.length - 100);
    expect(omittedBytes).toBeLessThanOrEqual(bytes.length - 100 + 6);
    expect(head.length).toBeLessThanOrEqual(50);
    expect(tail.length).toBeLessThanOrEqual(50);
  });
});
