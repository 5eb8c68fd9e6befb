import { describe, expect, it } from "vitest";
import { parseVersionNumber } from "../../../../src/backends/rojo/binary/rojo-version.ts";
import { fileRulesOf } from "../../../../src/ownership/mapper/file-rules.ts";
import { mapMemory, memoryDisk, windows } from "../../../fixtures/ownership/mapper/memory-disk.ts";
import { project } from "../../../fixtures/ownership/mapper/small-project.ts";

const PROJECT = "default.project.json";

describe("the answers of a project map", () => {
  const disk = memoryDisk({
    [PROJECT]: project({
      $className: "DataModel",
      ReplicatedStorage: { $path: "src", Extra: { $className: "Folder" } },
      ServerScriptService: { Twice: { $path: "src/Twice.server.luau" } },
    }),
    "src/F/init.lua": "",
    "src/F/init.luau": "",
    "src/F/init.meta.json": { ignoreUnknownInstances: true },
    "src/Twice.server.luau": "",
    "src/Twice.luau": "",
    "src/m.rbxm": "",
  });
  const { map } = mapMemory(disk);

  it("names the init file that Rojo reads, not the first that it lists", () => {
    expect(map.at(["ReplicatedStorage", "F"])).toMatchObject([
      {
        className: "ModuleScript",
        files: [disk.path("src/F/init.lua"), disk.path("src/F/init.luau"), disk.path("src/F/init.meta.json")],
        sourceFile: disk.path("src/F/init.luau"),
        folder: disk.path("src/F"),
      },
    ]);
  });

  it("says where Rojo deletes children that it does not know", () => {
    const deletes = (...path: string[]) => map.at(path).map((found) => found.deletesUnknownChildren);
    expect(deletes()).toEqual([false]);
    expect(deletes("ReplicatedStorage")).toEqual([true]);
    expect(deletes("ReplicatedStorage", "F")).toEqual([false]);
    expect(deletes("ReplicatedStorage", "Extra")).toEqual([false]);
    expect(deletes("ServerScriptService")).toEqual([false]);
  });

  it("gives all instances of one name", () => {
    expect(map.at(["ReplicatedStorage", "Twice"]).map(({ className }) => className)).toEqual([
      "ModuleScript",
      "Script",
    ]);
  });

  it("gives all instances of one file, however many are asked for", () => {
    const paths = () => map.ofFile(disk.path("src/Twice.server.luau")).map(({ path }) => path);
    const expected = [
      ["ReplicatedStorage", "Twice"],
      ["ServerScriptService", "Twice"],
    ];
    for (let time = 0; time < 12; time += 1) expect(paths()).toEqual(expected);
  });

  it("says that the inside of a binary model is not known", () => {
    expect(map.at(["ReplicatedStorage", "m"])).toMatchObject([{ className: "Instance", isOpaque: true }]);
  });

  it("knows nothing at a path that is not there", () => {
    expect(map.at(["ReplicatedStorage", "nope"])).toEqual([]);
    expect(map.ofFile(disk.path("nope.luau"))).toEqual([]);
  });

  it("lists parents before children, as many as it says", () => {
    const all = [...map.all()];
    expect(all).toHaveLength(map.size);
    const [first] = all;
    expect(first?.path).toEqual([]);
  });
});

it("begins paths with the name of a root that is no DataModel", () => {
  const { map } = mapMemory(memoryDisk({ [PROJECT]: project("src"), "src/a.luau": "" }));
  expect(map.root).toEqual({ name: "Small", className: "Folder" });
  expect([...map.all()].map(({ path }) => path)).toEqual([["Small"], ["Small", "a"]]);
  expect(map.at(["a"])).toEqual([]);
});

describe("a project that Rojo refuses", () => {
  it("is mapped as far as it goes, and the broken parts are opaque", () => {
    const { map } = mapMemory(
      memoryDisk({
        [PROJECT]: project("src"),
        "src/a.luau": "",
        "src/b.meta.json": "{",
        "src/b.luau": "",
        "src/c.model.json": "[]",
        "src/D/default.project.json": "{",
      }),
    );
    expect(map.isRefused).toBe(true);
    expect(map.problems.map(({ file, effect }) => [file, effect])).toEqual([
      ["/game/src/D/default.project.json", "rojo-fails"],
      ["/game/src/b.meta.json", "rojo-fails"],
      ["/game/src/c.model.json", "rojo-fails"],
    ]);
    expect([...map.all()].map(({ path, className, isOpaque }) => [path.at(-1), className, isOpaque])).toEqual([
      ["Small", "Folder", false],
      ["D", "Instance", true],
      ["a", "ModuleScript", false],
      ["b", "ModuleScript", false],
      ["c", "Instance", true],
    ]);
  });

  it("points at the line of a node in the project file", () => {
    const text = '{\n  "name": "x",\n  "tree": {\n    "$className": "Folder",\n    "A": {"$path": "nope"}\n  }\n}';
    const { map } = mapMemory(memoryDisk({ [PROJECT]: text }));
    expect(map.problems).toMatchObject([{ line: 5, column: 10, effect: "rojo-fails" }]);
  });
});

