import { mkdir, readdir, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { createExecutable, createWorkspace, outsideProgram, rojoVersions, type Workspace } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { rojoEnvironment } from "../../../../../src/backends/rojo/binary/rojo-environment.ts";
import type { SourcemapRunOptions } from "../../../../../src/backends/rojo/sourcemap-run/run-sourcemap.ts";
import { SourcemapRunner } from "../../../../../src/backends/rojo/sourcemap-run/sourcemap-runner.ts";

const PROJECT = JSON.stringify({
  name: "Sample",
  tree: { $className: "DataModel", ReplicatedStorage: { $path: "src" } },
});
const MAP = '{"name":"Sample","className":"DataModel"}';

async function setUp(
  program: string | ((workspace: Workspace) => Promise<string>),
  more: Partial<SourcemapRunOptions> = {},
) {
  const workspace = await createWorkspace({
    files: { "project/default.project.json": PROJECT, "project/src/A.luau": "return 1\n" },
    awkwardPath: true,
  });
  onTestFinished(() => workspace.cleanup());
  const file = typeof program === "string" ? program : await program(workspace);
  const projectFolder = workspace.path("project");
  const runner = new SourcemapRunner({
    target: {
      workspaceRoot: projectFolder,
      file: path.join(projectFolder, ".pi", "roblox", "sourcemap.json"),
      stagingDir: path.join(projectFolder, ".pi", "roblox", "staging"),
    },
    prepare: async () => ({
      program: file,
      projectFile: path.join(projectFolder, "default.project.json"),
      projectFolder,
      env: rojoEnvironment(process.env, process.platform, projectFolder),
      ...more,
    }),
  });
  onTestFinished(() => runner.dispose());
  return { workspace, runner, read: () => workspace.read("project/.pi/roblox/sourcemap.json") };
}

/** A program that stands for rojo; `source` is its code. */
const standIn = (source: string) => (workspace: Workspace) => createExecutable(workspace.path("bin"), "rojo", source);

describe.each(rojoVersions)("with Rojo %s", (version) => {
  const rojo = outsideProgram("rojo", version);
  const needs = `[needs rojo ${version}]`;

  it.skipIf(rojo === undefined)(`the file holds the project as it is ${needs}`, async () => {
    const { workspace, runner, read } = await setUp(rojo ?? "");
    const first = await runner.refresh();
    expect(first).toMatchObject({ isChanged: true, root: { name: "Sample", className: "DataModel" } });
    expect(JSON.parse(await read())).toEqual(first.root);
    await workspace.write("project/src/Füße.luau", "return 2\n");
    expect(await runner.refresh()).toMatchObject({ isChanged: true });
    expect(await read()).toContain("Füße");
  });

  it.skipIf(rojo === undefined)(
    `a broken project is an error in Rojo's words, and the file stays ${needs}`,
    async () => {
      const { workspace, runner, read } = await setUp(rojo ?? "");
      await runner.refresh();
      const before = await read();
      await workspace.write("project/default.project.json", "{");
      await expect(runner.refresh()).rejects.toMatchObject({
        code: "ROJO_FAILED",
        message: expect.stringContaining("default.project.json"),
        data: { exitCode: 1 },
      });
      expect(await read()).toBe(before);
    },
  );

  it.skipIf(rojo === undefined)(`a project without scripts is null when only scripts are listed ${needs}`, async () => {
    const { workspace, runner, read } = await setUp(rojo ?? "", { includeNonScripts: false });
    await workspace.write("project/default.project.json", '{"name":"S","tree":{"$className":"Folder"}}');
    expect(await runner.refresh()).toMatchObject({ root: null });
    expect(await read()).toBe("null\n");
  });
});

describe("a program that stands for rojo", () => {
  it.each([
    ["prints nothing", ""],
    ["prints half a sourcemap", `process.stdout.write(${JSON.stringify(MAP.slice(0, 20))});`],
    ["prints a sourcemap and fails", `console.log(${JSON.stringify(MAP)}); process.exitCode = 1;`],
    ["prints a message of its own", 'console.log("rokit: installing");'],
  ])("and %s leaves the file as it was", async (_, source) => {
    const { workspace, runner, read } = await setUp(standIn(source));
    await workspace.write("project/.pi/roblox/sourcemap.json", "old");
    await expect(runner.refresh()).rejects.toMatchObject({ code: "ROJO_FAILED" });
    expect(await read()).toBe("old");
    expect(await readdir(workspace.path("project/.pi/roblox"))).toEqual(["sourcemap.json"]);
  });

  it("and floods is ended at the limit", async () => {
    const { runner } = await setUp(
      standIn(
        'const more = () => { while (process.stdout.write("x".repeat(65536))); }; process.stdout.on("drain", more); more();',
      ),
      { maxBytes: 1_000_000 },
    );
    await expect(runner.refresh()).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", data: { maxBytes: 1_000_000 } });
  });

  it("and never ends is ended after the time limit, or with the caller's signal", async () => {
    const slow = await setUp(standIn("setInterval(() => {}, 1000)"), { timeoutMs: 1000 });
    await expect(slow.runner.refresh()).rejects.toMatchObject({ code: "ROJO_FAILED", data: { reason: "timed-out" } });
    const endless = await setUp(standIn("setInterval(() => {}, 1000)"));
    await expect(endless.runner.refresh(AbortSignal.timeout(300))).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("and prints as many bytes as are allowed is fine", async () => {
    const { runner, read } = await setUp(standIn(`process.stdout.write(${JSON.stringify(MAP)});`), {
      maxBytes: MAP.length,
    });
    expect(await runner.refresh()).toMatchObject({ isChanged: true });
    expect(await read()).toBe(`${MAP}\n`);
  });

  it("runs once for callers at the same time, and once more for those during a run", async () => {
    const { workspace, runner } = await setUp(
      standIn(
        `import { appendFileSync } from "node:fs";
         appendFileSync(new URL("runs.txt", import.meta.url), "x");
         setTimeout(() => console.log(${JSON.stringify(MAP)}), 200);`,
      ),
    );
    const early = [runner.refresh(), runner.refresh()];
    await expect.poll(() => workspace.read("bin/runs.txt").catch(() => "")).toBe("x");
    const late = [runner.refresh(), runner.refresh()];
    await Promise.all([...early, ...late]);
    expect(await workspace.read("bin/runs.txt")).toBe("xx");
  });
});

describe("the file of the sourcemap", () => {
  it("is not touched when nothing has changed", async () => {
    const { workspace, runner } = await setUp(standIn(`console.log(${JSON.stringify(MAP)});`));
    await runner.refresh();
    const file = workspace.path("project/.pi/roblox/sourcemap.json");
    const before = await stat(file, { bigint: true });
    expect(await runner.refresh()).toMatchObject({ isChanged: false });
    expect(await stat(file, { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  });

  it("is not written through a link that the project holds", async () => {
    const { workspace, runner } = await setUp(standIn(`console.log(${JSON.stringify(MAP)});`));
    await mkdir(workspace.path("outside"));
    await mkdir(workspace.path("project/.pi"));
    await symlink(workspace.path("outside"), workspace.path("project/.pi/roblox"), "junction");
    await expect(runner.refresh()).rejects.toMatchObject({ code: "SYMLINK_REFUSED" });
    expect(await readdir(workspace.path("outside"))).toEqual([]);
  });
});
