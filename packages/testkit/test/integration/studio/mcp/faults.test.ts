import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { killTree, listProcesses } from "../../../../src/process-table.ts";
import { connectClient, connectTo, type StudioClient, startStudioStandin } from "./studio-client.ts";

const MARK = {
  code: "workspace:SetAttribute('Mark', (workspace:GetAttribute('Mark') or 0) + 1)",
  datamodel_type: "Edit",
};
const READ_MARK = { code: "return workspace:GetAttribute('Mark')", datamodel_type: "Edit" };

const marks = async (studio: StudioClient) => (await studio.call("execute_luau", READ_MARK)).text;

async function open() {
  const standin = await startStudioStandin({ generation: "2026-08" });
  onTestFinished(standin.close);
  const studio = await connectTo(standin, "2026-08");
  onTestFinished(studio.close);
  return { standin, studio };
}

describe("a call that is meant for it", () => {
  it("is delayed, and then made", async () => {
    const { standin, studio } = await open();
    standin.fault({ tool: "execute_luau", action: { kind: "delay", ms: 100 } });
    const call = studio.call("execute_luau", MARK);
    expect((await studio.call("get_studio_state")).isError).toBe(false);
    expect(await Promise.race([call, Promise.resolve("waiting")])).toBe("waiting");
    expect((await call).isError).toBe(false);
  });

  it("is never answered and never made, and the next ones work", async () => {
    const { standin, studio } = await open();
    standin.fault({ tool: "execute_luau", action: { kind: "hang" } });
    await expect(studio.call("execute_luau", MARK, { timeout: 100 })).rejects.toMatchObject({ code: -32001 });
    expect(await marks(studio)).toBe("nil");
  });

  it("is made, and answered after the client has given up", async () => {
    const { standin, studio } = await open();
    standin.fault({ tool: "execute_luau", action: { kind: "answer-late", ms: 300 } });
    await expect(studio.call("execute_luau", MARK, { timeout: 100 })).rejects.toMatchObject({ code: -32001 });
    expect(await marks(studio)).toBe("1");
    await expect.poll(() => studio.problems.join()).toContain("unknown message ID");
  });

  it("is made, and the connection ends in place of an answer", async () => {
    const { standin, studio } = await open();
    standin.fault({ tool: "execute_luau", action: { kind: "drop", when: "after" } });
    await expect(studio.call("execute_luau", MARK)).rejects.toMatchObject({ code: -32000 });
    await studio.closed;
    await using again = await connectTo(standin, "2026-08");
    expect(await marks(again)).toBe("1");
  });

  it("is not made when the program crashes before", async () => {
    const { standin, studio } = await open();
    standin.fault({ tool: "execute_luau", action: { kind: "crash", when: "before" } });
    await expect(studio.call("execute_luau", MARK)).rejects.toMatchObject({ code: -32000 });
    await using again = await connectTo(standin, "2026-08");
    expect(await marks(again)).toBe("nil");
  });

  it("is answered behind lines that are no JSON", async () => {
    const { standin, studio } = await open();
    standin.fault({ action: { kind: "noise", lines: ["[INFO] hub connected", "", "{not json"] } });
    expect((await studio.call("get_studio_state")).text).toContain("Edit");
    expect(studio.problems.length).toBeGreaterThan(0);
  });

  it("finds another place in the window, swapped in since the call before", async () => {
    const { standin, studio } = await open();
    const swap = () =>
      standin.openPlace(standin.studios[0]!, { tree: { roots: [] }, info: { name: "Other", placeId: 99 } });
    standin.fault({ tool: "execute_luau", skip: 1, action: { kind: "before", run: swap } });
    const identify = { code: "return game.PlaceId", datamodel_type: "Edit" };
    expect((await studio.call("execute_luau", identify)).text).toBe("0");
    expect((await studio.call("execute_luau", identify)).text).toBe("99");
  });

  it("gets an answer that was written for it, and Studio never sees the call", async () => {
    const { standin, studio } = await open();
    standin.fault({
      tool: "execute_luau",
      times: 2,
      action: { kind: "answer", text: "Place is not open", isError: true },
    });
    expect(await studio.call("execute_luau", MARK)).toMatchObject({ isError: true, text: "Place is not open" });
    expect((await studio.call("execute_luau", MARK)).isError).toBe(true);
    expect(await marks(studio)).toBe("nil");
  });
});

