import { access, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { outsideProgram, rojoVersions, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import {
  answers,
  createProject,
  freePort,
  inPhase,
  isRunning,
  projectText,
  setUpServer,
  startForeignRojo,
  untilPhase,
} from "../../../../fixtures/backends/rojo/server/serve-setup.ts";

describe.each(rojoVersions)("a server of Rojo %s", (version) => {
  const rojo = outsideProgram("rojo", version);
  const program = rojo ?? "";
  const needs = `[needs rojo ${version}]`;
  const encoding = version.startsWith("7.7") ? "msgpack" : "json";

  it.skipIf(rojo === undefined)(
    `is ready once it has answered for this project, and gone after stop ${needs}`,
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const { server, store } = setUpServer({ workspace, port, program, version });
      const state = inPhase(await server.ensure(), "ready");
      expect(state).toMatchObject({
        server: { projectName: "Sample", serverVersion: version, encoding, expectedPlaceIds: [123] },
        versionMismatch: undefined,
      });
      const { records } = await store.list();
      expect(records).toMatchObject([{ endpoint: { host: "127.0.0.1", port }, server: { pid: state.pid } }]);
      expect(records[0]?.sessionId).toBe(state.server.sessionId);

      expect(await server.stop()).toBe(true);
      expect(server.state).toEqual({ phase: "stopped", reason: "by-request" });
      expect(isRunning(state.pid)).toBe(false);
      expect(await answers(port)).toBe(false);
      expect((await store.list()).records).toEqual([]);
      expect(await server.ensure()).toMatchObject({ phase: "stopped", reason: "by-request" });
      expect(await server.start()).toMatchObject({ phase: "ready" });
    },
  );

  it.skipIf(rojo === undefined)(`is started again when it is killed, with another session ${needs}`, async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server, phases } = setUpServer({ workspace, port, program });
    const first = inPhase(await server.ensure(), "ready");
    process.kill(first.pid, "SIGKILL");
    const second = await untilPhase(server, "ready", (state) => state.pid !== first.pid);
    expect(phases).toEqual(["checking", "starting", "ready", "restarting", "checking", "starting", "ready"]);
    expect(second.server.sessionId).not.toBe(first.server.sessionId);
    expect(second.attempt.deathsMs).toHaveLength(1);
  });

  it.skipIf(rojo === undefined)(`of somebody else is adopted, never ended, and its end noticed ${needs}`, async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const foreign = await startForeignRojo(program, workspace.path("project/default.project.json"), port);
    const { server, preparations } = setUpServer({ workspace, port, program, rules: { autoStart: false } });
    expect(await server.ensure()).toMatchObject({ phase: "adopted", server: { serverVersion: version } });
    await expect(server.restart()).rejects.toMatchObject({ code: "ROJO_SERVER_UNUSABLE" });
    expect(await server.stop()).toBe(false);
    expect(await answers(port)).toBe(true);
    expect(await server.start()).toMatchObject({ phase: "adopted" });
    await foreign.stop();
    expect(await untilPhase(server, "stopped")).toEqual({ phase: "stopped", reason: "adopted-gone" });
    expect(preparations()).toBe(0);
  });

  it.skipIf(rojo === undefined)(`that finds the port taken says so and starts nothing more ${needs}`, async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    await workspace.write("other/default.project.json", projectText("Other"));
    await workspace.write("other/src/A.luau", "return 1\n");
    await startForeignRojo(program, workspace.path("other/default.project.json"), port);
    // As if the other had come between the look at the port and the start.
    let looks = 0;
    const { probeServer } = await import("../../../../../src/backends/rojo/api/probe-server.ts");
    const { server, phases } = setUpServer({
      workspace,
      port,
      program,
      probe: (endpoint, options) =>
        ++looks <= 2 ? Promise.resolve({ kind: "nothing" }) : probeServer(endpoint, options),
    });
    expect(await server.ensure()).toMatchObject({ phase: "unusable", problem: { kind: "other-project" } });
    expect(phases).toEqual(["checking", "starting", "checking", "unusable"]);
  });

  it.skipIf(rojo === undefined)(
    `that cannot read the project fails with Rojo's words, and works once it can ${needs}`,
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      await workspace.write(
        "project/default.project.json",
        '{ "name": "Sample", "tree": { "$path": "src" }, "nope": 1 }',
      );
      const { server, store } = setUpServer({ workspace, port, program });
      const state = inPhase(await server.ensure(), "unusable");
      expect(state.problem).toMatchObject({ kind: "failed-start", error: { code: "ROJO_SERVER_UNUSABLE" } });
      expect(state.problem.error.data).toMatchObject({ exit: "project", exitCode: 1 });
      expect(state.problem.error.message).toContain("default.project.json");
      expect((await store.list()).records).toEqual([]);
      await workspace.write("project/default.project.json", projectText("Sample"));
      expect(await server.ensure()).toMatchObject({ phase: "ready" });
    },
  );
});

