import fc from "fast-check";
import { LineSplitter } from "testkit/pi/line-splitter";
import { describe, expect, it } from "vitest";

function splitAll(chunks: readonly Uint8Array[]): string[] {
  const splitter = new LineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

describe("LineSplitter", () => {
  it("cuts at line feeds only, not at Unicode line separators", () => {
    expect(splitAll([Buffer.from('{"a":"\u2028\u2029\u0085"}\n{"b":1}\n')])).toEqual([
      '{"a":"\u2028\u2029\u0085"}',
      '{"b":1}',
    ]);
  });

  it("drops the carriage return before a line feed and keeps an unfinished last line", () => {
    expect(splitAll([Buffer.from("one\r\ntwo\rstill two\nthree")])).toEqual(["one", "two\rstill two", "three"]);
  });

  it("gives the same lines wherever the bytes are cut", () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""));
    const cuts = fc.array(fc.nat(200), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(line), cuts, (lines, positions) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        const ends = [...positions.filter((end) => end < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(splitAll(chunks)).toEqual(lines);
      }),
    );
  });
});
