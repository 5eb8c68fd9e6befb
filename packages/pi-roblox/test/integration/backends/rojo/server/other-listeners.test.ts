import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer, type Server } from "node:net";
import { createExecutable } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createProject,
  freePort,
  inPhase,
  setUpServer,
} from "../../../../fixtures/backends/rojo/server/serve-setup.ts";

/** Listens until the test ends, and drops what is connected then. */
async function listen(server: Server, port: number): Promise<void> {
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

const http = (port: number, answer: RequestListener): Promise<void> => listen(createHttpServer(answer), port);

const NEVER_RUN = "a-program-that-must-not-run";

describe("beside another listener no server is started", () => {
  it.each([
    [
      "that is a web server",
      "foreign",
      (port: number) => http(port, (_, response) => void response.end("<html></html>")),
    ],
    [
      "that does not speak HTTP",
      "foreign",
      (port: number) =>
        listen(
          createServer((s) => void s.end("220 mail\r\n")),
          port,
        ),
    ],
    [
      "that refuses the host",
      "host-refused",
      (port: number) => http(port, (_, response) => void response.writeHead(403).end("Forbidden")),
    ],
    ["that never answers", "silent", (port: number) => listen(createServer(), port)],
  ])("%s", async (_, kind, occupy) => {
    const [workspace, port] = [await createProject(), await freePort()];
    await occupy(port);
    const { server, preparations, store } = setUpServer({ workspace, port, program: NEVER_RUN });
    expect(inPhase(await server.ensure(), "unusable").problem).toMatchObject({
      kind,
      error: { code: "ROJO_SERVER_UNUSABLE", data: { address: `127.0.0.1:${port}` } },
    });
    expect(preparations()).toBe(0);
    expect((await store.list()).records).toEqual([]);
  });
});

describe("a free port", () => {
  it("is left alone without autoStart", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server, preparations } = setUpServer({
      workspace,
      port,
      program: NEVER_RUN,
      rules: { autoStart: false },
    });
    expect(await server.ensure()).toEqual({ phase: "stopped", reason: "auto-start-off" });
    expect(preparations()).toBe(0);
  });

  it("gets no server when its preparation is refused, and the refusal is the error", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { coreError } = await import("pi-extension-core/errors");
    const refusal = coreError("APPROVAL_REQUIRED", "not approved");
    const { server } = setUpServer({
      workspace,
      port,
      program: NEVER_RUN,
      prepare: () => Promise.reject(refusal),
    });
    expect(await server.ensure()).toEqual({ phase: "unusable", problem: { kind: "cannot-start", error: refusal } });
  });

  it("gets no server when the program does not exist, and no record of one", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server, store } = setUpServer({ workspace, port, program: workspace.path("rojo") });
    expect(await server.ensure()).toMatchObject({
      phase: "unusable",
      problem: { kind: "cannot-start", error: { code: "SPAWN_FAILED" } },
    });
    expect((await store.list()).records).toEqual([]);
  });
});

describe("a program that stands for rojo", () => {
  const started = async (source: string, readinessTimeoutMs = 10_000) => {
    const [workspace, port] = [await createProject(), await freePort()];
    const program = await createExecutable(workspace.path("bin"), "rojo", source);
    const { server, store } = setUpServer({ workspace, port, program, readinessTimeoutMs });
    return { state: await server.ensure(), store, server };
  };

  it("and never listens is ended after the time limit, with its log", async () => {
    const { state, store } = await started(
      'console.log("Rojo server listening:"); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
      1500,
    );
    const { problem } = inPhase(state, "unusable");
    expect(problem.kind).toBe("not-ready");
    expect(problem.error.data).toMatchObject({ log: "Rojo server listening:", waitedMs: 1500 });
    expect((await store.list()).records).toEqual([]);
  });

  it("and ends well at once is a failed start", async () => {
    const { state, server } = await started('console.error("rokit: tool not installed");');
    expect(state).toMatchObject({ phase: "unusable", problem: { kind: "failed-start" } });
    expect(server.log).toBe("rokit: tool not installed");
  });

  it("and answers as another kind of server is not taken for ready", async () => {
    const { state } = await started(
      `import { createServer } from "node:http";
       const port = Number(process.argv[process.argv.indexOf("--port") + 1]);
       createServer((_, response) => response.end("hello")).listen(port, "127.0.0.1");`,
      1500,
    );
    expect(state).toMatchObject({ phase: "unusable", problem: { kind: "not-ready" } });
  });
});
