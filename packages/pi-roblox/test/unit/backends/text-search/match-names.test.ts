import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { matchNames } from "../../../../src/backends/text-search/match-names.ts";

const regex = (text: string) => ({ text, isRegex: true, isCaseSensitive: true });

describe("matchNames", () => {
  it("gives the places of the names in which the pattern is found", () => {
    expect(matchNames(regex("M.in$"), ["A.Main", "Main.A", "Min", "Main"])).toEqual([0, 3]);
    expect(matchNames({ text: "a.b", isRegex: false, isCaseSensitive: false }, ["xA.By", "axb"])).toEqual([0]);
  });

  it("ends a pattern that would run for ever", () => {
    const failure = ((): unknown => {
      try {
        return matchNames(regex("(a+)+$"), [`${"a".repeat(60)}b`]);
      } catch (error) {
        return error;
      }
    })();
    expect(hasCode(failure, "PATTERN_TOO_SLOW")).toBe(true);
  });
});
