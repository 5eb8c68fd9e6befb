import { describe, expect, it } from "vitest";
import { luauLiteral } from "../../../../src/studio/mcp/luau-program.ts";

describe("luauLiteral", () => {
  it("escapes what would end or change a string", () => {
    expect(luauLiteral('a"b\\c\nd\0e\r')).toBe('"a\\034b\\092c\\010d\\000e\\013"');
    expect(luauLiteral("日本 ]]")).toBe('"日本 ]]"');
  });

  it("replaces a torn surrogate, which cannot be UTF-8", () => {
    expect(luauLiteral("a\ud800b")).toBe('"a\ufffdb"');
  });

  it("writes numbers that have no digits as expressions", () => {
    expect([Infinity, -Infinity, Number.NaN, 1.5, -0].map((value) => luauLiteral(value))).toEqual([
      "math.huge",
      "(-math.huge)",
      "(0/0)",
      "1.5",
      "0",
    ]);
  });

  it("writes tables, with keys that need not be names, and without what is undefined", () => {
    expect(luauLiteral({ end: [1, true, "x"], gone: undefined })).toBe('{["end"]={1,true,"x"},["gone"]=nil}');
  });
});
