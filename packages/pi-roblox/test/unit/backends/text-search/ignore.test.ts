import { describe, expect, it } from "vitest";
import { planExclusions } from "../../../../src/backends/text-search/ignore/exclusions.ts";
import {
  folderRules,
  type IgnoreFileName,
  isIgnored,
} from "../../../../src/backends/text-search/ignore/folder-rules.ts";
import { hiddenNameGlobs, isHiddenName } from "../../../../src/backends/text-search/ignore/hidden-names.ts";
import { parseIgnoreFile, parseIgnoreLine } from "../../../../src/backends/text-search/ignore/ignore-rules.ts";

const rulesOf = (...lines: string[]) => parseIgnoreFile(Buffer.from(lines.join("\n")));

function ignores(lines: readonly string[], path: string, isFolder = false): boolean {
  const files = new Map<IgnoreFileName, ReturnType<typeof rulesOf>>([[".gitignore", rulesOf(...lines)]]);
  return isIgnored(folderRules(undefined, "", files, false), path, isFolder);
}

it.each([
  ["*.log", "a/b.log"],
  ["/a", "a"],
  ["a/b", "a/b"],
  ["**/b", "a/x/b"],
  ["a/**", "a/x/y"],
  ["a/**/b", "a/b"],
  ["a/**/b", "a/x/y/b"],
  ["a?c", "abc"],
  ["[!a]b", "xb"],
  ["[a-c]", "b"],
  ["[]]", "]"],
  ["[a", "[a"],
  ["{a,b}.txt", "b.txt"],
  ["\\!a", "!a"],
  ["\\#a", "#a"],
  ["a\\*", "a*"],
  ["a ", "a"],
  ["a\\ ", "a "],
  ["é", "x/é"],
  ["a\r", "a"],
])("the rule %j leaves out %j", (line, path) => {
  expect(ignores([line], path)).toBe(true);
});

it.each([
  ["/a", "x/a"],
  ["a/b", "x/a/b"],
  ["a/**", "a"],
  ["a?c", "a/c"],
  ["*.log", "b.LOG"],
  ["# a", "# a"],
  ["{a,b", "a"],
  ["a\\", "a"],
  // `?` is one byte.
  ["?", "é"],
])("the rule %j does not leave out %j", (line, path) => {
  expect(ignores([line], path)).toBe(false);
});

it("takes back with ! what an earlier line leaves out", () => {
  expect(ignores(["*.lua", "!keep.lua"], "keep.lua")).toBe(false);
  expect(ignores(["!keep.lua", "*.lua"], "keep.lua")).toBe(true);
});

it("applies a rule with a slash at its end to folders only", () => {
  expect(ignores(["out/"], "out", true)).toBe(true);
  expect(ignores(["out/"], "out", false)).toBe(false);
});

it("reads an ignore file up to the line that is no UTF-8, and without its byte order mark", () => {
  const bytes = Buffer.concat([Buffer.from("\uFEFFa\nb\n"), Buffer.from([0xff, 0x0a]), Buffer.from("c\n")]);
  expect(parseIgnoreFile(bytes)).toHaveLength(2);
  expect(parseIgnoreLine("{")).toBeUndefined();
});

it("ends quickly for a rule that would make a backtracking matcher hang", () => {
  expect(ignores([`${"*a".repeat(60)}b`], "a".repeat(250))).toBe(false);
  expect(ignores([`{${"{a,b},".repeat(30)}c}`.repeat(10)], "ab".repeat(100))).toBe(false);
});

describe("several ignore files", () => {
  const root = folderRules(
    undefined,
    "",
    new Map<IgnoreFileName, ReturnType<typeof rulesOf>>([
      [".gitignore", rulesOf("*.txt", "x.lua")],
      [".ignore", rulesOf("!always.txt")],
    ]),
    false,
  );
  const sub = folderRules(root, "sub", new Map([[".gitignore", rulesOf("!x.lua", "/own.lua", "always.txt")]]), false);

  it("lets the nearest of a kind decide", () => {
    expect(isIgnored(sub, "sub/x.lua", false)).toBe(false);
    expect(isIgnored(root, "x.lua", false)).toBe(true);
    expect(isIgnored(sub, "sub/own.lua", false)).toBe(true);
    expect(isIgnored(sub, "sub/a.txt", false)).toBe(true);
  });

  it("lets .ignore win over a deeper .gitignore", () => {
    expect(isIgnored(sub, "sub/always.txt", false)).toBe(false);
  });

  it("stops at another repository for .gitignore alone", () => {
    const other = folderRules(sub, "sub/other", new Map(), true);
    expect(isIgnored(other, "sub/other/a.txt", false)).toBe(false);
  });
});

describe("what is never searched", () => {
  it("is every dot name but the configuration of Luau", () => {
    expect([".git", ".pi", ".env", ".luaurc.bak", ".luaur", ".config.lua"].every(isHiddenName)).toBe(true);
    expect([".luaurc", ".config.luau", "a.luaurc", "luaurc"].some(isHiddenName)).toBe(false);
  });

  it("is said by globs that match exactly these names", () => {
    const rules = hiddenNameGlobs().map((glob) => parseIgnoreLine(glob, false));
    expect(rules).not.toContain(undefined);
    const parts = [".luaurc", ".config.luau"].flatMap((name) => Array.from(name, (_, end) => name.slice(0, end)));
    const names = parts
      .flatMap((part) => [part, `${part}x`, `${part}.luau`])
      .filter((name) => name !== "" && name !== ".");
    for (const name of [...names, ".luaurc", ".config.luau", ".luaurc.", "a.b"])
      expect([name, rules.some((rule) => rule?.matches({ path: `a/${name}`, name }) === true)]).toEqual([
        name,
        isHiddenName(name),
      ]);
  });

  it("is what the caller excludes, whatever the project's files say", () => {
    const { isExcluded, globs } = planExclusions(["Packages/", "*.gen.luau"], ["my [notes]/log{1}.txt"]);
    expect(isExcluded("a/Packages", "Packages", true)).toBe(true);
    expect(isExcluded("Packages", "Packages", false)).toBe(false);
    expect(isExcluded("a/b.gen.luau", "b.gen.luau", false)).toBe(true);
    expect(isExcluded("my [notes]/log{1}.txt", "log{1}.txt", false)).toBe(true);
    expect(isExcluded("x/my [notes]/log{1}.txt", "log{1}.txt", false)).toBe(false);
    expect(globs).toContain("!Packages/");
  });

  it("cannot be told to ripgrep where a pattern takes something back", () => {
    const { isExcluded, globs } = planExclusions(["*.lua", "!keep.lua"], []);
    expect(globs).toBeUndefined();
    expect(isExcluded("keep.lua", "keep.lua", false)).toBe(false);
  });

  it("does not change by a pattern that is no glob", () => {
    expect(planExclusions(["[a", "{"], []).globs).toEqual(planExclusions([], []).globs);
  });
});
