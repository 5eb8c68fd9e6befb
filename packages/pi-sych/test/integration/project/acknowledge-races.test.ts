import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { hashFile } from "pi-extension-core/fs";
import { systemClock } from "pi-extension-core/seams";
import { describe, expect, it } from "vitest";
import { acknowledge } from "../../../src/project/acknowledge.ts";
import { fileOperations, type ObserveOperations } from "../../../src/project/observe.ts";
import { check, createTrackedProject, type TrackedProject } from "../../fixtures/tracked-project.ts";

const script = fileURLToPath(new URL("../../fixtures/acknowledge-process.ts", import.meta.url));

const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`f${index}.md`, `text ${index}`]));

function startProcess(project: TrackedProject, files: readonly string[]): ChildProcess {
  const { workspace } = project;
  const args = ["--conditions=source", "--no-warnings", script, workspace.root, workspace.path("agent"), ...files];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

async function acknowledgedPaths(project: TrackedProject): Promise<readonly string[]> {
  const { artifacts } = await project.manifest();
  return artifacts.filter((artifact) => "acknowledgement" in artifact).map(({ path }) => path);
}

/** Acknowledges with something happening at each look at a file. */
async function acknowledgeWith(project: TrackedProject, operations: Partial<ObserveOperations>, file = "f0.md") {
  const { workspace } = project;
  const cache = new Map();
  return acknowledge(
    { files: [file], expected: [], reason: "reviewed" },
    {
      scope: { cwd: workspace.root, home: workspace.path("nobody") },
      configDirName: ".pi",
      exclusively: (_file, change) => change(),
      cache,
      clock: systemClock,
      operations: { ...fileOperations, ...operations },
      signal: undefined,
    },
  );
}

describe("acknowledge, with others at work", () => {
  it("keeps all of 20 acknowledgements that run at once", async () => {
    const files = numbered(20);
    await using project = await createTrackedProject(files);
    await Promise.all(
      Object.keys(files).map((file) =>
        project.session.acknowledge({ files: [file], expected: [], reason: "one of 20" }),
      ),
    );
    expect(await acknowledgedPaths(project)).toHaveLength(20);
  });

  it("keeps those of several processes on different files", async () => {
    const files = numbered(16);
    await using project = await createTrackedProject(files);
    const names = Object.keys(files);
    const processes = [0, 4, 8, 12].map((first) => startProcess(project, names.slice(first, first + 4)));
    const exits = await Promise.all(processes.map((child) => once(child, "exit")));
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0]);
    expect(await acknowledgedPaths(project)).toEqual(names);
  });

  it("leaves a whole SYNC.json whenever its process is killed, and goes on after it", async () => {
    const files = numbered(12);
    await using project = await createTrackedProject(files);
    for (let round = 0; round < 6; round += 1) {
      const child = startProcess(project, Object.keys(files));
      // From the start: it may be done before it is killed.
      const exited = once(child, "exit");
      await once(child.stdout!, "data");
      await sleep(Math.random() * 40);
      child.kill("SIGKILL");
      await exited;
      expect((await project.manifest()).artifacts).toHaveLength(12);
    }
    await project.session.acknowledge({ files: Object.keys(files), expected: [], reason: "all" });
    expect((await check(project.session)).summary.inOrder).toBe(12);
    expect(await readdir(project.workspace.path(".pi/pi-sych"))).toEqual([]);
  });

  it.each([1, 2])("writes nothing when the file changes after it was hashed %i times", async (times) => {
    await using project = await createTrackedProject(numbered(2));
    const before = await project.workspace.read("SYNC.json");
    let hashed = 0;
    const hash: ObserveOperations["hash"] = async (path, signal) => {
      const result = await hashFile(path, { signal });
      if (path.endsWith("f0.md")) hashed += 1;
      if (hashed === times) await writeFile(project.workspace.path("f0.md"), `other ${times}`);
      return result;
    };
    await expect(acknowledgeWith(project, { hash })).rejects.toMatchObject({
      code: "STALE_PRECONDITION",
      data: { path: "f0.md" },
    });
    expect(await project.workspace.read("SYNC.json")).toBe(before);
  });

  it("writes nothing when somebody else rewrites SYNC.json in the meantime", async () => {
    await using project = await createTrackedProject(numbered(2));
    const edited = JSON.stringify({ version: 2, artifacts: [{ path: "f0.md", role: "edited" }, { path: "f1.md" }] });
    const editAt = (wanted: number): ObserveOperations["stat"] => {
      let looks = 0;
      return async (path) => {
        looks += 1;
        if (looks === wanted) await writeFile(project.workspace.path("SYNC.json"), edited);
        return stat(path, { bigint: true });
      };
    };
    // The first look is before the lock, the second after SYNC.json was read under it.
    for (const look of [1, 2]) {
      await writeFile(
        project.workspace.path("SYNC.json"),
        JSON.stringify({ version: 2, artifacts: [{ path: "f0.md" }] }),
      );
      await expect(acknowledgeWith(project, { stat: editAt(look) })).rejects.toMatchObject({
        code: "STALE_PRECONDITION",
      });
      expect(await project.workspace.read("SYNC.json")).toBe(edited);
    }
  });

  it("takes effect although another artifact was acknowledged in the meantime", async () => {
    await using project = await createTrackedProject(numbered(2));
    let isFirst = true;
    const look: ObserveOperations["stat"] = async (path) => {
      if (isFirst) {
        isFirst = false;
        await project.session.acknowledge({ files: ["f1.md"], expected: [], reason: "first" });
      }
      return stat(path, { bigint: true });
    };
    await acknowledgeWith(project, { stat: look });
    expect(await acknowledgedPaths(project)).toEqual(["f0.md", "f1.md"]);
  });
});
