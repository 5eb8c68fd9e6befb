import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { identityOf } from "pi-extension-core/lock";
import { type RunningProcess, startProcess } from "pi-extension-core/process";
import { outsideProgram, type Workspace } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { endLeftovers, surveyServers } from "../../../../../src/backends/rojo/server/leftovers.ts";
import { RecordStore } from "../../../../../src/backends/rojo/server/record-store.ts";
import type { ServerRecord } from "../../../../../src/backends/rojo/server/server-record.ts";
import {
  answers,
  createProject,
  freePort,
  isRunning,
  setUpServer,
} from "../../../../fixtures/backends/rojo/server/serve-setup.ts";

const HOST = fileURLToPath(new URL("../../../../fixtures/backends/rojo/server/owning-host.ts", import.meta.url));
const rojo = outsideProgram("rojo", "7.7.1");
const program = rojo ?? "";

async function killHard(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A process that owns a server as Pi does; killed with the test. */
async function startHost(
  workspace: Workspace,
  port: number,
  ...mode: string[]
): Promise<{ host: ChildProcess; line: string }> {
  const projectFile = workspace.path("project/default.project.json");
  const args = ["--conditions=source", "--no-warnings", HOST, program, projectFile, workspace.path("records")];
  const host = spawn(process.execPath, [...args, String(port), ...mode], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void host.kill("SIGKILL"));
  const [chunk] = (await once(host.stdout, "data")) as [Buffer];
  return { host, line: String(chunk) };
}

describe("a server whose Pi was killed", () => {
  it.skipIf(rojo === undefined)(
    "is found and ended at the next start, and the port is free again [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const store = new RecordStore(workspace.path("records"));
      const { host, line } = await startHost(workspace, port);
      const { pid } = JSON.parse(line) as { pid: number };
      expect((await surveyServers(store)).servers).toMatchObject([{ verdict: { kind: "in-use" } }]);
      await killHard(host);
      expect(await answers(port)).toBe(true);
      expect((await surveyServers(store)).servers).toMatchObject([{ verdict: { kind: "left-over", pid } }]);

      expect(await endLeftovers(store)).toMatchObject([{ isEnded: true, record: { server: { pid } } }]);
      expect(await answers(port)).toBe(false);
      expect((await store.list()).records).toEqual([]);
      const { server } = setUpServer({ workspace, port, program, store });
      expect(await server.ensure()).toMatchObject({ phase: "ready" });
    },
  );

  it.skipIf(rojo === undefined)(
    "while it was starting leaves nothing after the next start [needs rojo 7.7.1]",
    async () => {
      // At several moments from before the start of the child to its readiness.
      for (const waitMs of [0, 5, 10, 20, 40]) {
        const [workspace, port] = [await createProject(), await freePort()];
        const store = new RecordStore(workspace.path("records"));
        const { host } = await startHost(workspace, port, "during-start");
        await new Promise((resolve) => {
          setTimeout(resolve, waitMs);
        });
        await killHard(host);
        const { servers } = await surveyServers(store);
        expect(servers.map(({ verdict }) => verdict.kind)).not.toContain("unproved");
        await endLeftovers(store);
        expect((await store.list()).records).toEqual([]);
        expect(await answers(port)).toBe(false);
      }
    },
  );
});

/** A process that is not a server, as whoever got the pid of one. */
async function startStranger(cwd: string, env: Record<string, string> = {}): Promise<RunningProcess & { pid: number }> {
  const ready = Promise.withResolvers<void>();
  const running = startProcess(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
    cwd,
    env,
    onStdout: () => ready.resolve(),
  });
  onTestFinished(async () => {
    await running.stop();
  });
  await ready.promise;
  if (running.pid === undefined) throw new Error("Node starts");
  return { ...running, pid: running.pid };
}

/** The identity of a process that is gone. */
async function deadProcess(cwd: string): Promise<{ pid: number; startToken: string | undefined }> {
  const stranger = await startStranger(cwd);
  const identity = identityOf(stranger.pid);
  await stranger.stop();
  return identity;
}

describe("a record", () => {
  const setUp = async (change: (workspace: Workspace) => Promise<Partial<ServerRecord>>) => {
    const [workspace, port] = [await createProject(), await freePort()];
    const store = new RecordStore(workspace.path("records"));
    const record: ServerRecord = {
      nonce: "0123456789abcdef",
      host: hostname(),
      owner: await deadProcess(workspace.root),
      server: undefined,
      isShim: false,
      sessionId: undefined,
      projectFile: workspace.path("project/default.project.json"),
      endpoint: { host: "127.0.0.1", port },
      startedAt: "2026-12-01T00:00:00.000Z",
      ...(await change(workspace)),
    };
    await store.save(record);
    return { store, record };
  };

  it("of a server that is gone is forgotten", async () => {
    const { store } = await setUp(async ({ root }) => ({ server: await deadProcess(root) }));
    expect(await endLeftovers(store)).toEqual([]);
    expect((await store.list()).records).toEqual([]);
  });

  it.each([
    ["another start time", (ours: string | undefined) => ours?.replace(/^\d+/, "1")],
    ["the start time of another container", () => "1-1"],
    ["no start time", () => undefined],
  ])("whose pid was given to a stranger with %s does the stranger no harm", async (_, tokenFrom) => {
    let pid = 0;
    const { store } = await setUp(async ({ root }) => {
      ({ pid } = await startStranger(root));
      return { server: { pid, startToken: tokenFrom(identityOf(pid).startToken) } };
    });
    expect(await endLeftovers(store)).toEqual([]);
    expect(isRunning(pid)).toBe(true);
  });

  it.skipIf(process.platform !== "linux")("without a pid finds its server by the nonce", async () => {
    let pid = 0;
    const { store } = await setUp(async ({ root }) => {
      ({ pid } = await startStranger(root, { PI_ROBLOX_SERVER: "0123456789abcdef" }));
      return {};
    });
    expect((await surveyServers(store)).servers).toMatchObject([
      { verdict: { kind: "left-over", pid, proof: "nonce" } },
    ]);
    expect(await endLeftovers(store)).toMatchObject([{ isEnded: true }]);
  });

  it("that is damaged, or lies under another name, is listed and left alone", async () => {
    const { store, record } = await setUp(async () => ({}));
    const { writeFile } = await import("node:fs/promises");
    const damaged = `${store.folder}/00000000.json`;
    const misnamed = `${store.folder}/11111111.json`;
    await writeFile(damaged, "{");
    await writeFile(misnamed, JSON.stringify({ version: 1, ...record }));
    expect((await surveyServers(store)).unreadable.toSorted()).toEqual([damaged, misnamed]);
    await endLeftovers(store);
    expect((await store.list()).unreadable).toHaveLength(2);
  });
});