describe("opening a connection", () => {
  it("is never answered, though Studio is there", async () => {
    const { standin } = await open();
    standin.fault({ tool: "initialize", action: { kind: "hang" } });
    const silent = connectClient(standin.server, {}, { timeout: 100 });
    await expect(silent).rejects.toMatchObject({ code: -32001 });
  });

  it("ends at once, as with a program that Studio's update has removed", async () => {
    const { standin } = await open();
    standin.fault({ tool: "initialize", action: { kind: "crash", when: "before" } });
    await expect(connectClient(standin.server)).rejects.toThrow("Connection closed");
  });

  it("works behind noise on stdout", async () => {
    const { standin } = await open();
    standin.fault({ tool: "initialize", action: { kind: "noise", lines: ["StudioMCP 0.1 starting"] } });
    await using studio = await connectClient(standin.server);
    expect((await studio.tools()).length).toBeGreaterThan(20);
  });
});

describe("faults", () => {
  it("wait for the calls whose arguments they name", async () => {
    const { standin, studio } = await open();
    standin.fault({ args: { datamodel_type: "Client" }, action: { kind: "answer", text: "caught" } });
    expect((await studio.call("execute_luau", READ_MARK)).text).toBe("nil");
    expect((await studio.call("execute_luau", { ...READ_MARK, datamodel_type: "Client" })).text).toBe("caught");
  });

  it("are forgotten on request", async () => {
    const { standin, studio } = await open();
    standin.fault({ action: { kind: "hang" } });
    standin.clearFaults();
    expect((await studio.call("get_studio_state")).isError).toBe(false);
  });
});

describe("the program", () => {
  it.each([
    { how: "drop", exitCode: 0 },
    { how: "crash", exitCode: 1 },
  ] as const)("exits with $exitCode when the connection ends by a $how", async ({ how, exitCode }) => {
    const standin = await startStudioStandin({ generation: "2026-07", studios: [] });
    onTestFinished(standin.close);
    const child = spawn(standin.server.command, standin.server.args, { stdio: ["pipe", "pipe", "ignore"] });
    const exited = once(child, "exit");
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
    await once(child.stdout, "data");
    standin.disconnect(how);
    expect(await exited).toEqual([exitCode, null]);
  });

  it("ends when its input ends", async () => {
    const standin = await startStudioStandin({ generation: "2026-07", studios: [] });
    onTestFinished(standin.close);
    const child = spawn(standin.server.command, standin.server.args, { stdio: ["pipe", "ignore", "ignore"] });
    const exited = once(child, "exit");
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it.skipIf(process.platform === "win32")("leaves the server behind when only its wrapper is killed", async () => {
    const standin = await startStudioStandin({ generation: "2026-07", studios: [] });
    onTestFinished(standin.close);
    await using studio = await connectClient(standin.wrappedServer);
    await studio.tools();
    const inner = (await listProcesses()).find(({ parentPid }) => parentPid === studio.pid);
    process.kill(studio.pid, "SIGKILL");
    const isThere = async (pid: number | undefined) => (await listProcesses()).some((row) => row.pid === pid);
    await expect.poll(() => isThere(studio.pid)).toBe(false);
    expect(await isThere(inner?.pid)).toBe(true);
    await killTree(inner!.pid);
  });

  it("serves several clients at once, each with a connection of its own", async () => {
    const { standin, studio } = await open();
    await using other = await connectTo(standin, "2026-08");
    await studio.call("execute_luau", MARK);
    expect(await marks(other)).toBe("1");
    expect(standin.calls.map(({ tool }) => tool)).toEqual(["execute_luau", "execute_luau"]);
  });
});