describe("limits", () => {
  it("stop at folders that are nested too deeply, and say so", () => {
    const disk = memoryDisk({ [PROJECT]: project("src"), "src/a/b/c/d/e.luau": "" });
    const { map } = mapMemory(disk, { maxDepth: 4 });
    expect(map.problems).toMatchObject([{ effect: "unknown", file: disk.path("src/a/b/c") }]);
    expect(map.isRefused).toBe(false);
  });

  describe("for projects that multiply each other", () => {
    const files: Record<string, object> = { [PROJECT]: project({ $className: "Folder", A: { $path: "p0" } }) };
    for (let index = 0; index < 30; index += 1) {
      const next = { $path: `../p${index + 1}` };
      files[`p${index}/default.project.json`] = { tree: { $className: "Folder", A: next, B: next } };
    }
    files["p30/default.project.json"] = { tree: { $className: "Folder" } };

    it("stop at a number of folders", () => {
      const { map } = mapMemory(memoryDisk(files), { maxVisits: 500 });
      expect(map.size).toBeLessThanOrEqual(1000);
      expect(map.problems.some(({ effect }) => effect === "unknown")).toBe(true);
    });

    it("stop at a number of instances", () => {
      const { map } = mapMemory(memoryDisk(files), { maxVisits: 500, maxInstances: 50 });
      expect(map.size).toBeLessThanOrEqual(50);
      expect([...map.all()].some(({ isOpaque }) => isOpaque)).toBe(true);
    });
  });
});

describe("on Windows", () => {
  const files = {
    [PROJECT]: project(
      { $className: "Folder", A: { $path: "src/sub" }, B: { $path: "..\\game\\lib" } },
      {
        globIgnorePaths: ["src/sub/skip.luau", "**/*.spec.luau"],
      },
    ),
    "src/sub/Init.luau": "",
    "src/sub/skip.luau": "",
    "src/sub/a.spec.luau": "",
    "src/sub/x.server.luau": "",
    "src/sub/X.Meta.json": { ignoreUnknownInstances: true },
    "lib/y.luau": "",
  };
  const { map } = mapMemory(memoryDisk(files, windows), { naming: windows });

  it("files come back in the form of the platform", () => {
    expect(map.at(["Small", "B", "y"])).toMatchObject([{ sourceFile: "C:\\game\\lib\\y.luau" }]);
  });

  it("globs with slashes fit paths with backslashes", () => {
    expect(map.at(["Small", "A"])).not.toEqual([]);
    expect(map.ofFile("C:\\game\\src\\sub\\skip.luau")).toEqual([]);
    expect(map.ofFile("C:\\game\\src\\sub\\a.spec.luau")).toEqual([]);
  });

  it("files that Rojo looks for are found in any case, and a listed init file is a child, too", () => {
    expect(map.at(["Small", "A"])).toMatchObject([{ className: "ModuleScript" }]);
    expect(map.at(["Small", "A", "Init"])).toMatchObject([{ className: "ModuleScript" }]);
    expect(map.at(["Small", "A", "x"])).toMatchObject([{ deletesUnknownChildren: false }]);
  });

  it("a file is found in any spelling", () => {
    expect(map.ofFile("c:/GAME/lib/Y.luau")).toMatchObject([{ path: ["Small", "B", "y"] }]);
  });
});

it("takes a `!` as part of the pattern where Rojo does", () => {
  const files = {
    [PROJECT]: project("src", { globIgnorePaths: ["**/*.spec.luau", "!**/keep.spec.luau"] }),
    "src/keep.spec.luau": "",
  };
  expect(mapMemory(memoryDisk(files)).map.size).toBe(2);
  expect(mapMemory(memoryDisk(files), { rules: fileRulesOf(parseVersionNumber("7.6.1")) }).map.size).toBe(1);
});