describe("a server", () => {
  const rojo = outsideProgram("rojo", "7.7.1");
  const program = rojo ?? "";

  it.skipIf(rojo === undefined)(
    "whose file watcher crashes is noticed with its log and started again [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const { server, phases } = setUpServer({ workspace, port, program });
      await server.ensure();
      const crashed = untilPhase(server, "restarting");
      await removeFolders(workspace, () => !phases.includes("restarting"));
      const { exit } = await crashed;
      expect(exit).toMatchObject({ kind: "watcher-crash", exitCode: 1 });
      expect(exit.log).toContain("Rojo crashed!");
      expect(await untilPhase(server, "ready")).toMatchObject({ phase: "ready" });
    },
  );

  it.skipIf(rojo === undefined)(
    "that dies too often is given up until a start is asked for [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const restarts = { delaysMs: [10], windowMs: 60_000 };
      const { server } = setUpServer({ workspace, port, program, rules: { restarts } });
      void server.ensure();
      for (let death = 0; death < 2; death += 1) {
        const { pid } = await untilPhase(server, "ready");
        process.kill(pid, "SIGKILL");
        await untilPhase(server, death === 0 ? "restarting" : "given-up");
      }
      expect(await server.ensure()).toMatchObject({ phase: "given-up", deaths: 2, exit: { kind: "signalled" } });
      expect(await server.start()).toMatchObject({ phase: "ready", attempt: { deathsMs: [] } });
    },
  );

  it.skipIf(rojo === undefined)("is shared by two sessions that need it at once [needs rojo 7.7.1]", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const [one, two] = [setUpServer({ workspace, port, program }), setUpServer({ workspace, port, program })];
    const states = await Promise.all([one.server.ensure(), two.server.ensure()]);
    expect(states.map((state) => state.phase).toSorted()).toEqual(["adopted", "ready"]);
    expect((await one.store.list()).records).toHaveLength(1);
  });

  it.skipIf(rojo === undefined)(
    "that was adopted and is replaced is followed, and left when its places change [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const projectFile = workspace.path("project/default.project.json");
      const first = await startForeignRojo(program, projectFile, port);
      const { server } = setUpServer({ workspace, port, program, watchIntervalMs: 400, rules: { autoStart: false } });
      const before = inPhase(await server.ensure(), "adopted");
      await first.stop();
      const second = await startForeignRojo(program, projectFile, port);
      const after = await untilPhase(server, "adopted", (state) => state.server.sessionId !== before.server.sessionId);
      expect(after.server.projectName).toBe("Sample");
      await second.stop();
      await workspace.write("project/default.project.json", projectText("Sample", [7]));
      await startForeignRojo(program, projectFile, port);
      expect(await untilPhase(server, "unusable")).toMatchObject({
        problem: { kind: "other-places", error: { data: { serves: [7], expected: [123] } } },
      });
    },
  );

  it.skipIf(rojo === undefined)(
    "that was adopted and ends is replaced by one of ours with autoStart [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const foreign = await startForeignRojo(program, workspace.path("project/default.project.json"), port);
      const { server } = setUpServer({ workspace, port, program });
      expect(await server.ensure()).toMatchObject({ phase: "adopted" });
      await foreign.stop();
      expect(await untilPhase(server, "ready")).toMatchObject({ phase: "ready" });
    },
  );

  it.skipIf(rojo === undefined)(
    "goes on after the session when it shall, and the next session adopts it [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const first = setUpServer({ workspace, port, program });
      const state = inPhase(await first.server.ensure(), "ready");
      await first.server.dispose(false);
      const next = setUpServer({ workspace, port, program, rules: { autoStart: false } });
      expect(await next.server.ensure()).toMatchObject({
        phase: "adopted",
        server: { sessionId: state.server.sessionId },
      });
      process.kill(state.pid, "SIGTERM");
      await expect.poll(async () => (await first.store.list()).records).toEqual([]);
    },
  );

  it.skipIf(rojo === undefined)(
    "tells when the program is of another version than it says [needs rojo 7.7.1]",
    async () => {
      const [workspace, port] = [await createProject(), await freePort()];
      const { server } = setUpServer({ workspace, port, program, version: "7.6.1" });
      expect(await server.ensure()).toMatchObject({
        phase: "ready",
        versionMismatch: expect.stringContaining("7.6.1"),
      });
    },
  );

  it.skipIf(rojo === undefined)("that is stopped while it starts leaves nothing [needs rojo 7.7.1]", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server, store } = setUpServer({ workspace, port, program });
    const waiting = server.ensure();
    await untilPhase(server, "starting");
    await server.stop();
    expect(await waiting).toEqual({ phase: "stopped", reason: "by-request" });
    expect(await answers(port)).toBe(false);
    expect((await store.list()).records).toEqual([]);
  });

  it.skipIf(rojo === undefined)("keeps its records and locks out of the project [needs rojo 7.7.1]", async () => {
    const [workspace, port] = [await createProject(), await freePort()];
    const { server } = setUpServer({ workspace, port, program });
    const before = await readdir(workspace.path("project"));
    await server.ensure();
    expect(await readdir(workspace.path("project"))).toEqual(before);
    await access(path.join(workspace.path("records")));
  });
});

/** Folders removed with what is in them: Rojo 7.7.1 looks for the folder of a removed file, and dies when it is gone, too. */
async function removeFolders(workspace: Workspace, goesOn: () => boolean): Promise<void> {
  for (let round = 0; round < 20 && goesOn(); round += 1) {
    await workspace.write("project/src/folder/B.luau", "return 2\n");
    await delay(300);
    await rm(workspace.path("project/src/folder"), { recursive: true });
    await delay(300);
  }
}
