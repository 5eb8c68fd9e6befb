import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { parseSourcemap } from "../../../../src/ownership/sourcemap/parse-sourcemap.ts";
import { MAX_DEPTH } from "../../../../src/ownership/sourcemap/read-nodes.ts";
import type { SourcemapIndex } from "../../../../src/ownership/sourcemap/sourcemap-index.ts";
import type { SourcemapOptions } from "../../../../src/ownership/sourcemap/table.ts";
import {
  folder,
  linuxMap,
  module,
  place,
  type SourcemapJson,
  windowsMap,
  write,
} from "../../../fixtures/ownership/sourcemap/sourcemap-text.ts";

function load(root: SourcemapJson, options: SourcemapOptions = linuxMap): SourcemapIndex {
  const index = parseSourcemap(write(root), options, 5);
  if (index === undefined) throw new Error("null");
  return index;
}

const failure = (text: string): CodedError => {
  try {
    parseSourcemap(text, linuxMap, 0);
  } catch (error) {
    if (isCodedError(error)) return error;
    throw error;
  }
  throw new Error("no failure");
};

describe("a sourcemap", () => {
  const index = load(
    place(
      {
        name: "ReplicatedStorage",
        className: "ReplicatedStorage",
        children: [folder("Shared", module("A", "src/A.luau", "src/A.meta.json"))],
      },
      { name: "Workspace", className: "Workspace" },
    ),
  );

  it("finds instances by path and by file, with absolute files from the project folder", () => {
    const [found] = index.at(["ReplicatedStorage", "Shared", "A"]);
    expect(found).toEqual({
      path: ["ReplicatedStorage", "Shared", "A"],
      className: "ModuleScript",
      files: ["/p/src/A.luau", "/p/src/A.meta.json"],
      sourceFile: "/p/src/A.luau",
      folder: undefined,
      deletesUnknownChildren: undefined,
      isOpaque: false,
    });
    expect(index.ofFile("/p/src/A.luau")).toEqual([found]);
    expect(index.ofFile("/p/x/../src/A.meta.json")).toEqual([found]);
  });

  it("knows its root, size and time, and lists parents before children", () => {
    expect(index).toMatchObject({
      kind: "sourcemap",
      size: 5,
      observedAtMs: 5,
      root: { name: "game", className: "DataModel" },
    });
    expect(Array.from(index.all(), ({ path }) => path.join("."))).toEqual([
      "",
      "ReplicatedStorage",
      "ReplicatedStorage.Shared",
      "ReplicatedStorage.Shared.A",
      "Workspace",
    ]);
    expect(index.childrenOf([]).map(({ className }) => className)).toEqual(["ReplicatedStorage", "Workspace"]);
    expect(index.at([])).toHaveLength(1);
  });

  it("knows nothing of other paths and files", () => {
    expect(index.at(["ReplicatedStorage", "shared"])).toEqual([]);
    expect(index.at(["ReplicatedStorage", "Shared", "A", "B"])).toEqual([]);
    expect(index.ofFile("/p/src/a.luau")).toEqual([]);
    expect(index.ofFile("src/A.luau")).toEqual([]);
  });

  it("begins paths with the name of a root that is no DataModel", () => {
    const model = load({ name: "Kit", className: "Folder", children: [module("A", "src/A.luau")] });
    expect(model.at(["Kit", "A"])).toHaveLength(1);
    expect(model.at(["A"])).toEqual([]);
    expect(model.at([])).toEqual([]);
    expect(model.ofFile("/p/src/A.luau")[0]?.path).toEqual(["Kit", "A"]);
  });

  it("gives every one of siblings that share a name, also below siblings that do", () => {
    const twins = load(
      place(folder("F", module("A", "x/A.luau")), folder("F", module("A", "y/A.luau"), module("B", "y/B.luau"))),
    );
    expect(twins.at(["F"])).toHaveLength(2);
    expect(twins.at(["F", "A"]).map(({ sourceFile }) => sourceFile)).toEqual(["/p/x/A.luau", "/p/y/A.luau"]);
    expect(twins.at(["F", "B"])).toHaveLength(1);
  });

  it("gives every instance of a file that is mounted twice", () => {
    const twice = load(place(module("A", "src/A.luau"), folder("F", module("A", "src/A.luau"))));
    expect(twice.ofFile("/p/src/A.luau").map(({ path }) => path)).toEqual([["A"], ["F", "A"]]);
  });

  it("finds names in folders with many children, odd ones included", () => {
    const names = [...Array.from({ length: 200 }, (_, at) => `m${at}`), "", "v1.2", "__proto__", "constructor", 'a"b'];
    const wide = load(place(folder("F", ...names.map((name, at) => module(name, `src/${at}.luau`)))));
    for (const name of names) expect(wide.at(["F", name])).toHaveLength(1);
    expect(wide.at(["F", "toString"])).toEqual([]);
  });
});

