import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { createWorkspace, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { answerOf, buildProject, openMapper } from "../../../fixtures/ownership/mapper/compare.ts";
import { randomChanges } from "../../../fixtures/ownership/mapper/random-changes.ts";
import { randomFile, randomProject } from "../../../fixtures/ownership/mapper/random-project.ts";
import { project } from "../../../fixtures/ownership/mapper/small-project.ts";

const PROJECT = "default.project.json";

async function inWorkspace(files: Record<string, string>, run: (workspace: Workspace) => Promise<void>): Promise<void> {
  await using workspace = await createWorkspace({ files: { [PROJECT]: JSON.stringify(project()), ...files } });
  await run(workspace);
}

/** Makes a change and tells of it. */
async function change(workspace: Workspace, file: string, content: string | null): Promise<string> {
  const absolute = workspace.path(file);
  if (content === null) await rm(absolute, { recursive: true, force: true });
  else {
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, content);
  }
  return absolute;
}

describe("a change on disk", () => {
  it("shows at once: created, filled, emptied and removed files", () =>
    inWorkspace({ "src/a.luau": "" }, async (workspace) => {
      const mapper = await openMapper(workspace.path(PROJECT));
      const at = (...names: string[]) => mapper.map.at(["Small", ...names]).map(({ className }) => className);
      await mapper.update([await change(workspace, "src/b.server.luau", "")]);
      expect(at("b")).toEqual(["Script"]);
      await mapper.update([await change(workspace, "src/New/Deep/c.luau", "")]);
      expect(at("New", "Deep", "c")).toEqual(["ModuleScript"]);
      await mapper.update([await change(workspace, "src/New/init.meta.json", '{"className":"Model"}')]);
      expect(at("New")).toEqual(["Model"]);
      await mapper.update([await change(workspace, "src/New/init.meta.json", '{"className":"Tool"}')]);
      expect(at("New")).toEqual(["Tool"]);
      await mapper.update([await change(workspace, "src/New", null)]);
      expect(at("New")).toEqual([]);
      expect(at("a")).toEqual(["ModuleScript"]);
    }));

  it("of the project file itself changes the whole tree", () =>
    inWorkspace({ "src/a.luau": "", "lib/b.luau": "" }, async (workspace) => {
      const mapper = await openMapper(workspace.path(PROJECT));
      await mapper.update([await change(workspace, PROJECT, JSON.stringify(project("lib")))]);
      expect(mapper.map.at(["Small"])[0]?.folder).toBe(workspace.path("lib"));
      await mapper.update([await change(workspace, PROJECT, "{")]);
      expect(mapper.map.isRefused).toBe(true);
      expect(mapper.map.at(["Small"])).toEqual([]);
    }));

  it("in the target of a link shows where the link is", () =>
    inWorkspace({ "src/a.luau": "", "shared/x.luau": "" }, async (workspace) => {
      await symlink("../shared", workspace.path("src/S"));
      const mapper = await openMapper(workspace.path(PROJECT));
      await mapper.update([await change(workspace, "shared/y.luau", "")]);
      expect(mapper.map.ofFile(workspace.path("shared/y.luau")).map((found) => found.path)).toEqual([
        ["Small", "S", "y"],
      ]);
      await mapper.update([await change(workspace, "shared", null)]);
      expect(mapper.map.at(["Small", "S"])).toEqual([]);
    }));

  it("leaves what it does not touch as the very same objects", () =>
    inWorkspace({ "src/a/x.luau": "", "src/b/y.luau": "" }, async (workspace) => {
      const mapper = await openMapper(workspace.path(PROJECT));
      const before = mapper.map.rootNode?.children;
      await mapper.update([await change(workspace, "src/b/z.luau", "")]);
      const after = mapper.map.rootNode?.children;
      expect(after?.[0]).toBe(before?.[0]);
      expect(after?.[1]).not.toBe(before?.[1]);
    }));

  it("gives the tree that a fresh look gives, whatever changed", async () => {
    await fc.assert(
      fc.asyncProperty(randomProject, randomChanges, async (small, changes) => {
        await using workspace = await buildProject(small);
        const projectFile = workspace.path(small.project ?? PROJECT);
        const mapper = await openMapper(projectFile);
        for (const { file, content } of changes) {
          const touched = await change(workspace, file, content).catch(() => undefined);
          if (touched !== undefined) await mapper.update([touched]);
        }
        expect(answerOf(mapper)).toEqual(answerOf(await openMapper(projectFile)));
      }),
      { numRuns: 100 },
    );
  });
});

describe("a judgement of a file that does not exist", () => {
  it("comes true when the file is written", async () => {
    await fc.assert(
      fc.asyncProperty(randomProject, randomFile, async (small, [file, content]) => {
        const text = typeof content === "string" ? content : JSON.stringify(content);
        await using workspace = await buildProject(small);
        const mapper = await openMapper(workspace.path(small.project ?? PROJECT));
        const absolute = workspace.path(file);
        const judged = mapper.judge(absolute, text);
        const touched = await change(workspace, file, text).catch(() => undefined);
        fc.pre(touched !== undefined && judged.kind !== "unknown");
        await mapper.update([absolute]);
        expect(judged.kind === "instance" ? judged.instances : []).toEqual(mapper.map.ofFile(absolute));
      }),
      { numRuns: 100 },
    );
  });
});
