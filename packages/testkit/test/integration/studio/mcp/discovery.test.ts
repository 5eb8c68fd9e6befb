import { describe, expect, it } from "vitest";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import { connectClient, connectTo, startStudioStandin } from "./studio-client.ts";

/** The live list of 2026-07-15. */
const LIVE_TOOLS = [
  "http_get",
  "character_navigation",
  "user_mouse_input",
  "search_game_tree",
  "script_search",
  "upload_image",
  "script_read",
  "insert_asset",
  "subagent",
  "multi_edit",
  "get_studio_state",
  "search_asset",
  "execute_luau",
  "skill",
  "screen_capture",
  "get_console_output",
  "script_grep",
  "wait_job_finished",
  "generate_procedural_model",
  "generate_material",
  "user_keyboard_input",
  "start_stop_play",
  "generate_mesh",
  "inspect_instance",
  "store_image",
  "list_roblox_studios",
  "set_active_studio",
];

interface Listed {
  readonly studios: readonly { readonly id: string; readonly name: string | null; readonly active?: boolean }[];
}

describe.each(generations)("generation %s", (generation) => {
  it("answers initialize and tools/list with no Studio open", async () => {
    await using standin = await startStudioStandin({ generation, studios: [] });
    await using studio = await connectClient(standin.server, { studio_id: "gone" });
    expect((await studio.tools()).length).toBeGreaterThan(20);
    expect(JSON.parse((await studio.call("list_roblox_studios")).text)).toEqual({ studios: [] });
    const answer = await studio.call("get_studio_state");
    expect(answer).toMatchObject({ isError: true, text: "Unable to find an active Studio instance" });
  });

  it("lists a window without a place with the name null, and refuses calls to it", async () => {
    await using standin = await startStudioStandin({ generation, studios: [null] });
    await using studio = await connectTo(standin, generation);
    const { studios } = JSON.parse((await studio.call("list_roblox_studios")).text) as Listed;
    expect(studios.map(({ name }) => name)).toEqual([null]);
    expect((await studio.call("start_stop_play", { is_start: true })).text).toBe("Place is not open");
    const code = { code: "return 1", datamodel_type: "Edit" };
    expect((await studio.call("execute_luau", code)).text).toContain("doesn't have a place opened");
  });

  it("gives a window another id when Studio is restarted", async () => {
    await using standin = await startStudioStandin({ generation });
    await using studio = await connectTo(standin, generation);
    await studio.call("execute_luau", {
      code: "Instance.new('Part', workspace).Name = 'Kept'",
      datamodel_type: "Edit",
    });
    const before = standin.studios[0]?.id;
    const restarted = await standin.restartStudio(standin.studios[0]!);
    expect(restarted.id).not.toBe(before);
    const stale = await studio.call("get_studio_state");
    expect(stale.isError).toBe(true);
    const text = {
      "2026-07": "previously active Studio has disconnected",
      "2026-08": "Unable to find an active Studio",
    };
    expect(stale.text).toContain(text[generation]);
    // Only July's server has the tool.
    await studio.call("set_active_studio", { studio_id: restarted.id });
    const code = { code: "return workspace.Kept.Name", datamodel_type: "Edit", studio_id: restarted.id };
    expect((await studio.call("execute_luau", code)).text).toContain("Kept");
  });

  it("answers that the proxy has not reached its hub for as many calls as are set", async () => {
    await using standin = await startStudioStandin({ generation, behaviour: { callsBeforeHub: 2 } });
    await using studio = await connectTo(standin, generation);
    const texts = [];
    for (let call = 0; call < 3; call += 1) texts.push((await studio.call("get_studio_state")).text);
    expect(texts.slice(0, 2)).toEqual(["Not connected to the WS host", "Not connected to the WS host"]);
    expect(texts[2]).toContain("Edit");
  });

  it("keeps the same-named windows of one place apart by id alone", async () => {
    const source = { tree: { roots: [] }, info: { name: "Twin", placeId: 7 } };
    await using standin = await startStudioStandin({ generation, studios: [source, source] });
    await using studio = await connectClient(standin.server);
    const { studios } = JSON.parse((await studio.call("list_roblox_studios")).text) as Listed;
    expect(new Set(studios.map(({ name }) => name)).size).toBe(1);
    expect(new Set(studios.map(({ id }) => id)).size).toBe(2);
  });
});

