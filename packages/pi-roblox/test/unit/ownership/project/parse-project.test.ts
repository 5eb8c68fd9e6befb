import fc from "fast-check";
import { hasCode, isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { parseProject } from "../../../../src/ownership/project/parse-project.ts";
import type { RojoProject } from "../../../../src/ownership/project/project-types.ts";
import { looseTexts, projectTexts } from "../../../fixtures/ownership/project/project-texts.ts";

const parse = (text: string, platform: NodeJS.Platform = "linux"): RojoProject =>
  parseProject(text, { source: "game.project.json", platform });
const parseFields = (fields: object): RojoProject => parse(JSON.stringify({ name: "x", tree: {}, ...fields }));

function failureOf(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return error;
  }
}

describe("a project file", () => {
  it("is read with all that it says", () => {
    const project = parseFields({
      servePort: 1234,
      serveAddress: "0.0.0.0",
      serveAllowedHosts: ["pc.lan"],
      servePlaceIds: [1],
      blockedPlaceIds: [2],
      placeId: 3,
      gameId: 4,
      emitLegacyScripts: false,
      tree: {
        $className: "DataModel",
        $id: "root",
        $ignoreUnknownInstances: false,
        $properties: { A: 1 },
        $attributes: { B: true },
        Lib: { $path: { optional: "lib" } },
      },
    });
    expect(project).toMatchObject({
      name: "x",
      servePort: 1234,
      serveAddress: "0.0.0.0",
      serveAllowedHosts: ["pc.lan"],
      servePlaceIds: [1],
      blockedPlaceIds: [2],
      placeId: 3,
      gameId: 4,
      emitLegacyScripts: false,
      tree: { className: "DataModel", id: "root", ignoreUnknownInstances: false, path: undefined },
    });
    expect([...project.tree.properties, ...project.tree.attributes]).toEqual([
      ["A", 1],
      ["B", true],
    ]);
    expect(project.tree.children.get("Lib")?.path).toEqual({ path: "lib", isOptional: true });
  });

  it("has its children in the order of their bytes", () => {
    const { tree } = parseFields({ tree: { "😀": {}, "\uFF5E": {}, é: {}, b: {}, B: {}, "": {} } });
    expect([...tree.children.keys()]).toEqual(["", "B", "b", "é", "\uFF5E", "😀"]);
  });

  it("may be called by names that mean something to JavaScript", () => {
    const { tree } = parse('{"name": "x", "tree": {"__proto__": {"$className": "Part"}, "constructor": {}}}');
    expect(tree.children.get("__proto__")?.className).toBe("Part");
    expect(tree.className).toBeUndefined();
  });

  it("reads on Windows a backslash in a glob as a separator", () => {
    const text = JSON.stringify({ name: "x", tree: {}, globIgnorePaths: ["src\\*.luau"] });
    expect(parse(text, "win32").globIgnorePaths[0]?.glob.matches("src\\a.luau")).toBe(true);
    expect(parse(text).globIgnorePaths[0]?.glob.matches("src*.luau")).toBe(true);
  });
});

describe("a project file that no Rojo takes", () => {
  it("is refused with line, column, key and what was meant", () => {
    const error = failureOf('{\n  "name": "x",\n  "tree": {},\n  "servePlaceId": 1\n}');
    expect(hasCode(error, "PROJECT_INVALID")).toBe(true);
    expect(error).toMatchObject({
      hint: expect.stringContaining("servePlaceIds"),
      data: { file: "game.project.json", line: 4, key: "servePlaceId" },
    });
  });

  it("is refused for all of its problems at once, in the order of the file", () => {
    const error = failureOf('{"nam": 1,\n"servePort": "x",\n"tree": {"A": 1,\n"$path": 2}}');
    expect(error).toMatchObject({
      data: {
        problems: [
          { line: 1 },
          { line: 2, key: "servePort" },
          { line: 3, key: "tree.A" },
          { line: 4, key: "tree.$path" },
        ],
      },
    });
  });

  it("is refused with the place for text that is no JSON", () => {
    expect(failureOf('{\n  "name": "x"\n  "tree": {}\n}')).toMatchObject({
      code: "PROJECT_INVALID",
      data: { file: "game.project.json", line: 3 },
    });
  });

  it("suggests the key of a node that was meant", () => {
    expect(failureOf('{"name": "x", "tree": {"$clasName": "Part"}}')).toMatchObject({
      code: "PROJECT_INVALID",
      hint: expect.stringContaining("$className"),
    });
  });

  it("never ends in anything but an error of the family", () => {
    const json = fc.json({ maxDepth: 4 });
    const changed = fc
      .tuple(fc.constantFrom(...projectTexts, ...looseTexts), fc.nat(), fc.string({ maxLength: 3 }))
      .map(
        ([{ text }, at, inserted]) =>
          text.slice(0, at % (text.length + 1)) + inserted + text.slice(at % (text.length + 1)),
      );
    fc.assert(
      fc.property(fc.oneof(json, changed, fc.string()), (text) => {
        const result = failureOf(text);
        const isExpected = !(result instanceof Error) || (isCodedError(result) && result.code === "PROJECT_INVALID");
        expect(isExpected).toBe(true);
      }),
    );
  });

  it("is refused when it nests without end", () => {
    expect(failureOf(`{"name":"x","tree":${'{"a":'.repeat(5000)}`)).toMatchObject({ code: "PROJECT_INVALID" });
  });
});
