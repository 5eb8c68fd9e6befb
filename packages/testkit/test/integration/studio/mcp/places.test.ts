import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { outsideProgram, rojoVersions } from "../../../../src/programs/outside-program.ts";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import type { StudioWindow } from "../../../../src/studio/mcp/host/studio-window.ts";
import { followRojo } from "../../../../src/studio/rojo-follow/follow-rojo.ts";
import { createWorkspace } from "../../../../src/workspace.ts";
import { connectTo, startStudioStandin } from "./studio-client.ts";

const PROJECT = {
  name: "game",
  tree: {
    $className: "DataModel",
    ServerScriptService: { Server: { $path: "src/server" } },
    ReplicatedStorage: { Shared: { $path: "src/shared" } },
    Workspace: {
      Base: {
        $className: "Part",
        $properties: { Anchored: true, Size: [40, 1, 40], Color: [1, 0, 0] },
        $attributes: { Kind: "floor" },
      },
    },
  },
};

const FILES = {
  "default.project.json": JSON.stringify(PROJECT),
  "src/server/init.server.luau": 'print("hello from", require(game.ReplicatedStorage.Shared.Names).mine)\n',
  "src/shared/Names.luau": 'return { mine = "the project" }\n',
};

async function createProject() {
  const workspace = await createWorkspace({ files: FILES });
  onTestFinished(workspace.cleanup);
  return workspace;
}

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

async function isServing(address: string): Promise<boolean> {
  try {
    return (await fetch(`http://${address}/api/rojo`)).ok;
  } catch (error) {
    // Not yet listening.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function serve(rojo: string, root: string): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(rojo, ["serve", root, "--port", String(port)], { stdio: "ignore" });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const address = `127.0.0.1:${port}`;
  await expect.poll(() => isServing(address), { timeout: 20_000 }).toBe(true);
  return { address, child };
}

async function evaluate(window: StudioWindow, code: string): Promise<string> {
  const result = await window.edit.execute(code, { chunkName: "check" });
  return result.ok ? result.text : result.message;
}

describe.each(rojoVersions)("following rojo serve %s", (version) => {
  const rojo = outsideProgram("rojo", version);

  it.skipIf(rojo === undefined)(`brings edits of files into the place [needs rojo ${version}]`, async () => {
    const workspace = await createProject();
    const { address } = await serve(rojo!, workspace.root);
    await using standin = await startStudioStandin({ generation: "2026-08" });
    const window = standin.studios[0]!;
    await evaluate(window, "Instance.new('Part', workspace).Name = 'Mine'");
    await evaluate(
      window,
      "local f = Instance.new('Folder', game.ReplicatedStorage) f.Name = 'Shared' Instance.new('Folder', f).Name = 'Unknown'",
    );
    const follower = await standin.followRojo(window, address);

    expect(follower.projectName).toBe("game");
    expect(await evaluate(window, "return workspace.Base.Color")).toBe("1, 0, 0");
    expect(await evaluate(window, "return workspace.Mine")).toBe("Workspace.Mine");
    expect(await evaluate(window, "return game.ReplicatedStorage.Shared:FindFirstChild('Unknown')")).toBe("nil");

    const source = "return game.ReplicatedStorage.Shared.Names.Source";
    await workspace.write("src/shared/Names.luau", "return { mine = 2 }\n");
    await expect.poll(() => evaluate(window, source), { timeout: 20_000 }).toBe("return { mine = 2 }\n");
    await workspace.write("src/shared/New.server.luau", "print('new')");
    const isThere = "local new = game.ReplicatedStorage.Shared:FindFirstChild('New') return new and new.ClassName";
    await expect.poll(() => evaluate(window, isThere), { timeout: 20_000 }).toBe("Script");
  });
});

it.skipIf(newest === undefined)("holds changes back while a playtest runs [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  const { address } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  const window = standin.studios[0]!;
  const follower = await standin.followRojo(window, address);
  await window.start();
  await workspace.write("src/shared/Names.luau", "return 'later'\n");
  await expect.poll(() => follower.waiting, { timeout: 20_000 }).toBe(true);
  expect(await evaluate(window, "return game.ReplicatedStorage.Shared.Names.Source")).toContain("mine");
  await window.stop();
  const source = "return game.ReplicatedStorage.Shared.Names.Source";
  await expect.poll(() => evaluate(window, source), { timeout: 20_000 }).toBe("return 'later'\n");
});

it.skipIf(newest === undefined)("tells when the server has gone, and keeps the place [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  const { address, child } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  const window = standin.studios[0]!;
  const said: string[] = [];
  const follower = await followRojo(window, address, (text) => said.push(text));
  child.kill("SIGKILL");
  await follower.ended;
  expect(said.at(-1)).toContain("no longer following game");
  expect(await evaluate(window, "return workspace.Base")).toBe("Workspace.Base");
});

it.skipIf(newest === undefined)("refuses a project that is for another place [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  await workspace.write("default.project.json", JSON.stringify({ ...PROJECT, servePlaceIds: [7] }));
  const { address } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  await expect(standin.followRojo(standin.studios[0]!, address)).rejects.toThrow("not for the place 0");
});
