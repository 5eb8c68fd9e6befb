import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorkspace } from "../../../../src/workspace.ts";
import { connectClient, type StudioClient } from "./studio-client.ts";

const PROGRAM = fileURLToPath(new URL("../../../../bin/studio-standin.mjs", import.meta.url));

const PLACE = `<roblox version="4"><Item class="Workspace" referent="a"><Properties><string name="Name">Workspace</string>
  </Properties><Item class="Folder" referent="b"><Properties><string name="Name">Kept</string></Properties></Item>
  </Item></roblox>`;

const runProgram = (...args: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });

async function placeFile(): Promise<string> {
  const workspace = await createWorkspace({ files: { "My Place.rbxlx": PLACE } });
  onTestFinished(workspace.cleanup);
  return workspace.path("My Place.rbxlx");
}

async function startProgram(...args: readonly string[]): Promise<StudioClient> {
  const studio = await connectClient({ command: process.execPath, args: [PROGRAM, ...args] });
  onTestFinished(studio.close);
  return studio;
}

/** Places open while the program already answers. */
const stateOf = (studio: StudioClient) => async () => (await studio.call("get_studio_state")).text;

describe("the program", () => {
  it("serves a place file by hand", async () => {
    const studio = await startProgram("--generation", "2026-07", "--place", await placeFile());
    await expect.poll(stateOf(studio), { timeout: 20_000 }).toContain("Mode: Edit");
    const { text } = await studio.call("list_roblox_studios");
    expect(JSON.parse(text)).toMatchObject({ studios: [{ active: true, name: "My Place.rbxlx" }] });
    const code = { code: "return workspace.Kept", datamodel_type: "Edit" };
    expect((await studio.call("execute_luau", code)).text).toBe("Workspace.Kept");
  });

  it("takes switches of the server and of the DataModel, and orders while it runs", async () => {
    const port = 20_000 + (process.pid % 20_000);
    const switches = ["failures=rpc", "startMs=0", "stopMs=0", "isSandboxed=true"].flatMap((text) => ["--set", text]);
    const place = ["--place", await placeFile(), "--place-id", "5"];
    const studio = await startProgram("--generation", "2026-07", ...place, "--control", String(port), ...switches);
    const order = async (body: object) => {
      const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: JSON.stringify(body) });
      return { status: response.status, text: await response.text() };
    };
    const windows = async () => (await order({ do: "list" })).text;
    await expect.poll(windows, { timeout: 20_000 }).toContain('"placeId":5');
    const call = studio.call("execute_luau", { code: "_G.x = 1", datamodel_type: "Edit" });
    await expect(call).rejects.toThrow("lacking capability");
    expect((await order({ do: "start", mode: "Run" })).text).toContain('"mode":"Run"');
    expect(await stateOf(studio)()).toContain("Mode: Run");
    expect((await order({ do: "start" })).status).toBe(400);
    await order({ do: "stop" });
    await order({ do: "fault", fault: { action: { kind: "answer", text: "made up" } } });
    expect(await stateOf(studio)()).toBe("made up");
    expect((await order({ do: "closeStudio" })).text).toBe("[]\n");
  });

  it("says how it is used, and what is wrong with a command line", () => {
    expect(runProgram("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--generation") });
    expect(runProgram("--generation", "2025")).toMatchObject({ status: 2, stdout: "" });
    expect(runProgram("--generation", "2026-07", "--nope").status).toBe(2);
    expect(runProgram("--generation", "2026-07", "--place", "missing.rbxlx").status).toBe(1);
  });
});
