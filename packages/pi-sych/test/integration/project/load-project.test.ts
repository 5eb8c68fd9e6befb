import { mkdir, rm, writeFile } from "node:fs/promises";
import { systemClock } from "pi-extension-core/seams";
import { createWorkspace, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { loadProject } from "../../../src/project/load-project.ts";
import { Session } from "../../../src/session/session.ts";

const EMPTY = '{"version": 2, "artifacts": []}';

const load = (workspace: Workspace, cwd = ".", home = "nobody") =>
  loadProject({ cwd: workspace.path(cwd), home: workspace.path(home) });

async function rootOf(workspace: Workspace, cwd: string, home?: string): Promise<string | undefined> {
  const lookup = await load(workspace, cwd, home);
  return lookup.kind === "found" ? lookup.project.root : undefined;
}

describe("loadProject", () => {
  it("takes the nearest SYNC.json upwards", async () => {
    await using workspace = await createWorkspace({
      files: { ".git/": "", "SYNC.json": EMPTY, "a/SYNC.json": EMPTY, "a/b/c/": "" },
    });
    expect(await rootOf(workspace, "a/b/c")).toBe(workspace.path("a"));
    await rm(workspace.path("a/SYNC.json"));
    expect(await rootOf(workspace, "a/b/c")).toBe(workspace.root);
  });

  it("does not look above the workspace, be it a repository, a worktree or a home directory", async () => {
    await using workspace = await createWorkspace({
      files: {
        "SYNC.json": EMPTY,
        "repo/.git/": "",
        "repo/a/": "",
        "tree/.git": "gitdir: x",
        "tree/a/": "",
        "u/p/a/": "",
      },
    });
    expect(await rootOf(workspace, "repo/a")).toBeUndefined();
    expect(await rootOf(workspace, "tree/a")).toBeUndefined();
    expect(await rootOf(workspace, "u/p/a", "u")).toBeUndefined();
    await workspace.write("u/p/SYNC.json", EMPTY);
    expect(await rootOf(workspace, "u/p/a", "u")).toBe(workspace.path("u/p"));
    expect(await rootOf(workspace, "u/p/a", "other")).toBeUndefined();
  });

  it("resolves projectRoot from the folder of SYNC.json, inside the workspace", async () => {
    await using workspace = await createWorkspace({ files: { ".git/": "", "meta/": "", "book/": "" } });
    await workspace.write("meta/SYNC.json", '{"version": 2, "projectRoot": "../book", "artifacts": []}');
    expect(await rootOf(workspace, "meta")).toBe(workspace.path("book"));
    await workspace.write("meta/SYNC.json", '{"version": 2, "projectRoot": "../..", "artifacts": []}');
    await expect(load(workspace, "meta")).rejects.toMatchObject({ code: "PATH_OUTSIDE_ROOT" });
  });
});

describe("a SYNC.json that is not valid", () => {
  const cases: readonly [string, string | Uint8Array, string, object][] = [
    ["is empty", "", "JSON_INVALID", { line: 1, column: 1 }],
    ["is no JSON", "version: 2", "JSON_INVALID", { line: 1 }],
    ["is cut off", '{\n  "version": 2,\n  "artifacts": [', "JSON_INVALID", { line: 3 }],
    ["has a comment", '{\n// no\n"version": 2}', "JSON_INVALID", { line: 2 }],
    ["has a trailing comma", '{"version": 2,\r\n "artifacts": [],\r\n}', "JSON_INVALID", { line: 3 }],
    ["has merge conflict markers", '{\n<<<<<<< HEAD\n"version": 2}', "JSON_INVALID", { line: 2 }],
    ["has a key twice", '{"version": 2, "artifacts": [],\n "artifacts": []}', "JSON_INVALID", { line: 2, column: 2 }],
    [
      "is of another version",
      '\uFEFF{\r\n  "version": 1,\r\n  "artifacts": []}',
      "MANIFEST_INVALID",
      { problemCount: 1 },
    ],
    [
      "tracks itself",
      '{"version": 2, "artifacts": [\n{"path": "x/../SYNC.json"}]}',
      "MANIFEST_INVALID",
      { problemCount: 1 },
    ],
    ["is UTF-16", Buffer.from("\uFEFF{}", "utf16le"), "JSON_INVALID", {}],
    ["is Latin-1", Buffer.from('{"version": 2, "artifacts": [{"path": "\xe9.md"}]}', "latin1"), "JSON_INVALID", {}],
    ["is nested too deeply", `{"version": 2, "x": ${"[".repeat(100_000)}`, "LIMIT_EXCEEDED", {}],
  ];

  const act = async (workspace: Workspace): Promise<void> => {
    const session = new Session({
      cwd: workspace.root,
      home: workspace.root,
      agentDir: workspace.path("agent"),
      configDirName: ".pi",
      clock: systemClock,
      approvalFlag: "--approve",
      flagApproved: [],
      exclusively: (_file, change) => change(),
    });
    await session.acknowledge({ files: ["a.md"], expected: [], reason: "r" });
  };

  it.each(cases)("is refused when it %s, with its place and without a write", async (_what, content, code, data) => {
    await using workspace = await createWorkspace({ files: { "a.md": "a", "SYNC.json": content } });
    const before = await workspace.snapshot();
    await expect(load(workspace)).rejects.toMatchObject({ code, data });
    await expect(act(workspace)).rejects.toMatchObject({ code });
    expect(await workspace.diff(before)).toEqual({ added: [], removed: [], changed: [] });
  });

  it("is refused unread when it has 50 MB", async () => {
    await using workspace = await createWorkspace();
    await writeFile(workspace.path("SYNC.json"), Buffer.alloc(50 * 1024 * 1024, " "));
    await expect(load(workspace)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("is refused when it is a folder", async () => {
    await using workspace = await createWorkspace();
    await mkdir(workspace.path("SYNC.json"));
    await expect(load(workspace)).rejects.toMatchObject({ code: "FILE_INVALID" });
  });
});
