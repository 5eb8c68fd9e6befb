import { createExecutable, listProcesses, outsideProgram, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import {
  answers,
  createProject,
  freePort,
  inPhase,
  setUpServer,
  untilPhase,
} from "../../../../fixtures/backends/rojo/server/serve-setup.ts";

const rojo = outsideProgram("rojo", "7.7.1");

/** As a toolchain manager's shim: runs rojo as a child and waits for it; a stubborn one does not end when asked to. */
function createShim(workspace: Workspace, isStubborn = false): Promise<string> {
  return createExecutable(
    workspace.path("bin"),
    "rojo",
    `import { spawn } from "node:child_process";
     const child = spawn(${JSON.stringify(rojo)}, process.argv.slice(2), { stdio: "inherit" });
     child.on("exit", (code) => process.exit(code ?? 1));
     ${isStubborn ? 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); child.removeAllListeners("exit");' : ""}`,
  );
}

const pidsAtPort = async (port: number): Promise<number[]> =>
  (await listProcesses()).filter(({ command }) => command.includes(`--port ${port}`)).map(({ pid }) => pid);

describe.skipIf(process.platform === "win32")("a server behind a shim", () => {
  it.skipIf(rojo === undefined)("is ready, and stop ends both [needs rojo 7.7.1]", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server } = setUpServer({ workspace, port, program: await createShim(workspace) });
    inPhase(await server.ensure(), "ready");
    expect(await pidsAtPort(port)).toHaveLength(2);
    await server.stop();
    expect(await pidsAtPort(port)).toEqual([]);
  });

  it.skipIf(rojo === undefined)(
    "that ignores the request to end is ended all the same [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const { server, store } = setUpServer({ workspace, port, program: await createShim(workspace, true) });
      inPhase(await server.ensure(), "ready");
      await server.stop();
      expect(await pidsAtPort(port)).toEqual([]);
      expect((await store.list()).records).toEqual([]);
    },
  );

  it.skipIf(rojo === undefined)(
    "whose shim is killed does not stay behind as an orphan [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const { server } = setUpServer({ workspace, port, program: await createShim(workspace) });
      const { pid, server: first } = inPhase(await server.ensure(), "ready");
      process.kill(pid, "SIGKILL");
      const next = await untilPhase(server, "ready", (state) => state.pid !== pid);
      expect(next.server.sessionId).not.toBe(first.sessionId);
      expect(await pidsAtPort(port)).toHaveLength(2);
      expect(await answers(port)).toBe(true);
    },
  );
});
