import { cp } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  call,
  createWorkspace,
  installExtension,
  outsideProgram,
  runPi,
  say,
  supportedPis,
  type Workspace,
} from "testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const example = fileURLToPath(new URL("../../../../examples/roblox-obby", import.meta.url));
const rojo = outsideProgram("rojo", "7.7.1");
const env = { PATH: `${path.dirname(rojo ?? "")}${path.delimiter}${process.env["PATH"] ?? ""}` };

let extension: Awaited<ReturnType<typeof installExtension>>;
beforeAll(async () => {
  extension = await installExtension("pi-roblox");
});
afterAll(() => extension.cleanup());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The game of the examples, served on a port of its own. */
async function game(): Promise<Workspace> {
  const ws = await createWorkspace();
  onTestFinished(ws.cleanup);
  await cp(example, ws.root, { recursive: true });
  const config = (await ws.read(".pi/roblox.json")).replace(/"port": \d+/, `"port": ${await freePort()}`);
  await ws.write(".pi/roblox.json", config);
  return ws;
}

describe.skipIf(rojo === undefined).each(supportedPis)("the example game on $name [needs rojo 7.7.1]", (pi) => {
  it("is searched, inspected and explained while the real rojo serves it", async () => {
    const ws = await game();
    const script = [
      call("roblox_rojo", { action: "start" }),
      call("roblox_search", { query: "LAVA_DAMAGE" }),
      call("roblox_inspect", { target: "src/shared/Settings.luau" }),
      call("roblox_inspect", { target: "game.Workspace.Map.Island" }),
      call("roblox_inspect", { target: "game.ServerScriptService.Server.Bridge" }),
      call("roblox_inspect", { target: "src/shared/Checkpoints/Stage.spec.luau" }),
      call("roblox_status", {}),
      say("done"),
    ];
    const run = await runPi({ pi, cwd: ws.root, extensions: [extension.path], prompt: "explain", script, env });
    expect(run.exitCode).toBe(0);
    const results = run.toolCalls.map(({ result }) => result);
    expect(results.map((result) => result?.isError)).toEqual(results.map(() => false));
    const [start, search, settings, island, bridge, spec, status] = results.map((result) => result?.details);
    expect(start).toMatchObject({ action: "start", data: { phase: "ready" } });
    expect(search).toMatchObject({
      files: [
        { file: "src/server/Lava.luau", owner: "rojo-owned", instances: ["ServerScriptService.Server.Lava"] },
        { file: "src/shared/Settings.luau", owner: "rojo-owned", instances: ["ReplicatedStorage.Shared.Settings"] },
      ],
    });
    expect(settings).toMatchObject({
      ownership: { owner: "rojo-owned" },
      content: { totalLines: 5 },
      requiredBy: [
        { file: "src/client/StageBoard.client.luau" },
        { file: "src/server/Lava.luau" },
        { file: "src/shared/Checkpoints/init.luau" },
      ],
    });
    expect(island).toMatchObject({ ownership: { owner: "studio-owned" } });
    expect(bridge).toMatchObject({ ownership: { owner: "ambiguous-rojo-scope", deletesUnknown: true } });
    expect(spec).toMatchObject({ ownership: { owner: "filesystem-unmapped" } });
    expect(status).toMatchObject({ steps: expect.arrayContaining([expect.objectContaining({ name: "server" })]) });
  });
});
