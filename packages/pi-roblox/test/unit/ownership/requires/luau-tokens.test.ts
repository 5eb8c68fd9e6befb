import fc from "fast-check";
import { expect, it } from "vitest";
import { TokenKind, tokenize, tokenText } from "../../../../src/ownership/requires/luau-tokens.ts";

const texts = (source: string): readonly string[] => {
  const tokens = tokenize(source);
  return tokens.kinds.map((_, index) => tokenText(tokens, index));
};

const luauPiece = fc.constantFrom(
  "require",
  "(",
  ")",
  "'",
  '"',
  "`",
  "{",
  "}",
  "--",
  "[[",
  "]]",
  "[=[",
  "]=]",
  "--[[",
  "--[==[",
  "]==]",
  "\n",
  "\r\n",
  "\\",
  "\\z",
  "a",
  ".",
  "..",
  "...",
  "::",
  "1e+5",
  "0x_F",
  "é",
  "😀",
  "\0",
  "#!",
  " ",
);
const luauText = fc
  .array(fc.oneof({ weight: 5, arbitrary: luauPiece }, fc.string()), { maxLength: 40 })
  .map((parts) => parts.join(""));

it("covers any text with tokens in order that do not overlap and are not empty", () => {
  fc.assert(
    fc.property(luauText, (source) => {
      const { kinds, starts, ends } = tokenize(source);
      let last = 0;
      for (const index of kinds.keys()) {
        expect(starts[index]).toBeGreaterThanOrEqual(last);
        expect(ends[index]).toBeGreaterThan(starts[index]!);
        last = ends[index]!;
      }
      expect(last).toBeLessThanOrEqual(source.length);
    }),
    { numRuns: 500 },
  );
});

it("finds the same code when comments and strings are blanked at their place", () => {
  fc.assert(
    fc.property(luauText, (source) => {
      const tokens = tokenize(source);
      const code = [...tokens.kinds.keys()].filter((index) => {
        const kind = tokens.kinds[index];
        return kind !== TokenKind.quoted && kind !== TokenKind.long && kind !== TokenKind.template;
      });
      let blanked = source.replace(/[^\r\n]/g, " ");
      for (const index of code) {
        const start = tokens.starts[index]!;
        const end = tokens.ends[index]!;
        blanked = blanked.slice(0, start) + source.slice(start, end) + blanked.slice(end);
      }
      expect(blanked).toHaveLength(source.length);
      // A brace that ended an interpolation is gone with its string; signs and names stay where they were.
      const again = tokenize(blanked);
      const names = (of: typeof tokens) => of.starts.filter((_, index) => of.kinds[index] === TokenKind.name);
      expect(names(again)).toEqual(names(tokens));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["line comments", "a -- b\nc", ["a", "c"]],
  ["long comments", "a --[[ b\n ]] c --[==[ ]] ]=] d ]==] e", ["a", "c", "e"]],
  ["a comment that only looks long", "--[=x\na", ["a"]],
  ["an unclosed long comment", "a --[[ b", ["a"]],
  ["a quoted string with its own quote escaped", `a "b\\"c" d`, ["a", `"b\\"c"`, "d"]],
  ["a string that ends with the line", `a "b\nc`, ["a", `"b`, "c"]],
  ["a string continued by \\z", '"a\\z\n  b" c', ['"a\\z\n  b"', "c"]],
  ["a string continued by a backslash at the end of a CRLF line", '"a\\\r\nb" c', ['"a\\\r\nb"', "c"]],
  ["long strings", "a [==[ ]] ]==] b", ["a", "[==[ ]] ]==]", "b"]],
  ["code within interpolated strings", "`a {b .. `c {d}`} e` f", ["`a {", "b", "..", "`c {", "d", "}`", "} e`", "f"]],
  ["tables within interpolated strings", "`{ {1} }`", ["`{", "{", "1", "}", "}`"]],
  ["numbers", "0x1F 1e-5 .5 1_000 3..4", ["0x1F", "1e-5", ".5", "1_000", "3..4"]],
  ["a first line for the shell", "#!/usr/bin/env lune\na", ["a"]],
])("reads %s", (_, source, expected) => {
  expect(texts(source)).toEqual(expected);
});
