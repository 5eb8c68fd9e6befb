import { expect, it } from "vitest";
import {
  countArguments,
  groupFiles,
  placeArguments,
} from "../../../../src/backends/text-search/ripgrep/ripgrep-arguments.ts";
import {
  countReader,
  type FileCount,
  type MatchPlace,
  placeReader,
} from "../../../../src/backends/text-search/ripgrep/ripgrep-output.ts";
import { matchesIn } from "../../../../src/backends/text-search/ripgrep/show-places.ts";
import { showMatch } from "../../../../src/backends/text-search/search-result.ts";

function inPieces(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

it.each([1, 3, 1000])("reads counts that come in pieces of %i characters", (size) => {
  const counts: FileCount[] = [];
  const read = countReader((count) => counts.push(count));
  for (const piece of inPieces("./a.luau\u00003\r\n./odd\nname: 5\u00000\r\n", size)) read(piece);
  expect(counts).toEqual([
    { file: "a.luau", matchedLines: 3 },
    { file: "odd\nname: 5", matchedLines: 0 },
  ]);
});

it("reads places, and those for which ripgrep prints no column", () => {
  const places: MatchPlace[] = [];
  placeReader((place) => places.push(place))(
    "./a\u000012:5:[Omitted long line with 1 matches]\r\n./a\u00003:x\n./a\u00004:7\n./a\u00005::\n",
  );
  expect(places).toEqual([
    { file: "a", line: 12, byteColumn: 5 },
    { file: "a", line: 3, byteColumn: undefined },
    { file: "a", line: 4, byteColumn: undefined },
    { file: "a", line: 5, byteColumn: undefined },
  ]);
});

it("keeps project and user from configuring ripgrep, and the pattern off the command line", () => {
  const args = countArguments(["!x"], 100);
  expect(args).toEqual(
    expect.arrayContaining(["--no-config", "--no-ignore-parent", "--no-ignore-global", "--file=-", "--glob=!x"]),
  );
  expect(args.slice(-2)).toEqual(["--", "./"]);
});

it("takes a file whose name looks like an option for a file", () => {
  expect(placeArguments(["--pre=sh"], 5).slice(-2)).toEqual(["--", "./--pre=sh"]);
});

it("groups files so that each group fits on a command line of Windows", () => {
  const files = Array.from({ length: 5000 }, (_, index) => `src/${"x".repeat(index % 200)}/${index}`);
  const groups = groupFiles(files);
  expect(groups.flat()).toEqual(files);
  for (const group of groups) expect(group.join(" ").length).toBeLessThan(30_000);
});

it("finds lines and columns in CRLF text with characters of several bytes", () => {
  const raw = Buffer.from("\uFEFFé\r\n😀é x\r\n");
  expect(matchesIn("f", raw, [{ file: "f", line: 2, byteColumn: 8 }])).toEqual([
    { file: "f", line: 2, column: 5, text: "😀é x", cutBefore: 0, cutBehind: 0 },
  ]);
});

it("leaves out places that the file no longer has", () => {
  expect(matchesIn("f", Buffer.from("a\n"), [{ file: "f", line: 9, byteColumn: 1 }])).toEqual([]);
});

it("shows a window of a long line around the match, never half a character", () => {
  const line = `${"😀".repeat(500)}match${"é".repeat(1000)}`;
  const shown = showMatch("f", 1, line, 1001);
  expect(shown.text).toContain("match");
  expect(shown.text.isWellFormed()).toBe(true);
  expect(shown.text).not.toContain("\uFFFD");
  expect(shown.cutBefore + shown.text.length + shown.cutBehind).toBe(line.length);
});
