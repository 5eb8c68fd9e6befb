import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits, numberLines } from "../../../../src/studio/mcp/tools/script-text.ts";

const edit = (oldText: string, newText: string, isEverywhere = false) => ({ oldText, newText, isEverywhere });

describe("numberLines", () => {
  it("can be taken back line by line", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const source = lines.join("\n");
        const numbered = numberLines(source).split("\n");
        expect(numbered.map((line, index) => line.slice(`${index + 1}→`.length)).join("\n")).toBe(source);
      }),
    );
  });

  it("gives an empty script one line, and nothing beyond its end", () => {
    expect(numberLines("")).toBe("1→");
    expect(numberLines("a", { first: 5, last: 9 })).toBe("");
  });
});

describe("applyEdits", () => {
  it("takes the text as it is, also where it looks like a pattern", () => {
    expect(applyEdits("a.c abc", [edit("a.c", "$&$1")])).toBe("$&$1 abc");
    expect(applyEdits("x.x", [edit("x", "$'", true)])).toBe("$'.$'");
  });

  it("replaces what an earlier edit made", () => {
    expect(applyEdits("1", [edit("1", "2"), edit("2", "3")])).toBe("3");
  });

  it("makes a script of an empty old text, and only there", () => {
    expect(applyEdits(undefined, [edit("", "new"), edit("new", "newer")])).toBe("newer");
    expect(() => applyEdits(undefined, [edit("a", "b")])).toThrow("empty old_string");
    expect(() => applyEdits("text", [edit("", "b")])).toThrow("old_string not found");
  });
});
