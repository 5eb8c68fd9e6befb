import { chmod, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import type { ApprovalRequest } from "pi-extension-core/approval";
import { coreError } from "pi-extension-core/errors";
import { createExecutable, createWorkspace, outsideProgram, rojoVersions, type Workspace } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkRojo } from "../../../../../src/backends/rojo/binary/check-rojo.ts";
import {
  type LocateRojoOptions,
  locateRojo,
  type RojoProgram,
} from "../../../../../src/backends/rojo/binary/locate-rojo.ts";
import { rojoEnvironment } from "../../../../../src/backends/rojo/binary/rojo-environment.ts";

const { platform } = process;
const VERSION_PROGRAM = 'console.log("Rojo 7.6.1");';

async function createPlace(files: Record<string, string> = {}): Promise<Workspace> {
  const workspace = await createWorkspace({ files: { "project/": "", "bin/": "", ...files } });
  onTestFinished(() => workspace.cleanup());
  return workspace;
}

/** Looks on a PATH of nothing but `bin`, which is outside the project. */
function locate(workspace: Workspace, options: Partial<LocateRojoOptions> = {}) {
  const asked: ApprovalRequest[] = [];
  const found = locateRojo({
    workspaceRoot: workspace.path("project"),
    projectFolder: workspace.path("project"),
    env: { PATH: workspace.path("bin") },
    platform,
    approve: async (request) => {
      asked.push(request);
    },
    ...options,
  });
  return { found, asked };
}

describe("the rojo program", () => {
  it("is the first on PATH, and nobody is asked", async () => {
    const workspace = await createPlace();
    const file = await createExecutable(workspace.path("bin"), "rojo", VERSION_PROGRAM);
    const { found, asked } = locate(workspace);
    expect(await found).toMatchObject({ path: file, origin: "path-lookup", shim: undefined, manifest: undefined });
    expect(asked).toEqual([]);
  });

  it("is not taken from the project, whatever PATH says", async () => {
    const workspace = await createPlace();
    await createExecutable(workspace.path("project/bin"), "rojo", VERSION_PROGRAM);
    const env = { PATH: ["bin", workspace.path("project/bin"), ""].join(path.delimiter) };
    await expect(locate(workspace, { env }).found).rejects.toMatchObject({
      code: "ROJO_NOT_FOUND",
      data: { ignored: expect.arrayContaining([expect.objectContaining({ reason: "inside-project" })]) },
    });
  });

  it("that the project configures is approved as this program before it is used", async () => {
    const workspace = await createPlace({ "project/.pi/roblox.json": "{}" });
    const executable = await createExecutable(workspace.path("project/tools"), "rojo", VERSION_PROGRAM);
    const file = workspace.path("project/.pi/roblox.json");
    const configured = { binary: "tools/rojo", origin: "project-file", file } as const;
    const { found, asked } = locate(workspace, { configured });
    expect(await found).toMatchObject({ path: executable, origin: "project-file" });
    expect(asked).toMatchObject([
      { projectRoot: workspace.path("project"), source: { file }, command: { executable, args: [] } },
    ]);
  });

  it("that the project configures is not used when it is refused", async () => {
    const workspace = await createPlace({ "project/.pi/roblox.json": "{}" });
    await createExecutable(workspace.path("project/tools"), "rojo", VERSION_PROGRAM);
    const configured = {
      binary: "./tools/rojo",
      origin: "project-file",
      file: workspace.path("project/.pi/roblox.json"),
    } as const;
    const refuse = () => Promise.reject(coreError("APPROVAL_REQUIRED", "no"));
    await expect(locate(workspace, { configured, approve: refuse }).found).rejects.toMatchObject({
      code: "APPROVAL_REQUIRED",
    });
  });

  it("that the user configures needs no approval, and one that is not there is an error", async () => {
    const workspace = await createPlace();
    const file = await createExecutable(workspace.path("own"), "rojo", VERSION_PROGRAM);
    const configured = { binary: file, origin: "user-configuration", file: workspace.path("own.json") } as const;
    const { found, asked } = locate(workspace, { configured });
    expect(await found).toMatchObject({ path: file, origin: "user-configuration" });
    expect(asked).toEqual([]);
    const missing = locate(workspace, { configured: { ...configured, binary: workspace.path("nowhere/rojo") } });
    await expect(missing.found).rejects.toMatchObject({ code: "ROJO_NOT_FOUND" });
  });

  it("that the project configures by the usual name needs no approval, by another name it does", async () => {
    const workspace = await createPlace({ "project/.pi/roblox.json": "{}" });
    await createExecutable(workspace.path("bin"), "rojo", VERSION_PROGRAM);
    await createExecutable(workspace.path("bin"), "other", VERSION_PROGRAM);
    const named = (binary: string) =>
      ({ binary, origin: "project-file", file: workspace.path("project/.pi/roblox.json") }) as const;
    const usual = locate(workspace, { configured: named("rojo") });
    await usual.found;
    const other = locate(workspace, { configured: named("other") });
    await other.found;
    expect([usual.asked.length, other.asked.length]).toEqual([0, 1]);
  });
});

