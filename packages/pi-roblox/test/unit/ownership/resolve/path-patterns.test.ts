import fc from "fast-check";
import ignore from "ignore";
import { isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { compilePatterns, MAX_PATTERN_CHARACTERS } from "../../../../src/ownership/resolve/path-patterns.ts";

const matches = (patterns: string[], path: string, isCaseSensitive = true): boolean =>
  compilePatterns(patterns, isCaseSensitive).match(path.split("/")) !== undefined;

describe("path patterns", () => {
  it.each<[string[], string, boolean]>([
    [["Packages/"], "Packages/A/init.lua", true],
    [["Packages/"], "game/Packages/A.lua", true],
    [["Packages/"], "Packages", false],
    [["/Packages/"], "game/Packages/A.lua", false],
    [["game/Packages"], "game/Packages/A.lua", true],
    [["game/Packages"], "x/game/Packages/A.lua", false],
    [["*.gen.luau"], "src/a.gen.luau", true],
    [["src/*.luau"], "src/x/a.luau", false],
    [["src/**/a.luau"], "src/a.luau", true],
    [["src/**/a.luau"], "src/x/y/a.luau", true],
    [["src/**"], "src/x/y", true],
    [["src/**"], "src", false],
    [["**/out"], "a/b/out/c", true],
    [["*.luau", "!keep.luau"], "src/keep.luau", false],
    [["src/", "!src/keep.luau"], "src/keep.luau", true],
    [["a?c", "[x-z]1"], "abc", true],
    [["a?c", "[x-z]1"], "y1", true],
    [["[!x-z]1"], "y1", false],
    [["[]]1"], "]1", true],
    [["[a"], "[a", true],
    [["# comment", "", "  "], "# comment", false],
    [["\\#x", "\\!y"], "!y", true],
    [["trailing  "], "trailing", true],
    [["a\\*b"], "axb", false],
    [["a\\*b"], "a*b", true],
  ])("%j on %s: %s", (patterns, path, expected) => {
    expect(matches(patterns, path)).toBe(expected);
  });

  it("fold case where the disk does", () => {
    expect(matches(["packages/"], "Packages/A.lua", false)).toBe(true);
    expect(matches(["packages/"], "Packages/A.lua")).toBe(false);
  });

  it("name the pattern that decides, as it is written", () => {
    expect(compilePatterns(["*.txt", "/gen/ "], true).match(["gen", "a.luau"])).toBe("/gen/ ");
  });

  it("agree with the library that other tools use", () => {
    const name = fc.stringMatching(/^[ab]{1,3}$/);
    const piece = fc.oneof(
      name,
      fc.stringMatching(/^[ab*?]{1,3}$/).filter((text) => !text.includes("**")),
      fc.constant("**"),
    );
    const pattern = fc
      .tuple(
        fc.constantFrom("", "!"),
        fc.constantFrom("", "/"),
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "/"),
      )
      .map(([not, start, pieces, end]) => `${not}${start}${pieces.join("/")}${end}`)
      // Two runs beside each other, and one alone, are where implementations differ.
      .filter((text) => !/\*\*\/+\*\*/.test(text) && !/^!?\/?\*\*\/?$/.test(text));
    fc.assert(
      fc.property(
        fc.array(pattern, { maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (patterns, names) => {
          const path = names.join("/");
          expect(matches(patterns, path)).toBe(ignore({ ignorecase: false }).add(patterns).ignores(path));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("match in bounded time whatever they hold, and refuse to be endless", () => {
    const hostile = `${"*a".repeat(2000)}*b`;
    expect(
      matches([hostile, "**/".repeat(1000) + "x"], Array.from({ length: 100 }, () => "a".repeat(200)).join("/")),
    ).toBe(false);
    let code: string | undefined;
    try {
      compilePatterns(["x".repeat(MAX_PATTERN_CHARACTERS + 1)], true);
    } catch (error) {
      code = isCodedError(error) ? error.code : undefined;
    }
    expect(code).toBe("CONFIG_INVALID");
  });
});
