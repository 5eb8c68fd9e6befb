import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import type { StudioStandin } from "../../../../src/studio/mcp/standin.ts";
import { connectTo, type StudioClient, startStudioStandin } from "./studio-client.ts";

const HARNESS = /^sabuiltin_Assistant\.rbxm\..*ExecuteLuauTool:66: .*CommandExecution:54: /;

describe.each(generations)("generation %s", (generation) => {
  let standin: StudioStandin;
  let studio: StudioClient;
  beforeAll(async () => {
    standin = await startStudioStandin({
      generation,
      studios: [{ tree: { roots: [] }, info: { name: "Place", placeId: 118023848497907, gameId: 5, placeVersion: 8 } }],
    });
    studio = await connectTo(standin, generation);
  });
  afterAll(async () => {
    await studio.close();
    await standin.close();
  });

  const run = (code: string) => studio.call("execute_luau", { code, datamodel_type: "Edit" });
  /** A returned string as the code returned it. */
  const unquoted = (text: string): string => (generation === "2026-08" ? (JSON.parse(text) as string) : text);

  it("knows the place", async () => {
    expect((await run("return game.PlaceId")).text).toBe("118023848497907");
    expect((await run("return game.PlaceVersion")).text).toBe("8");
  });

  it("returns a string plainly in July, and as a JSON string since", async () => {
    const { text } = await run('return game:GetService("HttpService"):JSONEncode({ ok = true })');
    expect(text).toBe(generation === "2026-07" ? '{"ok":true}' : '"{\\"ok\\":true}"');
    expect(JSON.parse(unquoted(text))).toEqual({ ok: true });
  });

  it("returns only the first value, and nil where there is none", async () => {
    expect((await run("return 1, 2")).text).toBe("1");
    expect((await run("local x = 1")).text).toBe("nil");
  });

  it("turns the items of an array into an object with keys from 1", async () => {
    expect(JSON.parse((await run("return { 'a', 'b' }")).text)).toEqual({ "1": "a", "2": "b" });
  });

  it("writes instances and vectors as Studio's serialiser does", async () => {
    expect((await run("return workspace.Terrain")).text).toBe("Workspace.Terrain");
    expect((await run("return Vector3.new(1, 2, 3)")).text).toBe("1, 2, 3");
    expect((await run("local p = Instance.new('Part') p:Destroy() return p")).text).toBe("[Destroyed Instance]");
  });

  it("cuts a string at 100,000 characters, 100,015 with the note", async () => {
    const text = unquoted((await run("return string.rep('x', 250000)")).text);
    expect(text).toHaveLength(100_015);
    expect(text.endsWith("... (truncated)")).toBe(true);
  });

  it("answers a table that is too long with [Complex Table]", async () => {
    const { text } = await run("local t = {} for i = 1, 20000 do t[i] = 'item ' .. i end return t");
    expect(text).toBe("[Complex Table]");
  });

  it("puts its own frames before an error, with the line of the code last", async () => {
    const { text, isError } = await run("local x\nlocal y = 1\nx.y = y");
    expect(isError).toBe(true);
    expect(text).toMatch(HARNESS);
    expect(text.replace(HARNESS, "")).toBe("AssistantCommand:3: attempt to index nil with 'y'");
  });

  it("says of code that cannot be parsed only that", async () => {
    const answer = await run("local x = = 1");
    expect(answer).toMatchObject({ isError: true, text: "Failed to parse command code" });
  });

  it("refuses a missing and an unknown DataModel", async () => {
    expect((await studio.call("execute_luau", { code: "return 1" })).text).toBe("datamodel_type is required");
    const wrong = await studio.call("execute_luau", { code: "return 1", datamodel_type: "edit" });
    expect(wrong).toMatchObject({ isError: true, text: "Invalid datamodel_type" });
  });

  it("refuses Client and Server in Edit", async () => {
    for (const type of ["Client", "Server"]) {
      const answer = await studio.call("execute_luau", { code: "return 1", datamodel_type: type });
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain("Target is not reachable");
    }
  });

  it("makes one undo step of a call, within which no recording can begin", async () => {
    await run("workspace:SetAttribute('Before', true)");
    const nested = `local id = game:GetService("ChangeHistoryService"):TryBeginRecording("mine")
      workspace:SetAttribute("Mine", true)
      return id == nil`;
    expect((await run(nested)).text).toBe("true");
    // As a person does with Ctrl+Z, which no recording is around.
    const undo = "game:GetService('ChangeHistoryService'):Undo()";
    expect(await standin.studios[0]?.edit.execute(undo)).toMatchObject({ ok: true });
    expect((await run("return workspace:GetAttribute('Mine')")).text).toBe("nil");
    expect((await run("return workspace:GetAttribute('Before')")).text).toBe("true");
  });

  it("keeps a module as it was when it was first required", async () => {
    const make = `local m = Instance.new("ModuleScript") m.Name = "Cached" m.Source = "return 1" m.Parent = workspace
      return require(m)`;
    expect((await run(make)).text).toBe("1");
    expect((await run("workspace.Cached.Source = 'return 2' return require(workspace.Cached)")).text).toBe("1");
  });

  it("lets other calls through while one waits for what never comes", async () => {
    const stuck = run("workspace:WaitForChild('Never')").catch(() => "closed");
    expect((await run("return 'through'")).text).toContain("through");
    expect(await Promise.race([stuck, Promise.resolve("waiting")])).toBe("waiting");
  });

  it("takes code of many megabytes", async () => {
    const code = `return #"${"x".repeat(11_000_000)}"`;
    expect((await run(code)).text).toBe("11000000");
  });

  it("prints to the console and not into the result", async () => {
    const { text } = await run("print('printed', 1) warn('warned') return 'value'");
    expect(unquoted(text)).toBe("value");
    const output = (await studio.call("get_console_output")).text.split("\n");
    expect(output.slice(-2)).toEqual(["printed 1", "warned"]);
  });
});

