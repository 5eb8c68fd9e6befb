/** Rojo projects and servers for tests that need them. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { StudioWindow } from "../../../../src/studio/mcp/host/studio-window.ts";
import { createWorkspace, type Workspace } from "../../../../src/workspace.ts";

export const PROJECT = {
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

/** @param files besides those of PROJECT, or in their place; removed after the test */
export async function createProject(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const workspace = await createWorkspace({ files: { ...FILES, ...files } });
  onTestFinished(workspace.cleanup);
  return workspace;
}

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

/** Starts `rojo serve`, which ends with the test. */
export async function serve(
  rojo: string,
  root: string,
): Promise<{ readonly address: string; readonly child: ChildProcess }> {
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

/** The text of what the code returns, or of its error. */
export async function evaluate(window: StudioWindow, code: string): Promise<string> {
  const result = await window.edit.execute(code, { chunkName: "check" });
  return result.ok ? result.text : result.message;
}