describe.skipIf(platform === "win32")("a shim on PATH", () => {
  it("whose manifest in the project chooses the program is approved for this content of the manifest", async () => {
    const workspace = await createPlace({ "project/rokit.toml": '[tools]\nrojo = "ann/rojo@7.6.1"\n' });
    const manager = await createExecutable(workspace.path("manager"), "rokit", VERSION_PROGRAM);
    await symlink(manager, workspace.path("bin/rojo"));
    const first = locate(workspace);
    expect(await first.found).toMatchObject({ shim: "rokit", manifest: workspace.path("project/rokit.toml") });
    await workspace.write("project/rokit.toml", '[tools]\nrojo = "eve/rojo@7.6.1"\n');
    const second = locate(workspace);
    await second.found;
    expect(first.asked[0]?.purpose).not.toBe(second.asked[0]?.purpose);
  });

  it("without a manifest in the project needs no approval", async () => {
    const workspace = await createPlace();
    await mkdir(workspace.path(".rokit/bin"), { recursive: true });
    const file = await createExecutable(workspace.path(".rokit/bin"), "rojo", VERSION_PROGRAM);
    const { found, asked } = locate(workspace, { env: { PATH: path.dirname(file) } });
    expect(await found).toMatchObject({ shim: "rokit", manifest: undefined });
    expect(asked).toEqual([]);
  });
});

const programAt = (file: string): RojoProgram => ({
  path: file,
  origin: "path-lookup",
  why: "test",
  shim: undefined,
  manifest: undefined,
});

async function check(source: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const workspace = await createPlace();
  const file = await createExecutable(workspace.path("bin"), "rojo", source);
  const env = rojoEnvironment(process.env, platform, workspace.path("project"));
  return checkRojo(programAt(file), { projectFolder: workspace.path("project"), env, ...more });
}

describe("the check of a rojo program", () => {
  it.each([
    [
      "a shim that fails",
      "console.error(\"Failed to find tool 'rojo' in any project manifest file.\"); process.exit(1)",
      "shim",
    ],
    ["a shim that speaks on stderr and ends well", "console.error('Foreman: rojo is not a known tool')", "shim"],
    ["a shim that speaks on stdout", "console.log('aftman: tool not listed')", "shim"],
    ["a program that prints nothing", "", "silent"],
    ["a program that prints something else", "console.log('7.6.1')", "not-rojo"],
    ["a program that fails", "console.error('boom'); process.exit(3)", "failed"],
    ["a version before a failure", "console.log('Rojo 7.6.1'); process.exit(1)", "failed"],
  ])("tells %s from Rojo, with its own words", async (_, source, reason) => {
    const result = await check(source);
    expect(result).toMatchObject({ state: "unusable", reason, error: { code: "ROJO_FAILED" } });
  });

  it("names the manager and quotes it", async () => {
    const result = await check("console.error('Rokit says: add rojo first'); process.exit(1)");
    expect(result).toMatchObject({ shim: "rokit", output: "Rokit says: add rojo first" });
    expect(result).toMatchObject({ error: { message: expect.stringContaining("Rokit says: add rojo first") } });
  });

  it("ends a shim that downloads for too long", async () => {
    const result = await check("console.error('Downloading...'); setInterval(() => {}, 1000)", { timeoutMs: 1500 });
    expect(result).toMatchObject({ state: "unusable", reason: "timed-out", output: "Downloading..." });
  });

  it("takes the version of a shim that first tells what it does", async () => {
    const result = await check("console.error('rokit: installing'); console.log('Rojo 7.4.4')");
    expect(result).toMatchObject({ state: "working", version: { text: "7.4.4" }, shim: "rokit" });
  });

  it("runs in the folder of the project", async () => {
    const result = await check("console.log(process.cwd())");
    expect(result).toMatchObject({ output: expect.stringMatching(/[\\/]project$/) });
  });

  it("reports a file that cannot be started", async () => {
    const workspace = await createPlace({ "bin/rojo": "#!/nowhere/at/all\n" });
    await chmod(workspace.path("bin/rojo"), 0o755);
    const env = rojoEnvironment(process.env, platform, workspace.path("project"));
    const result = await checkRojo(programAt(workspace.path("bin/rojo")), { projectFolder: workspace.root, env });
    expect(result).toMatchObject({ state: "unusable", reason: "not-started" });
  });

  it("ends with the reason of its signal", async () => {
    const signal = AbortSignal.timeout(300);
    await expect(check("setInterval(() => {}, 1000)", { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  describe.each(rojoVersions)("of Rojo %s", (version) => {
    const rojo = outsideProgram("rojo", version);
    it.skipIf(rojo === undefined)(`gives its version [needs rojo ${version}]`, async () => {
      const workspace = await createPlace();
      const env = rojoEnvironment(process.env, platform, workspace.path("project"));
      const result = await checkRojo(programAt(rojo ?? ""), { projectFolder: workspace.path("project"), env });
      expect(result).toMatchObject({ state: "working", version: { text: version }, shim: undefined });
    });
  });
});