describe("switches", () => {
  it("answers failures as JSON-RPC errors that begin with the tool's name", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { failures: "rpc" } });
    await using studio = await connectTo(standin, "2026-08");
    const call = studio.call("execute_luau", { code: "error('mine')", datamodel_type: "Edit" });
    await expect(call).rejects.toMatchObject({ code: -32603, message: expect.stringContaining("execute_luau: ") });
  });

  it.each(["require(workspace)", "_G.x = 1", "shared.x = 1"])("refuses %s in a sandboxed build", async (code) => {
    await using standin = await startStudioStandin({ generation: "2026-08", engine: { isSandboxed: true } });
    await using studio = await connectTo(standin, "2026-08");
    const answer = await studio.call("execute_luau", { code, datamodel_type: "Edit" });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("lacking capability");
    expect((await studio.call("search_game_tree")).isError).toBe(false);
  });

  it("writes a table as an address in builds that do", async () => {
    await using standin = await startStudioStandin({ generation: "2026-07", engine: { tableResults: "address" } });
    await using studio = await connectTo(standin, "2026-07");
    const { text } = await studio.call("execute_luau", { code: "return {}", datamodel_type: "Edit" });
    expect(text).toMatch(/^table: 0x/);
  });

  it("ends code that yields for too long where there is a limit", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { executeLimitMs: 50 } });
    await using studio = await connectTo(standin, "2026-08");
    const code = "task.wait(60)";
    const answer = await studio.call("execute_luau", { code, datamodel_type: "Edit" });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain("Script timeout: exhausted allowed execution time");
    standin.behave({ executeLimitMs: undefined });
    expect((await studio.call("execute_luau", { code: "return 1", datamodel_type: "Edit" })).text).toBe("1");
  });

  it("ends a loop that never yields with the DataModel, which a restart brings back as it was opened", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", timeLimitMs: 300 });
    await using studio = await connectTo(standin, "2026-08");
    const loop = await studio.call("execute_luau", { code: "while true do end", datamodel_type: "Edit" });
    expect(loop.text).toContain("Script timeout: exhausted allowed execution time");
    const next = await studio.call("execute_luau", { code: "return 1", datamodel_type: "Edit" });
    expect(next.isError).toBe(true);
    expect((await studio.call("script_search", { keywords: "x" })).isError).toBe(true);
    const { id } = await standin.restartStudio(standin.studios[0]!);
    const again = { code: "return 1", datamodel_type: "Edit", studio_id: id };
    expect((await studio.call("execute_luau", again)).text).toBe("1");
  });
});
