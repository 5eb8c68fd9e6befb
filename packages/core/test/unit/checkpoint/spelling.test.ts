import { describe, expect, it } from "vitest";
import { matchName } from "../../../src/checkpoint/case-names.ts";
import { spellPaths } from "../../../src/checkpoint/spelling.ts";

const disk: Readonly<Record<string, readonly string[]>> = { "": ["a.txt", "Src"], Src: ["Main.luau"] };
const spell = (asked: readonly string[], recorded: readonly string[] = []): Promise<string[]> =>
  spellPaths(asked, recorded, (folder) => Promise.resolve(disk[folder] ?? []));

describe("paths on a file system that folds case", () => {
  it("cover the file that they open, also under another spelling", async () => {
    expect(await spell(["A.txt"])).toEqual(["A.txt", "a.txt"]);
    expect(await spell(["src/main.luau"])).toEqual(["Src/main.luau", "Src/Main.luau"]);
    expect(await spell(["a.txt"])).toEqual(["a.txt"]);
  });

  it("are not recorded again as being there when another spelling of them was recorded before", async () => {
    expect(await spell(["src/main.luau", "a.txt"], ["Src", "Src/main.luau", "A.TXT"])).toEqual(["Src/main.luau"]);
    expect(await spell(["A.TXT"], ["A.TXT"])).toEqual(["A.TXT"]);
  });

  it("spell a new folder as it was first named", async () => {
    expect(await spell(["new/a", "New/b"])).toEqual(["new/a", "new/b"]);
    expect(await spell(["NEW/c"], ["new", "new/a"])).toEqual(["new/c"]);
  });
});

describe("names", () => {
  it("match exactly where case is told apart", () => {
    expect(matchName("A", ["a"], true)).toBeUndefined();
    expect(matchName("A", ["a", "A"], true)).toBe("A");
  });

  it("match across case and composition where it is not", () => {
    expect(matchName("A", ["a"], false)).toBe("a");
    expect(matchName("u\u0308ber", ["\u00FCber"], false)).toBe("u\u0308ber");
    expect(matchName("U\u0308ber", ["\u00FCber"], false)).toBe("\u00FCber");
    expect(matchName("b", ["a"], false)).toBeUndefined();
  });
});
