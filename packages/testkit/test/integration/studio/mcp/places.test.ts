import { describe, expect, it, onTestFinished } from "vitest";
import { outsideProgram } from "../../../../src/programs/outside-program.ts";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import { createWorkspace } from "../../../../src/workspace.ts";
import { createProject } from "./rojo-projects.ts";
import { connectTo, startStudioStandin } from "./studio-client.ts";

const newest = outsideProgram("rojo", "7.7.1");

describe.each(generations)("generation %s", (generation) => {
  it.skipIf(newest === undefined)(
    "opens a Rojo project, runs Luau on it, plays it and stops [needs rojo 7.7.1]",
    async () => {
      const workspace = await createProject();
      await using standin = await startStudioStandin({ generation, studios: [{ project: workspace.root }] });
      await using studio = await connectTo(standin, generation);
      const run = (code: string, type = "Edit") => studio.call("execute_luau", { code, datamodel_type: type });
      expect((await run("return workspace.Base.Size")).text).toBe("40, 1, 40");
      expect((await run("return workspace.Base:GetAttribute('Kind')")).text).toContain("floor");
      const read = await studio.call("script_read", { target_file: "game.ReplicatedStorage.Shared.Names" });
      expect(read.text).toBe('1→return { mine = "the project" }\n2→');
      await studio.call("start_stop_play", { is_start: true });
      expect((await studio.call("get_console_output")).text).toBe("hello from the project");
      await studio.call("start_stop_play", { is_start: false });
      expect((await studio.call("get_studio_state")).text).toContain("Mode: Edit");
    },
  );
});

it("opens a model file, with the model in the workspace", async () => {
  const model = `<roblox version="4"><Item class="Folder" referent="a"><Properties>
    <string name="Name">Things</string></Properties></Item></roblox>`;
  const workspace = await createWorkspace({ files: { "things.rbxmx": model } });
  onTestFinished(workspace.cleanup);
  await using standin = await startStudioStandin({
    generation: "2026-08",
    studios: [{ file: workspace.path("things.rbxmx") }],
  });
  expect(standin.studios[0]?.place?.name).toBe("things.rbxmx");
  await using studio = await connectTo(standin, "2026-08");
  const code = { code: "return workspace.Things", datamodel_type: "Edit" };
  expect((await studio.call("execute_luau", code)).text).toBe("Workspace.Things");
});

it("does not start with a file that is no place", async () => {
  const workspace = await createWorkspace({ files: { "bad.rbxlx": "<html/>" } });
  onTestFinished(workspace.cleanup);
  const starting = startStudioStandin({ generation: "2026-08", studios: [{ file: workspace.path("bad.rbxlx") }] });
  await expect(starting).rejects.toMatchObject({ code: "PLACE_INVALID" });
});
