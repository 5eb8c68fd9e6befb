import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeStatusArguments, parseStatusArguments } from "../../../src/commands/status-arguments.ts";

describe("parseStatusArguments", () => {
  it.each([
    ["", false, []],
    ["  a.md   b/c.md ", false, ["a.md", "b/c.md"]],
    ['"my file.md" x', false, ["my file.md", "x"]],
    ['"not closed', false, ["not closed"]],
    ["--all", true, []],
  ])("reads %j", (text, isAll, files) => {
    expect(parseStatusArguments(text)).toEqual({ isAll, files });
  });
});

describe("completeStatusArguments", () => {
  const paths = ["chapters/one.md", "my notes.md", "one.md", "world.md"];

  it("offers everything at first", () => {
    expect(completeStatusArguments("", paths)).toEqual([
      "--all",
      "chapters/one.md",
      '"my notes.md"',
      "one.md",
      "world.md",
    ]);
  });

  it("puts what begins with the typed text before what only holds it", () => {
    expect(completeStatusArguments("One", paths)).toEqual(["one.md", "chapters/one.md"]);
  });

  it("keeps what was typed before, and does not offer it again", () => {
    expect(completeStatusArguments("one.md wor", paths)).toEqual(["one.md world.md"]);
    expect(completeStatusArguments("one.md one", paths)).toEqual(["one.md chapters/one.md"]);
    expect(completeStatusArguments('one.md "my n', paths)).toEqual(['one.md "my notes.md"']);
  });

  it("offers nothing for what no artifact holds", () => {
    expect(completeStatusArguments("zzz", paths)).toEqual([]);
  });

  it("offers only what is read back as the path", () => {
    const path = fc.stringMatching(/^[a-z][a-z /.]{0,10}[a-z]$/);
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 5 }), (given) => {
        const offered = completeStatusArguments("x ", given).map((text) => parseStatusArguments(text).files);
        expect(offered).toEqual(given.filter((each) => each !== "x").map((each) => ["x", each]));
      }),
    );
  });
});
