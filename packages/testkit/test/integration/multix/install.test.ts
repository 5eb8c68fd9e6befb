import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMultixStandin } from "../../../src/multix/install.ts";
import { createWorkspace, type Workspace } from "../../../src/workspace.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ awkwardPath: true });
});
afterEach(() => workspace.cleanup());

const isWindows = process.platform === "win32";

describe("an installed stand-in", () => {
  it("is a script that Node runs from its place in node_modules", async () => {
    const { script } = await createMultixStandin(workspace.root);
    expect(script).toBe(join(workspace.root, "node_modules", "@mrgoonie", "multix", "dist", "cli.js"));
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, "--version"], { encoding: "utf8" });
    expect({ stdout, stderr, status }).toEqual({ stdout: "0.6.0\n", stderr: "", status: 0 });
  });

  it("cannot be resolved by CommonJS, like the real package", async () => {
    await createMultixStandin(workspace.root);
    const from = createRequire(join(workspace.root, "x.js"));
    expect(() => from.resolve("@mrgoonie/multix")).toThrow(
      expect.objectContaining({ code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }),
    );
  });

  it.each(["node_modules", "global", "cmd"] as const)("is found on PATH in the layout %s", async (layout) => {
    const { binFolder } = await createMultixStandin(workspace.root, { layout });
    const env = { ...process.env, PATH: `${binFolder}${delimiter}${process.env["PATH"]}` };
    // A command file needs the shell that Windows has for it.
    const run = spawnSync("multix", ["--version"], { encoding: "utf8", env, shell: isWindows });
    expect(run.stdout.trim()).toBe("0.6.0");
  });

  it("has the surface of the version that was asked for", async () => {
    const { script } = await createMultixStandin(workspace.root, { version: "0.5.2" });
    expect(spawnSync(process.execPath, [script, "--version"], { encoding: "utf8" }).stdout).toBe("0.5.2\n");
    expect(spawnSync(process.execPath, [script, "fal", "image", "x"]).status).toBe(1);
  });

  it("keeps a record of every start: arguments, folder, names of variables", async () => {
    const standin = await createMultixStandin(workspace.root);
    expect(await standin.calls()).toEqual([]);
    const env = { ...process.env, SECRET_OF_MINE: "never written" };
    spawnSync(process.execPath, [standin.script, "gemini", "--nope=1"], { cwd: workspace.root, env });
    const [call] = await standin.calls();
    expect(call).toMatchObject({ argv: ["gemini", "--nope=1"], cwd: workspace.root });
    expect(call?.env).toContain("SECRET_OF_MINE");
    expect(JSON.stringify(call)).not.toContain("never written");
    await standin.forgetCalls();
    expect(await standin.calls()).toEqual([]);
  });
});
