import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSmallWorkspace, type SmallWorkspace } from "../../fixtures/small-workspace.ts";

const isWindows = process.platform === "win32";
const INSTALL = "npx --yes pnpm@1.2.3 install --frozen-lockfile";

let workspace: SmallWorkspace;
beforeEach(async () => {
  workspace = await createSmallWorkspace();
});
afterEach(() => workspace.cleanup());

// The stand-in npx is a shim, which Windows starts through a shell only; the real one is found by its script there.
describe.skipIf(isWindows)("bootstrap", () => {
  it("installs and builds once, then only runs the task", async () => {
    expect(await workspace.bootstrap(["scripts/exit.mjs", "0"])).toMatchObject({ ok: true });
    expect(await workspace.log()).toEqual([INSTALL, "build"]);
    const second = await workspace.bootstrap(["scripts/exit.mjs", "0"]);
    expect(second).toMatchObject({ ok: true, stderr: { text: "" } });
    expect(await workspace.log()).toEqual([INSTALL, "build"]);
  });

  it("runs the task on the workspace's Node, at the root, with the arguments and the folder of the user", async () => {
    const args = ["--out", "a b", "", 'quo"te', "$HOME", "ünï"];
    const run = await workspace.bootstrap(["scripts/show.mjs", ...args], { cwd: workspace.path("elsewhere") });
    expect(JSON.parse(run.stdout.text)).toEqual({
      args,
      cwd: workspace.root,
      from: workspace.path("elsewhere"),
      node: workspace.path("node_modules/node/bin/node"),
    });
  });

  it("ends with the task's exit code", async () => {
    expect(await workspace.bootstrap(["scripts/exit.mjs", "42"])).toMatchObject({ exitCode: 42 });
  });

  it("ends by the task's signal", async () => {
    expect(await workspace.bootstrap(["scripts/die.mjs"])).toMatchObject({ reason: "signalled", signal: "SIGKILL" });
  });

  it("hands SIGTERM on to the task and waits for it", async () => {
    const ending = new AbortController();
    const run = await workspace.bootstrap(["scripts/wait.mjs"], {
      signal: ending.signal,
      onStdout: () => ending.abort(),
      graceMs: 20_000,
    });
    expect(run).toMatchObject({ reason: "aborted", exitCode: 7 });
    expect(run.stdout.text).toContain("told to end");
  });

  it.each([
    ["the lockfile", "pnpm-lock.yaml", [INSTALL, "build"]],
    ["a package.json", "packages/pi-sych/package.json", [INSTALL, "build"]],
    ["a source file", "packages/core/src/index.ts", ["build"]],
    ["a source file of a package that others bundle", "packages/bundled/src/index.ts", ["build"]],
    ["a new source file", "packages/pi-roblox/src/new.ts", ["build"]],
    ["a file that is not built", "packages/testkit/src/index.ts", []],
  ])("does again what depends on %s when it changes", async (_, file, expected) => {
    await workspace.bootstrap(["scripts/exit.mjs", "0"]);
    await workspace.write(file, " {}");
    await workspace.bootstrap(["scripts/exit.mjs", "0"]);
    expect((await workspace.log()).slice(2)).toEqual(expected);
  });

  it.each([
    ["node_modules", [INSTALL, "build"]],
    ["packages/core/node_modules", [INSTALL]],
    ["packages/pi-multix/dist", ["build"]],
  ])("brings back %s", async (folder, expected) => {
    await workspace.bootstrap(["scripts/exit.mjs", "0"]);
    await rm(workspace.path(folder), { recursive: true });
    expect(await workspace.bootstrap(["scripts/exit.mjs", "0"])).toMatchObject({ ok: true });
    expect((await workspace.log()).slice(2)).toEqual(expected);
    expect(existsSync(workspace.path(folder))).toBe(true);
  });

  it("always builds when the task is the build", async () => {
    for (const _ of [1, 2]) await workspace.bootstrap(["scripts/build.mjs"]);
    expect(await workspace.log()).toEqual([INSTALL, "build", "build"]);
  });

  it("says what failed and what to do, and tries again the next time", async () => {
    await workspace.write("npx-fails", "request to registry failed: ENOTFOUND");
    const run = await workspace.bootstrap(["scripts/exit.mjs", "0"]);
    expect(run.exitCode).toBe(1);
    for (const part of ["ENOTFOUND", "installs the dependencies", "network"]) expect(run.stderr.text).toContain(part);
    await rm(workspace.path("npx-fails"));
    expect(await workspace.bootstrap(["scripts/exit.mjs", "0"])).toMatchObject({ ok: true });
  });

  it("shows what a failed build printed and does not run the task", async () => {
    await workspace.write(
      "scripts/build.mjs",
      'console.error("src/a.ts(1,1): error TS2304: no such name"); process.exit(3);',
    );
    const run = await workspace.bootstrap(["scripts/show.mjs"]);
    expect(run).toMatchObject({ exitCode: 1, stdout: { text: "" } });
    for (const part of ["TS2304", "builds the packages"]) expect(run.stderr.text).toContain(part);
  });

  it("installs and builds once when two are started at the same time", async () => {
    const runs = await Promise.all([1, 2].map(() => workspace.bootstrap(["scripts/exit.mjs", "0"])));
    expect(runs.map((run) => run.exitCode)).toEqual([0, 0]);
    expect(await workspace.log()).toEqual([INSTALL, "build"]);
  });

  it("goes on after a set-up that was killed", async () => {
    const killed = new AbortController();
    await workspace.bootstrap(["scripts/exit.mjs", "0"], {
      signal: killed.signal,
      onStderr: () => killed.abort(),
      graceMs: [],
    });
    expect(existsSync(workspace.path(".cache/set-up.pid"))).toBe(true);
    expect(await workspace.bootstrap(["scripts/exit.mjs", "0"])).toMatchObject({ ok: true });
  });

  it("refuses a task that is not there, before it installs anything", async () => {
    const run = await workspace.bootstrap(["scripts/no-such-task.mjs"]);
    expect(run.exitCode).toBe(2);
    expect(await workspace.log()).toEqual([]);
  });
});
