import fc from "fast-check";
import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import {
  formatInstancePath,
  MAX_PATH_CHARACTERS,
  MAX_PATH_DEPTH,
  parseInstancePath,
} from "../../../src/datamodel/instance-path-text.ts";

const failure = (input: string | readonly string[]): CodedError => {
  try {
    parseInstancePath(input);
  } catch (error) {
    if (isCodedError(error)) return error;
    throw error;
  }
  throw new Error("no failure");
};

const outcome = (input: string): string => {
  try {
    return Array.isArray(parseInstancePath(input)) ? "names" : "something else";
  } catch (error) {
    return isCodedError(error) ? error.code : "another error";
  }
};

/** Names that Studio and Rojo let through, with every character that the text form gives a meaning. */
const name = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(".", "[", "]", '"', "'", "\\", "\n", "\r", "/", ":", " ", "a", "0", "\u202e", "\ud800"),
  }),
  fc.constantFrom(
    "",
    "game",
    "workspace",
    "Workspace",
    "end",
    "v1.2",
    "My [Folder]",
    "]]",
    "Experiência",
    "e\u0301",
    "日本",
  ),
);

describe("reading an instance path", () => {
  it.each<[string, string[]]>([
    ["game", []],
    [" game ", []],
    ["game.Workspace", ["Workspace"]],
    ["ServerScriptService.Main", ["ServerScriptService", "Main"]],
    ["workspace.Part", ["Workspace", "Part"]],
    ["game.workspace.workspace", ["Workspace", "workspace"]],
    ['game["odd name"].B', ["odd name", "B"]],
    ['game[\'it"s\'][ "x" ]', ['it"s', "x"]],
    ['["workspace"]["game"]', ["workspace", "game"]],
    ['game:GetService("Workspace").B', ["Workspace", "B"]],
    ["game:FindService('Workspace'):WaitForChild('B'):FindFirstChild(\"C\")", ["Workspace", "B", "C"]],
    ["Workspace.My Folder.Part-1_x", ["Workspace", "My Folder", "Part-1_x"]],
    ["Workspace.Experiência.日本", ["Workspace", "Experiência", "日本"]],
    ["Workspace.game", ["Workspace", "game"]],
    [String.raw`A["\n\t\\\"\'\65\066\x41\u{e9}\z   x"]`, ["A", "\n\t\\\"'ABA\u00e9x"]],
    [String.raw`A["\195\169\xe2\x82\xac"]`, ["A", "é€"]],
    ["A['a\\\r\nb']", ["A", "a\nb"]],
  ])("reads %j", (text, names) => {
    expect(parseInstancePath(text)).toEqual(names);
  });

  it("takes the names of an array as they are", () => {
    expect(parseInstancePath(["workspace", "a.b", "", '"']).slice()).toEqual(["workspace", "a.b", "", '"']);
  });

  it.each<[string, number]>([
    ["", 1],
    ["   ", 4],
    [".A", 1],
    ["A.", 3],
    ["A..B", 3],
    ["A. B", 3],
    ["A[", 3],
    ["A['x'", 2],
    ['A["x', 3],
    ["A['x\"]", 3],
    ["A['x'].", 8],
    ["A['x'}", 6],
    ["A[x]", 3],
    ["A[1]", 3],
    ["A]", 2],
    ["A['x']B", 7],
    ["A/B", 2],
    ["A\\B", 2],
    ["A.B = 5", 4],
    ["A.B()", 4],
    ["A:Destroy()", 2],
    ['A:GetService("Workspace")', 2],
    ["game:GetService('X'", 16],
    ["game:GetService", 16],
    ["game:GetService(X)", 17],
    ["A['a\nb']", 5],
    [String.raw`A["\300"]`, 4],
    [String.raw`A["\xZZ"]`, 4],
    [String.raw`A["\u{110000}"]`, 4],
    [String.raw`A["ok\xff"]`, 6],
    ["A[[x]]", 3],
    ["🌳.A", 1],
  ])("refuses %j and names column %i", (text, column) => {
    expect(failure(text)).toMatchObject({ code: "INSTANCE_PATH_INVALID", data: { column } });
  });

  it("refuses a path that is too long or too deep, as text and as an array", () => {
    const deep = Array.from({ length: MAX_PATH_DEPTH + 1 }, () => "a");
    const inputs = [deep, deep.join("."), ["x".repeat(MAX_PATH_CHARACTERS + 1)], "x".repeat(MAX_PATH_CHARACTERS + 1)];
    expect(inputs.map((input) => failure(input).code)).toEqual(inputs.map(() => "INSTANCE_PATH_INVALID"));
    expect(parseInstancePath(deep.slice(1))).toHaveLength(MAX_PATH_DEPTH);
  });

  it("gives names or its own error for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."game.[]()'\"\\:xu{}0 ".split("")) })),
        (text) => {
          expect(outcome(text)).toBeOneOf(["names", "INSTANCE_PATH_INVALID"]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("writing an instance path", () => {
  it.each<[string[], string]>([
    [[], "game"],
    [["Workspace", "Door_1"], "Workspace.Door_1"],
    [["v1.2", "A"], '["v1.2"].A'],
    [["A", 'a"b\\'], 'A["a\\"b\\\\"]'],
    [["A", ""], 'A[""]'],
    [["A", "end"], 'A["end"]'],
    [["game"], '["game"]'],
    [["workspace"], '["workspace"]'],
    [["A", "Experiência"], 'A["Experiência"]'],
    [["A", "x\n\u202ey"], 'A["x\\n\\u{202e}y"]'],
  ])("writes %j", (names, text) => {
    expect(formatInstancePath(names)).toBe(text);
  });

  it("is read back as the same names, whatever they hold", () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        expect(parseInstancePath(formatInstancePath(names))).toEqual(names);
      }),
      { numRuns: 2000 },
    );
  });

  it("never holds a line break or another invisible character", () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 4 }), (names) => {
        expect(formatInstancePath(names)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
