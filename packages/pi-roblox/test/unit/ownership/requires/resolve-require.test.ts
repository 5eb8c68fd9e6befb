import { expect, it } from "vitest";
import type { FileNaming } from "../../../../src/datamodel/file-key.ts";
import { findRequires } from "../../../../src/ownership/requires/find-requires.ts";
import { parseLuauConfig } from "../../../../src/ownership/requires/luau-config.ts";
import type { RequireTarget, RequireWorld } from "../../../../src/ownership/requires/require-target.ts";
import { resolveRequire } from "../../../../src/ownership/requires/resolve-require.ts";
import { smallMap } from "../../../fixtures/ownership/requires/small-map.ts";

const naming: FileNaming = { platform: "linux", isCaseSensitive: true };

function worldOf(overrides: Partial<RequireWorld> & { readonly files?: readonly string[] } = {}): RequireWorld {
  const { files = [], ...rest } = overrides;
  return {
    map: undefined,
    naming,
    root: "/p",
    isFile: (file) => files.includes(file),
    configOf: () => undefined,
    ...rest,
  };
}

function resolve(source: string, file: string, world: RequireWorld): RequireTarget {
  const argument = findRequires(source)[0]?.argument;
  if (argument === undefined) throw new Error(`no call in ${source}`);
  return resolveRequire(argument, file, world);
}

const map = smallMap([
  { path: "ReplicatedStorage/Shared/A", file: "/p/src/A.luau" },
  { path: "ReplicatedStorage/Shared/B", file: "/p/src/B.luau" },
  { path: "ReplicatedStorage/Shared/B/Inner", file: "/p/src/B/Inner.luau" },
  { path: "ReplicatedStorage/Shared/Twin", file: "/p/src/Twin.luau" },
  { path: "ReplicatedStorage/Shared/Twin", file: "/p/src/Twin.lua" },
  { path: "ReplicatedStorage/Model", file: "/p/m.rbxm", className: "Model", isOpaque: true },
  { path: "StarterPlayer/StarterPlayerScripts/C", file: "/p/src/C.luau" },
  { path: "Renamed", className: "ServerStorage" },
  { path: "Renamed/D", file: "/p/src/D.luau" },
]);
const world = worldOf({ map });
const A = "/p/src/A.luau";

it.each([
  ["a sibling", "require(script.Parent.B)", [["ReplicatedStorage", "Shared", "B"]], ["/p/src/B.luau"]],
  [
    "a path from a service",
    'require(game:GetService("ReplicatedStorage").Shared.A)',
    [["ReplicatedStorage", "Shared", "A"]],
    [A],
  ],
  [
    "a service under another name",
    'require(game:GetService("ServerStorage").D)',
    [["Renamed", "D"]],
    ["/p/src/D.luau"],
  ],
  [
    "an ancestor by name",
    'require(script:FindFirstAncestor("Shared").B.Inner)',
    [["ReplicatedStorage", "Shared", "B", "Inner"]],
    ["/p/src/B/Inner.luau"],
  ],
  [
    "what a player gets a copy of",
    "require(game.Players.LocalPlayer.PlayerScripts.C)",
    [["StarterPlayer", "StarterPlayerScripts", "C"]],
    ["/p/src/C.luau"],
  ],
  ["./ as the parent of the script", 'require("./B")', [["ReplicatedStorage", "Shared", "B"]], ["/p/src/B.luau"]],
  [
    "../ as its parent's parent",
    'require("../Shared/B/Inner")',
    [["ReplicatedStorage", "Shared", "B", "Inner"]],
    ["/p/src/B/Inner.luau"],
  ],
  ["@game", 'require("@game/ReplicatedStorage/Shared/B")', [["ReplicatedStorage", "Shared", "B"]], ["/p/src/B.luau"]],
])("resolves %s", (_, source, instances, files) => {
  expect(resolve(source, A, world)).toEqual({ isResolved: true, instances, files });
});

it("resolves @self to what is in the script", () => {
  expect(resolve('require("@self/Inner")', "/p/src/B.luau", world)).toMatchObject({ files: ["/p/src/B/Inner.luau"] });
});

it("gives all siblings of one name", () => {
  expect(resolve("require(script.Parent.Twin)", A, world)).toMatchObject({
    isResolved: true,
    files: ["/p/src/Twin.luau", "/p/src/Twin.lua"],
  });
});

it.each([
  ["a child that nobody knows", "require(script.Parent.Nope)"],
  ["a child of a model file", "require(game.ReplicatedStorage.Model.X)"],
  ["a step out of the game", "require(script.Parent.Parent.Parent.Parent.X)"],
  ["an ancestor that is none", 'require(script:FindFirstAncestor("Nope"))'],
  ["an asset", "require(1234)"],
  ["a name without a prefix", 'require("Maid")'],
  ["an absolute path", 'require("/src/B")'],
  ["@game where nothing is", 'require("@game/Nope")'],
  ["an alias that nobody defines", 'require("@lib/x")'],
])("says why it does not resolve %s", (_, source) => {
  expect(resolve(source, A, world)).toEqual({ isResolved: false, why: expect.stringMatching(/./) });
});

