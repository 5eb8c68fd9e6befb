import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import nodePath from "node:path";
import { hashBytes, hashFile } from "pi-extension-core/fs";
import { systemClock } from "pi-extension-core/seams";
import { createFakeClock } from "testkit";
import { describe, expect, it } from "vitest";
import { StatCacheFile } from "../../../src/project/cache-file.ts";
import { checkProject } from "../../../src/project/check.ts";
import { loadProject } from "../../../src/project/load-project.ts";
import { check, createTrackedProject, type TrackedProject } from "../../fixtures/tracked-project.ts";

/** One check as a new session would do it, with the number of looks that it took. */
async function countedCheck(project: TrackedProject, clock = systemClock) {
  const { workspace } = project;
  const scope = { cwd: workspace.root, home: workspace.path("nobody") };
  const lookup = await loadProject(scope);
  if (lookup.kind === "none") throw new Error("no SYNC.json");
  const cache = await StatCacheFile.load(workspace.path("agent"), lookup.project.root);
  const counts = { stats: 0, hashes: 0 };
  const { report } = await checkProject(lookup.project, [], {
    cwd: workspace.root,
    cache,
    clock,
    signal: undefined,
    approveExternal: async () => undefined,
    operations: {
      stat: (path) => {
        counts.stats += 1;
        return stat(path, { bigint: true });
      },
      hash: (path, signal) => {
        counts.hashes += 1;
        return hashFile(path, { signal });
      },
    },
  });
  const problem = await cache.save(new Set(lookup.project.manifest.artifacts.map(({ key }) => key)));
  return { ...counts, report, problem };
}

const later = () => createFakeClock(Date.now() + 60_000);

async function cacheFileOf(project: TrackedProject): Promise<string> {
  const folder = project.workspace.path("agent/pi-sych/stat-cache");
  const [name = ""] = (await readdir(folder)).filter((entry) => entry.endsWith(".json"));
  return nodePath.join(folder, name);
}

describe("stat cache", () => {
  it("costs one stat for each artifact of an unchanged project, also in a new session", async () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_unused, index) => [`f${index}.md`, `${index}`]));
    await using project = await createTrackedProject(files);
    expect(await countedCheck(project, later())).toMatchObject({ stats: 50, hashes: 50 });
    expect(await countedCheck(project, later())).toMatchObject({ stats: 50, hashes: 0 });
  });

  it("does not trust what was hashed within the granularity of timestamps", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    expect((await countedCheck(project)).hashes).toBe(1);
    expect((await countedCheck(project)).hashes).toBe(1);
  });

  it("sees a change that keeps size and modification time", async () => {
    await using project = await createTrackedProject({ "a.md": "aaaa" });
    const path = project.workspace.path("a.md");
    await countedCheck(project, later());
    const { mtime, atime } = await stat(path);
    await writeFile(path, "bbbb");
    await utimes(path, atime, mtime);
    const { report } = await countedCheck(project, later());
    expect(report.artifacts).toMatchObject([{ path: "a.md", state: "changed", fingerprint: hashBytes("bbbb") }]);
  });

  it("sees every one of many quick changes of the same size", async () => {
    await using project = await createTrackedProject({ "a.md": "0000" });
    for (let round = 0; round < 50; round += 1) {
      const content = String(round).padStart(4, "0");
      await project.workspace.write("a.md", content);
      const { artifacts } = await check(project.session, ["a.md"]);
      expect(artifacts[0]?.fingerprint).toBe(hashBytes(content));
    }
  });

  it.each([
    ["garbage", "{]"],
    ["another version", '{"version":0,"files":{"a.md":["","",0]}}'],
    ["entries of the wrong shape", '{"version":1,"root":"ROOT","files":{"a.md":[1,2,3],"b.md":null}}'],
    ["nothing", ""],
  ])("works as without when the file holds %s", async (_what, text) => {
    await using project = await createTrackedProject({ "a.md": "a", "b.md": "b" });
    await countedCheck(project, later());
    const file = await cacheFileOf(project);
    await writeFile(file, text.replace("ROOT", project.workspace.root));
    expect(await countedCheck(project, later())).toMatchObject({ hashes: 2, problem: undefined });
    expect(JSON.parse(await readFile(file, "utf8"))).toHaveProperty("files.b\\.md");
  });

  it("never takes fingerprints that were computed for another project", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await countedCheck(project, later());
    const file = await cacheFileOf(project);
    const forged = (await readFile(file, "utf8")).replace(hashBytes("a"), hashBytes("forged"));
    await writeFile(file, forged.replace(JSON.stringify(project.workspace.root), '"/elsewhere"'));
    expect((await countedCheck(project, later())).hashes).toBe(1);
  });

  it("forgets artifacts that are no longer tracked", async () => {
    await using project = await createTrackedProject({ "a.md": "a", "b.md": "b" });
    await countedCheck(project, later());
    await project.workspace.write("SYNC.json", JSON.stringify({ version: 2, artifacts: [{ path: "b.md" }] }));
    await countedCheck(project, later());
    const { files } = JSON.parse(await readFile(await cacheFileOf(project), "utf8")) as { files: object };
    expect(Object.keys(files)).toEqual(["b.md"]);
  });

  it("says so when it cannot be written, and the check still holds", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await mkdir(project.workspace.path("agent"), { recursive: true });
    await writeFile(project.workspace.path("agent/pi-sych"), "in the way");
    const { report, problem } = await countedCheck(project, later());
    expect(report.summary.inOrder).toBe(1);
    expect(problem).toBeDefined();
  });

  it.skipIf(process.platform === "win32")("is readable by its user alone", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await chmod(project.workspace.path("agent"), 0o755);
    await countedCheck(project, later());
    const { mode } = await stat(await cacheFileOf(project));
    expect(mode & 0o077).toBe(0);
  });
});
