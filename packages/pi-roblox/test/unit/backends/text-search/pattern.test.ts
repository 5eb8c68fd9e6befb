import fc from "fast-check";
import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../../../src/backends/text-search/pattern/compile-pattern.ts";
import { MAX_PATTERN_CHARACTERS } from "../../../../src/backends/text-search/pattern/parse-pattern.ts";
import { JAVASCRIPT_FLAGS } from "../../../../src/backends/text-search/pattern/write-pattern.ts";
import { regex } from "../../../fixtures/backends/text-search/arbitrary-tree.ts";

const compile = (text: string, isRegex = true, isCaseSensitive = true) =>
  compilePattern({ text, isRegex, isCaseSensitive });

/** All places at which a pattern matches. */
function found(pattern: string, text: string, { isRegex = true, isCaseSensitive = true } = {}): readonly string[] {
  const expression = new RegExp(compile(pattern, isRegex, isCaseSensitive).javaScript, JAVASCRIPT_FLAGS);
  return [...text.matchAll(expression)].map(([match]) => match);
}

function columnOf(pattern: string): number | undefined {
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    if (!hasCode(error, "PATTERN_INVALID")) throw error;
    return Number(error.data["column"]);
  }
}

describe("what the dialect means", () => {
  it.each([
    ["\\d+", "a12 ٣", ["12"]],
    ["\\w+", "café_1", ["caf", "_1"]],
    ["\\s", "a\u00a0b\tc", ["\t"]],
    [".", "\r\n\u2028a", ["\u2028", "a"]],
    ["[^a]", "a\r\nb", ["b"]],
    ["\\bif\\b", "if elif if_ é if", ["if", "if"]],
    ["^a", "a\na\r\na \u2028a", ["a", "a", "a"]],
    ["a$", "a\r\na\na\u2028", ["a", "a"]],
    ["^$", "a\r\n\r\nb\n", ["", ""]],
    ["a{2}", "aaa a{2}", ["aa"]],
    ["{x}", "a{x}", ["{x}"]],
    ["f\\(|g]", "f( g]", ["f(", "g]"]],
    ["(?<name>a)(?:b)", "ab", ["ab"]],
    ["[\\]a-]", "]-b", ["]", "-"]],
    ["\\x41\\u{1F600}", "A😀", ["A😀"]],
    ["a.c", "a😀c", ["a😀c"]],
    ["[\\s\\S]+", "a b\nc", ["a b", "c"]],
  ])("%s in %j", (pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it("takes a literal as it stands", () => {
    expect(found("a.b(*)[^$", "a.b(*)[^$ axb", { isRegex: false })).toEqual(["a.b(*)[^$"]);
  });

  it("takes letters in either case, without Unicode's odd ones for ASCII", () => {
    const text = "K\u00e9\u00df K\u00e9SS \u212a\u00e9\u00df";
    expect(found("k\u00c9\u00df", text, { isRegex: false, isCaseSensitive: false })).toEqual(["K\u00e9\u00df"]);
    expect(found("[a-c]s", "BS b\u017f", { isCaseSensitive: false })).toEqual(["BS"]);
    expect(found("[^k]", "kKx", { isCaseSensitive: false })).toEqual(["x"]);
    expect(found("σ", "Σςσ", { isCaseSensitive: false })).toEqual(["Σ", "σ"]);
  });
});

describe("what it refuses", () => {
  it.each([
    ["", 1],
    ["a(?=b)", 2],
    ["a(?!b)", 2],
    ["(?<=a)b", 1],
    ["(?<!a)b", 1],
    ["(a)\\1", 4],
    ["(?<n>a)\\k<n>", 8],
    ["(?i)a", 1],
    ["(?>a)", 1],
    ["a++", 2],
    ["a**", 3],
    ["^*", 1],
    ["*a", 1],
    ["{2}", 1],
    ["a\\n", 2],
    ["a\nb", 2],
    ["\\x00", 1],
    ["\ud800", 1],
    ["\\p{L}", 1],
    ["\\A", 1],
    ["\\q", 1],
    ["a\\", 2],
    ["(a", 1],
    ["a)", 2],
    ["[a", 1],
    ["[[:alpha:]]", 2],
    ["[a&&b]", 3],
    ["[z-a]", 2],
    ["[a-\\d]", 4],
    ["[\\n]", 1],
    ["[\\b]", 2],
    ["a{3,2}", 2],
    ["(a{100}){100}", 1],
    ["\\u{110000}", 1],
    ["(".repeat(51), 51],
    ["a".repeat(MAX_PATTERN_CHARACTERS + 1), MAX_PATTERN_CHARACTERS + 1],
  ])("%j at column %i", (pattern, column) => {
    expect(columnOf(pattern)).toBe(column);
  });

  it("refuses a literal with a line break", () => {
    expect(() => compile("a\r\nb", false)).toThrow(expect.objectContaining({ code: "PATTERN_INVALID" }));
  });

  it("throws nothing else for any text, and what it accepts JavaScript accepts", () => {
    fc.assert(
      fc.property(
        fc.oneof(regex, fc.string(), fc.string({ unit: "binary" })),
        fc.boolean(),
        (text, isCaseSensitive) => {
          if (columnOf(text) !== undefined) return;
          expect(() => new RegExp(compile(text, true, isCaseSensitive).javaScript, JAVASCRIPT_FLAGS)).not.toThrow();
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("the text that every match holds", () => {
  it.each([
    ["foo", "foo", true],
    ["a\\.b", "a.b", true],
    ["local\\s+require", "require", false],
    ["(abc)+d", "abc", false],
    ["abc?", "ab", false],
    ["a|bcd", "", false],
    ["x*", "", false],
    ["(?:Get|Set)Value", "Value", false],
  ])("of %s is %j", (pattern, required, isWhole) => {
    expect(compile(pattern)).toMatchObject({ required, isWhole });
  });

  it("is unknown where case does not count", () => {
    expect(compile("Foo", false, false)).toMatchObject({ required: "", isWhole: false });
    expect(compile("123", false, false)).toMatchObject({ required: "123", isWhole: true });
  });

  it("is in every match of any pattern", () => {
    fc.assert(
      fc.property(regex, fc.string({ unit: fc.constantFrom("a", "b", "é", "1", " ", "_", "\n") }), (pattern, text) => {
        if (columnOf(pattern) !== undefined) return;
        for (const match of found(pattern, text)) expect(match).toContain(compile(pattern).required);
      }),
      { numRuns: 500 },
    );
  });
});