it("says why instances cannot be told without a project, or in one that is no place", () => {
  expect(resolve("require(script.X)", A, worldOf())).toMatchObject({ isResolved: false });
  const library = worldOf({ map: smallMap([{ path: "Lib/A", file: A }], "Folder") });
  expect(resolve("require(game.X)", A, library)).toMatchObject({ isResolved: false });
  expect(resolve("require(script.Parent.Parent.X)", A, library)).toMatchObject({ isResolved: false });
});

it("goes by files where a script makes no instance", () => {
  const files = ["/p/tools/a.luau", "/p/tools/b/init.luau", "/p/c.lua", "/p/tools/a/inner.luau"];
  const at = (source: string, file: string) => resolve(source, file, worldOf({ files }));
  expect(at('require("./b")', "/p/tools/a.luau")).toMatchObject({ files: ["/p/tools/b/init.luau"] });
  expect(at('require("../c")', "/p/tools/a.luau")).toMatchObject({ files: ["/p/c.lua"] });
  expect(at('require("@self/inner")', "/p/tools/a.luau")).toMatchObject({ files: ["/p/tools/a/inner.luau"] });
});

it("takes an init file for its folder", () => {
  const files = ["/p/a/init.luau", "/p/a/inner.luau", "/p/b.luau"];
  const at = (source: string) => resolve(source, "/p/a/init.luau", worldOf({ files }));
  expect(at('require("./b")')).toMatchObject({ files: ["/p/b.luau"] });
  expect(at('require("@self/inner")')).toMatchObject({ files: ["/p/a/inner.luau"] });
  expect(at('require("./inner")')).toMatchObject({ isResolved: false });
});

it("refuses a path that two files answer to", () => {
  const files = ["/p/a.luau", "/p/b.luau", "/p/b/init.luau"];
  expect(resolve('require("./b")', "/p/a.luau", worldOf({ files }))).toMatchObject({ isResolved: false });
});

function worldWithConfigs(configs: Readonly<Record<string, string>>, files: readonly string[]): RequireWorld {
  return worldOf({
    files,
    configOf: (folder) =>
      configs[folder] === undefined ? undefined : parseLuauConfig(configs[folder], `${folder}/.luaurc`),
  });
}

it("takes an alias from the nearest configuration that has it, in any case", () => {
  const configs = {
    "/p": '{ "aliases": { "Lib": "lib", "Top": "./top/", } } // comment',
    "/p/src": '{ "aliases": { "lib": "../other" } }',
  };
  const files = ["/p/lib/x.luau", "/p/other/x.luau", "/p/top/init.luau"];
  const at = (source: string, file: string) => resolve(source, file, worldWithConfigs(configs, files));
  expect(at('require("@lib/x")', "/p/src/deep/a.luau")).toMatchObject({ files: ["/p/other/x.luau"] });
  expect(at('require("@LIB/x")', "/p/a.luau")).toMatchObject({ files: ["/p/lib/x.luau"] });
  expect(at('require("@top")', "/p/src/a.luau")).toMatchObject({ files: ["/p/top/init.luau"] });
});

it("follows an alias of an alias, and not for ever", () => {
  const configs = { "/p": '{"aliases": {"a": "@b/sub", "b": "./lib", "loop": "@pool", "pool": "@loop"}}' };
  const at = (source: string) => resolve(source, "/p/s.luau", worldWithConfigs(configs, ["/p/lib/sub/x.luau"]));
  expect(at('require("@a/x")')).toMatchObject({ files: ["/p/lib/sub/x.luau"] });
  expect(at('require("@loop/x")')).toMatchObject({ isResolved: false });
});

it("says that a configuration is broken instead of not knowing the alias", () => {
  const target = resolve('require("@lib/x")', "/p/a.luau", worldWithConfigs({ "/p": '{ "aliases": ' }, []));
  expect(target).toMatchObject({ isResolved: false, why: expect.stringContaining(".luaurc:1:") });
});

it("does not look for aliases above the project", () => {
  const configs = { "/": '{"aliases": {"lib": "./lib"}}' };
  expect(resolve('require("@lib/x")', "/p/a.luau", worldWithConfigs(configs, ["/lib/x.luau"]))).toMatchObject({
    isResolved: false,
  });
});

it("joins paths as Windows does", () => {
  const windows = worldOf({
    naming: { platform: "win32", isCaseSensitive: false },
    root: "C:\\p",
    files: ["C:\\p\\src\\b.luau", "C:\\p\\lib\\x.luau"],
    configOf: (folder) => (folder === "C:\\p" ? parseLuauConfig('{"aliases":{"lib":"./lib"}}', "x") : undefined),
  });
  expect(resolve('require("./b")', "C:\\p\\src\\a.luau", windows)).toMatchObject({ files: ["C:\\p\\src\\b.luau"] });
  expect(resolve('require("@lib/x")', "C:\\p\\src\\a.luau", windows)).toMatchObject({ files: ["C:\\p\\lib\\x.luau"] });
});
