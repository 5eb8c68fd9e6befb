import { createWorkspace } from "testkit";
import { describe, expect, it } from "vitest";
import { locateProject } from "../../../../src/ownership/project/locate-project.ts";

describe("a project", () => {
  it("is found in its folder, or by its own name", async () => {
    await using workspace = await createWorkspace({
      files: { "game.project.json": "{}", "default.project.json/x": "" },
    });
    const file = workspace.path("game.project.json");
    expect(await locateProject(workspace.root)).toBe(file);
    expect(await locateProject(file)).toBe(file);
  });

  it("is not guessed where there are several", async () => {
    await using workspace = await createWorkspace({ files: { "a.project.json": "", "b.project.jsonc": "" } });
    await expect(locateProject(workspace.root)).rejects.toMatchObject({
      code: "PROJECT_AMBIGUOUS",
      data: { candidates: ["a.project.json", "b.project.jsonc"] },
    });
  });

  it("is missing in an empty folder and at a path to nothing", async () => {
    await using workspace = await createWorkspace({ files: { "a.json": "{}" } });
    const missing = { code: "PROJECT_NOT_FOUND" };
    await expect(locateProject(workspace.root)).rejects.toMatchObject(missing);
    await expect(locateProject(workspace.path("nope"))).rejects.toMatchObject(missing);
    await expect(locateProject(workspace.path("a.json/b"))).rejects.toMatchObject(missing);
  });
});
