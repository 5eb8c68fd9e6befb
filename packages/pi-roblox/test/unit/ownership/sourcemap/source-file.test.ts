import { describe, expect, it } from "vitest";
import { folderOf, sourceFileOf } from "../../../../src/ownership/sourcemap/source-file.ts";

describe("the source among the files of an instance", () => {
  it.each<[string, string[], string | undefined]>([
    ["a script with its meta files", ["s/A.server.luau", "s/A.meta.json", "s/A.meta.jsonc"], "s/A.server.luau"],
    ["init.luau although init.lua is listed first", ["s/init.lua", "s/init.luau"], "s/init.luau"],
    ["init.lua before init.server.luau", ["s/init.lua", "s/init.server.lua", "s/init.server.luau"], "s/init.lua"],
    [
      "init.plugin.lua before init.plugin.luau, unlike the others",
      ["s/init.plugin.lua", "s/init.plugin.luau"],
      "s/init.plugin.lua",
    ],
    ["a script before init.csv", ["s/init.client.lua", "s/init.csv"], "s/init.client.lua"],
    [
      "a script of a nested project, whose file comes last",
      ["s/src/init.luau", "s/default.project.json"],
      "s/src/init.luau",
    ],
    ["none for a folder with meta", ["s/init.meta.json"], undefined],
    ["none for a folder with meta that may have comments", ["s/init.meta.jsonc"], undefined],
    ["none for a project root", ["default.project.jsonc"], undefined],
    ["none for no file", [], undefined],
    ["none for two that Rojo does not list together", ["s/A.luau", "s/B.luau"], undefined],
    ["none for init files of two folders", ["s/init.lua", "t/init.luau"], undefined],
    ["a JSON module with meta in its name's middle", ["s/A.meta.x.json"], "s/A.meta.x.json"],
  ])("is %s", (_title, files, expected) => {
    expect(sourceFileOf(files, "/")).toBe(expected);
    const windows = files.map((file) => file.replaceAll("/", "\\"));
    expect(sourceFileOf(windows, "\\")).toBe(expected?.replaceAll("/", "\\"));
  });
});

describe("the folder of an instance", () => {
  it.each<[string[], string | undefined]>([
    [["/p/F/init.server.luau"], "/p/F"],
    [["/p/F/init.meta.jsonc"], "/p/F"],
    [["/p/F/A.luau"], undefined],
    [[], undefined],
  ])("of %j is %s", (files, expected) => {
    expect(folderOf(files, "/")).toBe(expected);
  });
});