describe("paths in a sourcemap", () => {
  it("are one file in every form that Rojo writes on Windows", () => {
    const forms = ["src\\Shared\\A.luau", "src/Shared/A.luau", "//?/C:/p/src/Shared/A.luau", "c:/p/src/Shared/A.luau"];
    for (const form of forms) {
      const index = load(place(module("A", form)), windowsMap);
      expect(index.at(["A"])[0]?.sourceFile).toBe("C:\\p\\src\\Shared\\A.luau");
      for (const asked of ["C:\\p\\SRC\\shared\\a.luau", "\\\\?\\c:\\p\\src\\Shared\\A.luau"])
        expect(index.ofFile(asked)).toHaveLength(1);
    }
  });

  it("may be absolute or leave the project folder", () => {
    const index = load(place(module("A", "/abs/lib/A.luau"), module("B", "../other/B.luau")));
    expect(index.at(["A"])[0]?.sourceFile).toBe("/abs/lib/A.luau");
    expect(index.ofFile("/other/B.luau")).toHaveLength(1);
  });

  it("tell no file on Linux when they hold a backslash, and are listed as such", () => {
    const index = load(place(module("A", "src\\A.luau", "src/A.meta.json")));
    expect(index.at(["A"])[0]).toMatchObject({
      sourceFile: undefined,
      files: ["/p/src\\A.luau", "/p/src/A.meta.json"],
    });
    expect(index.ofFile("/p/src\\A.luau")).toEqual([]);
    expect(index.ofFile("/p/src/A.meta.json")).toHaveLength(1);
    expect([...index.unmappableFiles()]).toEqual(["/p/src\\A.luau"]);
  });

  it("are two files on Linux when they differ in case, and one on Windows", () => {
    const root = place(module("A", "src/Foo.luau"), module("B", "src/foo.luau"));
    expect(
      load(root)
        .ofFile("/p/src/foo.luau")
        .map(({ path }) => path[0]),
    ).toEqual(["B"]);
    expect(load(root, windowsMap).ofFile("C:\\p\\src\\FOO.luau")).toHaveLength(2);
  });

  it("mark model files as opaque only where non-scripts are left out", () => {
    const root = place(module("A", "src/A.rbxm"));
    expect(load(root).at(["A"])[0]?.isOpaque).toBe(false);
    expect(load(root, { ...linuxMap, includesNonScripts: false }).at(["A"])[0]?.isOpaque).toBe(true);
  });
});

describe("text that is no sourcemap", () => {
  it("is undefined for the literal null", () => {
    expect(parseSourcemap("null\n", linuxMap, 0)).toBeUndefined();
  });

  it("may begin with a byte order mark", () => {
    expect(parseSourcemap(`\uFEFF${write(place())}\n`, linuxMap, 0)?.size).toBe(1);
  });

  it.each([
    ["", 1, 1],
    ['{"name":"game","className":"DataModel","chil', 1, 45],
    ['{"name":"game",\n"className":x}', 2, 13],
    [`${write(place())} {}`, 1, 92],
  ])("names line and column in %j", (text, line, column) => {
    expect(failure(text)).toMatchObject({ code: "SOURCEMAP_INVALID", data: { line, column } });
  });

  it.each([
    ["[]", "the root"],
    ["1", "the root"],
    ["{}", "name"],
    ['{"name":"a","className":1}', "className"],
    ['{"name":"a","className":"b","children":{}}', "children"],
    [
      '{"name":"a","className":"b","children":[{"name":"a","className":"b","filePaths":[1]}]}',
      "children[0].filePaths[0]",
    ],
    ['{"name":"a","className":"b","children":[{"name":"a","className":"b"},null]}', "children[1]"],
    ['{"name":"a","className":"b","filePaths":[""]}', "filePaths"],
    ['{"name":"a","className":"b","filePaths":"x"}', "filePaths"],
  ])("names the field in %s", (text, field) => {
    expect(failure(text)).toMatchObject({ code: "SOURCEMAP_INVALID", data: { field } });
  });

  it("is refused when nested too deeply, without overflowing the stack", () => {
    const nest = (levels: number): string =>
      `${'{"name":"a","className":"Folder","children":['.repeat(levels)}${"]}".repeat(levels)}`;
    expect(parseSourcemap(nest(MAX_DEPTH), linuxMap, 0)?.size).toBe(MAX_DEPTH);
    expect(failure(nest(MAX_DEPTH + 1)).code).toBe("SOURCEMAP_INVALID");
    expect(failure(nest(200_000)).code).toBe("SOURCEMAP_INVALID");
  });
});