describe("generation 2026-07", () => {
  it("has the 27 tools of the live list in its order, none with studio_id but set_active_studio", async () => {
    await using standin = await startStudioStandin({ generation: "2026-07", studios: [] });
    await using studio = await connectClient(standin.server);
    const tools = await studio.tools();
    expect(tools.map(({ name }) => name)).toEqual(LIVE_TOOLS);
    const withId = tools.filter(({ inputSchema }) => inputSchema.properties?.["studio_id"] !== undefined);
    expect(withId.map(({ name }) => name)).toEqual(["set_active_studio"]);
    expect(tools.find(({ name }) => name === "execute_luau")?.annotations).toEqual({
      title: "Execute Luau",
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: true,
    });
  });

  it("has the only Studio active, and asks for a choice between several", async () => {
    await using standin = await startStudioStandin({ generation: "2026-07" });
    await using studio = await connectClient(standin.server);
    const first = JSON.parse((await studio.call("list_roblox_studios")).text) as Listed;
    expect(first.studios).toMatchObject([{ active: true }]);

    const second = await standin.openStudio({ tree: { roots: [] }, info: { name: "Other" } });
    await using other = await connectClient(standin.server);
    expect((await other.call("get_studio_state")).text).toBe("active Studio instance is not yet set");
    expect((await other.call("list_roblox_studios")).content).toHaveLength(2);
    expect((await other.call("set_active_studio", { studio_id: second.id })).text).toBe("Active studio set to Other");
    expect((await other.call("get_studio_state")).isError).toBe(false);
  });

  it("forgets the active Studio with the connection", async () => {
    await using standin = await startStudioStandin({
      generation: "2026-07",
      behaviour: { activatesOnlyStudio: false },
    });
    const studioId = standin.studios[0]?.id;
    {
      await using studio = await connectClient(standin.server);
      await studio.call("set_active_studio", { studio_id: studioId });
      expect((await studio.call("get_studio_state")).isError).toBe(false);
    }
    await using again = await connectClient(standin.server);
    expect((await again.call("get_studio_state")).text).toBe("active Studio instance is not yet set");
  });
});

describe("generation 2026-08", () => {
  it("has 26 tools that require studio_id, but for list_roblox_studios", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", studios: [] });
    await using studio = await connectClient(standin.server);
    const tools = await studio.tools();
    expect(tools.map(({ name }) => name)).toEqual(LIVE_TOOLS.slice(0, -1));
    const without = tools.filter(({ inputSchema }) => inputSchema.required?.includes("studio_id") !== true);
    expect(without.map(({ name }) => name)).toEqual(["list_roblox_studios"]);
  });

  it("has no handler for set_active_studio", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    const answer = await studio.call("set_active_studio");
    expect(answer).toMatchObject({ isError: true, text: "tool handler not found: set_active_studio" });
  });

  it("refuses a call without studio_id, also with one Studio open", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectClient(standin.server);
    expect((await studio.call("get_studio_state")).text).toBe("studio_id is required");
  });

  it("shows the place id in the name of a published place, and only the name of a local file", async () => {
    const tree = { roots: [] };
    const published = { tree, info: { name: "TestingExperience", placeId: 123 } };
    await using standin = await startStudioStandin({
      generation: "2026-08",
      studios: [published, { tree, info: { name: "x.rbxl" } }],
    });
    await using studio = await connectClient(standin.server);
    const { studios } = JSON.parse((await studio.call("list_roblox_studios")).text) as Listed;
    expect(studios.map(({ name }) => name)).toEqual(["TestingExperience (placeId: 123)", "x.rbxl"]);
    expect(studios[0]).not.toHaveProperty("active");
  });

  it("reaches each of several Studios by its id", async () => {
    const place = (name: string, placeId: number) => ({ tree: { roots: [] }, info: { name, placeId } });
    await using standin = await startStudioStandin({ generation: "2026-08", studios: [place("A", 1), place("B", 2)] });
    await using studio = await connectClient(standin.server);
    const ids = await Promise.all(
      standin.studios.map(({ id }) =>
        studio.call("execute_luau", { code: "return game.PlaceId", datamodel_type: "Edit", studio_id: id }),
      ),
    );
    expect(ids.map(({ text }) => text)).toEqual(["1", "2"]);
  });
});

describe("builds that differ", () => {
  it("lacks hidden tools, and has no handler for them", async () => {
    const behaviour = { hiddenTools: ["script_grep"] };
    await using standin = await startStudioStandin({ generation: "2026-07", behaviour });
    await using studio = await connectClient(standin.server);
    expect((await studio.tools()).map(({ name }) => name)).not.toContain("script_grep");
    expect((await studio.call("script_grep", { query: "a" })).text).toBe("tool handler not found: script_grep");
  });

  it("knows a renamed argument by its new name alone", async () => {
    const behaviour = { renamedArguments: { script_grep: { query: "pattern" } } };
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour });
    await using studio = await connectTo(standin, "2026-08");
    const tool = (await studio.tools()).find(({ name }) => name === "script_grep");
    expect(tool?.inputSchema.required).toEqual(["pattern", "studio_id"]);
    expect((await studio.call("script_grep", { pattern: "a" })).isError).toBe(false);
    expect((await studio.call("script_grep", { query: "a" })).isError).toBe(true);
  });
});
