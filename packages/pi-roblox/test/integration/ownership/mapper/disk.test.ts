import { chmod, rm, symlink, writeFile } from "node:fs/promises";
import { createWorkspace, outsideProgram, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { loadReflection } from "../../../../src/datamodel/reflection/load-reflection.ts";
import { ProjectMapper, type ProjectMapperOptions } from "../../../../src/ownership/mapper/project-mapper.ts";
import { askMapper, askRojo, fatalProblems, naming } from "../../../fixtures/ownership/mapper/compare.ts";
import { project } from "../../../fixtures/ownership/mapper/small-project.ts";

const rojo = outsideProgram("rojo", "7.7.1") ?? "";
const PROJECT = "default.project.json";

function small(files: Record<string, string> = {}): Promise<Workspace> {
  return createWorkspace({
    files: { [PROJECT]: JSON.stringify(project()), "src/a.luau": "", ...files },
    awkwardPath: true,
  });
}

async function open(workspace: Workspace, options: Partial<ProjectMapperOptions> = {}): Promise<ProjectMapper> {
  return ProjectMapper.open(workspace.path(PROJECT), { reflection: await loadReflection(), naming, ...options });
}

describe("limits of what is read", () => {
  it("stop at a number of files, and say so", async () => {
    await using workspace = await small({ "src/b/c.luau": "", "src/d/e.luau": "" });
    const { map } = await open(workspace, { maxEntries: 2 });
    expect(map.problems).toMatchObject([{ effect: "unknown" }, { effect: "unknown" }]);
    expect(map.isRefused).toBe(false);
  });

  it("leave large files unread, and say so", async () => {
    await using workspace = await small({ "src/m.model.json": `{"className": "Part"${" ".repeat(2000)}}` });
    const { map } = await open(workspace, { maxTextBytes: 1000 });
    expect(map.problems).toMatchObject([{ effect: "unknown", file: workspace.path("src/m.model.json") }]);
    expect(map.at(["Small", "m"])).toMatchObject([{ isOpaque: true }]);
  });
});

describe.skipIf(process.platform === "win32")("what only some file systems have", () => {
  it.skipIf(rojo === "" || process.platform === "darwin")(
    "a name that is no UTF-8 is refused as by Rojo, and ignored when ignored [needs rojo 7.7.1]",
    async () => {
      await using workspace = await small();
      const name = Buffer.concat([
        Buffer.from(`${workspace.path("src")}/`),
        Buffer.from([0x61, 0xff]),
        Buffer.from(".luau"),
      ]);
      await writeFile(name, "");
      expect(await askRojo(rojo, workspace)).toMatchObject({ kind: "refused" });
      expect(fatalProblems(await askMapper(workspace))).toHaveLength(1);
      await rm(name);
      expect(fatalProblems(await askMapper(workspace))).toEqual([]);
    },
  );

  it.skipIf(rojo === "")(
    "a folder called like no UTF-8 text that holds U+FFFD is fine [needs rojo 7.7.1]",
    async () => {
      await using workspace = await small({ "src/\uFFFD.luau": "" });
      expect(await askRojo(rojo, workspace)).toMatchObject({ kind: "tree" });
      expect(fatalProblems(await askMapper(workspace))).toEqual([]);
    },
  );

  it.skipIf(process.getuid?.() === 0)(
    "a folder that may not be read is a problem there, and the rest is mapped",
    async () => {
      await using workspace = await small({ "src/closed/x.luau": "" });
      await chmod(workspace.path("src/closed"), 0);
      const { map } = await open(workspace);
      await chmod(workspace.path("src/closed"), 0o755);
      expect(map.problems).toMatchObject([{ effect: "rojo-fails", file: workspace.path("src/closed") }]);
      expect(map.at(["Small", "a"])).toHaveLength(1);
    },
  );

  it("a meta file that is no UTF-8 is a problem of that file", async () => {
    await using workspace = await small();
    await writeFile(workspace.path("src/a.meta.json"), Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await open(workspace)).map.problems).toMatchObject([
      { file: workspace.path("src/a.meta.json"), effect: "rojo-fails" },
    ]);
  });

  it("a link to a script is listed by its target, and judged by either", async () => {
    await using workspace = await small({ "target/b.luau": "" });
    await symlink("../target/b.luau", workspace.path("src/link.luau"));
    await symlink("../target", workspace.path("src/F"));
    const mapper = await open(workspace);
    expect(mapper.map.at(["Small", "link"])).toMatchObject([{ sourceFile: workspace.path("target/b.luau") }]);
    const expected = { kind: "instance", instances: [{ path: ["Small", "F", "new"] }] };
    expect(mapper.judge(workspace.path("target/new.luau"))).toMatchObject(expected);
    expect(mapper.judge(workspace.path("src/F/new.luau"))).toMatchObject(expected);
  });
});
