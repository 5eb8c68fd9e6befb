import { utimes } from "node:fs/promises";
import { createWorkspace, type Workspace, type WorkspaceFile } from "testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { RequireIndex, type SourceReader } from "../../../../src/ownership/requires/require-index.ts";
import { diskReader } from "../../../../src/ownership/requires/source-reader.ts";
import { smallMap } from "../../../fixtures/ownership/requires/small-map.ts";

const naming = { platform: process.platform, isCaseSensitive: true };
/** Long after every file was made, so that their times are trusted. */
const clock = { now: () => Date.now() + 60_000 };

let workspace: Workspace;
let read: string[];

beforeEach(() => {
  read = [];
});
afterEach(() => workspace.cleanup());

async function open(files: Readonly<Record<string, WorkspaceFile>>, limits: object = {}) {
  workspace = await createWorkspace({ files, awkwardPath: true });
  const reader: SourceReader = {
    stat: diskReader.stat,
    read(file, maxBytes) {
      read.push(file);
      return diskReader.read(file, maxBytes);
    },
  };
  return new RequireIndex({ root: workspace.root, naming, reader, clock, ...limits });
}

const paths = (...names: string[]): readonly string[] => names.map((name) => workspace.path(name));
const files = {
  "src/a.luau": "local B = require(script.Parent.B)\nreturn require(script.Parent.B)",
  "src/b.luau": "return {}",
  "src/c.server.luau": 'require("./B")\nrequire(script.Parent[name])',
};
const map = () =>
  smallMap([
    { path: "ReplicatedStorage/A", file: workspace.path("src/a.luau") },
    { path: "ReplicatedStorage/B", file: workspace.path("src/b.luau") },
    { path: "ReplicatedStorage/C", file: workspace.path("src/c.server.luau"), className: "Script" },
  ]);

it("tells both directions, by file and line", async () => {
  const index = await open(files);
  expect(await index.refresh(paths(...Object.keys(files)))).toEqual({ files: 3, readFiles: 3, skippedFiles: 0 });
  const [b] = paths("src/b.luau");
  expect(index.requiresOf(workspace.path("src/a.luau"), map())).toMatchObject([
    { line: 1, target: { isResolved: true, files: [b] } },
    { line: 2, target: { isResolved: true, files: [b] } },
  ]);
  expect(index.requiredBy(b ?? "", map()).map(({ file, line }) => [file, line])).toEqual([
    [workspace.path("src/a.luau"), 1],
    [workspace.path("src/a.luau"), 2],
    [workspace.path("src/c.server.luau"), 1],
  ]);
  expect(index.requiresOf(workspace.path("src/none.luau"), map())).toBeUndefined();
});

it("reads again only what has changed", async () => {
  const index = await open(files);
  const all = paths(...Object.keys(files));
  await index.refresh(all);
  read.length = 0;
  await index.refresh(all);
  expect(read).toEqual([]);
  await workspace.write("src/a.luau", "return 1");
  expect(await index.refresh(all)).toMatchObject({ readFiles: 1 });
  expect(index.requiredBy(workspace.path("src/b.luau"), map())).toHaveLength(1);
});

it("sees a change of the same size in the time that clocks cannot tell apart", async () => {
  workspace = await createWorkspace({ files: { "a.luau": "require(1)" } });
  const [file = ""] = paths("a.luau");
  const now = new Date();
  const index = new RequireIndex({
    root: workspace.root,
    naming,
    reader: diskReader,
    clock: { now: () => now.getTime() },
  });
  await utimes(file, now, now);
  await index.refresh([file]);
  await workspace.write("a.luau", "require(2)");
  await utimes(file, now, now);
  await index.refresh([file]);
  expect(index.requiresOf(file, undefined)).toMatchObject([{ argument: { assetId: "2" } }]);
});

it("forgets files that are gone or no longer asked for", async () => {
  const index = await open(files);
  await index.refresh(paths(...Object.keys(files)));
  await index.refresh(paths("src/b.luau", "src/c.server.luau", "src/never.luau"));
  expect(index.requiredBy(workspace.path("src/b.luau"), map()).map(({ file }) => file)).toEqual(
    paths("src/c.server.luau"),
  );
});

it("takes one file anew when it is told of its change", async () => {
  const index = await open(files);
  await index.refresh(paths(...Object.keys(files)));
  const [b = "", c = ""] = paths("src/b.luau", "src/c.server.luau");
  await workspace.write("src/c.server.luau", "return 1");
  await index.refreshFile(c);
  expect(index.requiresOf(c, map())).toEqual([]);
  expect(index.requiredBy(b, map())).toHaveLength(2);
});

it("knows the aliases of the configurations above a script, and their changes", async () => {
  const index = await open({
    ".luaurc": '{ "aliases": { "lib": "lib" } }',
    "lib/x.luau": "",
    "other/x.luau": "",
    "src/deep/a.luau": 'require("@lib/x")',
  });
  const all = paths("lib/x.luau", "other/x.luau", "src/deep/a.luau");
  await index.refresh(all);
  expect(index.requiredBy(workspace.path("lib/x.luau"), undefined)).toHaveLength(1);
  await workspace.write("src/.luaurc", '{ "aliases": { "lib": "../other" } }');
  await index.refresh(all);
  expect(index.requiredBy(workspace.path("lib/x.luau"), undefined)).toEqual([]);
  expect(index.requiredBy(workspace.path("other/x.luau"), undefined)).toHaveLength(1);
});

it("passes over files that are too large, too many, or none at all", async () => {
  const index = await open(
    { "a.luau": "require(1)", "b.luau": `require(2)${" ".repeat(100)}`, "c.luau": "", "d/": "" },
    { maxFileBytes: 50, maxFiles: 3 },
  );
  expect(await index.refresh(paths("a.luau", "b.luau", "d", "c.luau"))).toEqual({
    files: 1,
    readFiles: 1,
    skippedFiles: 3,
  });
});

it("stops with the reason of the signal", async () => {
  const index = await open(files);
  const refresh = index.refresh(paths(...Object.keys(files)), AbortSignal.abort());
  await expect(refresh).rejects.toMatchObject({ name: "AbortError" });
});
