import jpeg from "jpeg-js";
import { describe, expect, it } from "vitest";
import { generations } from "../../../../src/studio/mcp/generation.ts";
import { connectTo, type StudioClient, startStudioStandin } from "./studio-client.ts";

const EDIT = [
  "- Current Studio Mode: Edit",
  "- Available DataModels: Edit",
  "- Focused DataModel in the viewport: Edit",
];
const PLAY = ["- Current Studio Mode: Play", "- Available DataModels: Client, Server"];

const run = (studio: StudioClient, type: string, code: string) =>
  studio.call("execute_luau", { code, datamodel_type: type });
const start = (studio: StudioClient) => studio.call("start_stop_play", { is_start: true });
const stop = (studio: StudioClient) => studio.call("start_stop_play", { is_start: false });
const stateOf = async (studio: StudioClient) => (await studio.call("get_studio_state")).text.split("\n");
const consoleOf = async (studio: StudioClient) => (await studio.call("get_console_output")).text;

const MAKE_SERVER_SCRIPT = `local s = Instance.new("Script")
s.Name = "Server"
s.Source = "print('server runs')\\nworkspace:SetAttribute('Ran', true)\\nlocal foo\\nprint(foo.Bar)"
s.Parent = game:GetService("ServerScriptService")`;

describe.each(generations)("generation %s", (generation) => {
  it("tells its state as prose, in Edit and in Play", async () => {
    await using standin = await startStudioStandin({ generation });
    await using studio = await connectTo(standin, generation);
    expect(await stateOf(studio)).toEqual(EDIT);
    expect((await start(studio)).text).toBe("Game Started");
    expect(await stateOf(studio)).toEqual(PLAY);
    expect((await stop(studio)).text).toBe("Game Stopped");
    expect(await stateOf(studio)).toEqual(EDIT);
  });

  it("runs the scripts in Play, and loses what they changed", async () => {
    await using standin = await startStudioStandin({ generation });
    await using studio = await connectTo(standin, generation);
    await run(studio, "Edit", MAKE_SERVER_SCRIPT);
    await start(studio);
    expect((await run(studio, "Server", "return workspace:GetAttribute('Ran')")).text).toBe("true");
    await stop(studio);
    expect((await run(studio, "Edit", "return workspace:GetAttribute('Ran')")).text).toBe("nil");
  });

  it("refuses the Edit DataModel and multi_edit in Play", async () => {
    await using standin = await startStudioStandin({ generation });
    await using studio = await connectTo(standin, generation);
    await start(studio);
    expect((await run(studio, "Edit", "return 1")).isError).toBe(true);
    const edits = [{ old_string: "", new_string: "return 1" }];
    const script = { file_path: "game.Workspace.A", datamodel_type: "Edit", className: "Script", edits };
    expect((await studio.call("multi_edit", script)).isError).toBe(true);
    expect((await run(studio, "Server", "return workspace:FindFirstChild('A')")).text).toBe("nil");
  });

  it("has a player with a character on the Client", async () => {
    await using standin = await startStudioStandin({ generation });
    await using studio = await connectTo(standin, generation);
    await start(studio);
    const code = "local p = game.Players.LocalPlayer return p.Character.HumanoidRootPart";
    expect((await run(studio, "Client", code)).text).toBe("Workspace.Player1.HumanoidRootPart");
  });
});

describe("the console", () => {
  it("holds messages and errors of both sides without severity, a line each", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await run(studio, "Edit", MAKE_SERVER_SCRIPT);
    await start(studio);
    expect((await consoleOf(studio)).split("\n")).toEqual([
      "server runs",
      "ServerScriptService.Server:4: attempt to index nil with 'Bar'",
      "Stack Begin",
      "Script 'ServerScriptService.Server', Line 4",
      "Stack End",
    ]);
  });

  it("is cleared by a start, unless that is switched off", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await run(studio, "Edit", "print('before')");
    await start(studio);
    expect(await consoleOf(studio)).not.toContain("before");
    await stop(studio);
    standin.behave({ clearsConsoleOnStart: false });
    await run(studio, "Edit", "print('before')");
    await start(studio);
    expect(await consoleOf(studio)).toContain("before");
  });

  it("shows what other plugins print", async () => {
    const line = "[RoCoder] Studio plugin started — polling http://127.0.0.1:45517";
    await using standin = await startStudioStandin({
      generation: "2026-07",
      behaviour: { foreignLines: [line, line] },
    });
    await using studio = await connectTo(standin, "2026-07");
    await start(studio);
    expect(await consoleOf(studio)).toBe(`${line}\n${line}`);
  });

  it("keeps the oldest lines in July, and the newest in newer builds", async () => {
    const print = "for i = 1, 5000 do print('line ' .. i) end";
    const texts: string[] = [];
    for (const generation of generations) {
      await using standin = await startStudioStandin({ generation });
      await using studio = await connectTo(standin, generation);
      await run(studio, "Edit", print);
      texts.push(await consoleOf(studio));
    }
    const [oldest = "", newest = ""] = texts;
    expect(oldest.startsWith("line 1\n")).toBe(true);
    expect(oldest.endsWith("[TRUNCATED DUE TO LENGTH LIMIT]")).toBe(true);
    expect(newest.startsWith("[TRUNCATED DUE TO LENGTH LIMIT]")).toBe(true);
    expect(newest.endsWith("line 5000")).toBe(true);
  });
});

describe("starting and stopping", () => {
  it("answers that a start has not finished while one is under way", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { startMs: 400 } });
    await using studio = await connectTo(standin, "2026-08");
    const first = start(studio);
    const second = await start(studio);
    expect(second).toMatchObject({ isError: true, text: "Start play hasn't finished yet" });
    expect((await stop(studio)).text).toBe("Start play hasn't finished yet");
    expect((await first).text).toBe("Game Started");
  });

  it("does not play a place that was closed while it started", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { startMs: 500 } });
    await using studio = await connectTo(standin, "2026-08");
    const starting = start(studio);
    await expect.poll(() => standin.calls.length).toBe(1);
    await standin.openPlace(standin.studios[0]!, { tree: { roots: [] } });
    expect((await starting).isError).toBe(true);
    expect(await stateOf(studio)).toEqual(EDIT);
  });

  it("answers that a stop has not finished for as many calls as are set", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { refusedStops: 3 } });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    const texts: string[] = [];
    for (let call = 0; call < 4; call += 1) texts.push((await stop(studio)).text);
    expect(texts.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => "Stop play hasn't finished yet"));
    expect(texts[3]).toBe("Game Stopped");
  });

  it("says that it stopped and plays on", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour: { ineffectiveStops: 1 } });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    expect((await stop(studio)).text).toBe("Game Stopped");
    expect(await stateOf(studio)).toEqual(PLAY);
    await stop(studio);
    expect(await stateOf(studio)).toEqual(EDIT);
  });

  it("fails the first calls to the Client, and the third works", async () => {
    const behaviour = { unreachableClientCalls: 1, unparsedClientCalls: 1 };
    await using standin = await startStudioStandin({ generation: "2026-08", behaviour });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    expect((await run(studio, "Server", "return 1")).text).toBe("1");
    expect((await run(studio, "Client", "return 1")).text).toBe(
      "Target is not reachable (createExecuteLuauBridge_loadCodeAsync, Client)",
    );
    expect((await run(studio, "Client", "return 1")).text).toBe("Failed to parse command code");
    expect((await run(studio, "Client", "return 1")).text).toBe("1");
  });

  it.each(["Run", "Test"])("shows the mode %s of a playtest that a person started, and stops it", async (mode) => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await standin.studios[0]?.start(mode);
    expect((await stateOf(studio))[0]).toBe(`- Current Studio Mode: ${mode}`);
    expect((await run(studio, "Edit", "return 1")).isError).toBe(true);
    expect((await start(studio)).isError).toBe(true);
    await stop(studio);
    expect(await stateOf(studio)).toEqual(EDIT);
  });

  it("ends when the server calls StudioTestService:EndTest", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    const { promise, resolve } = Promise.withResolvers<void>();
    standin.studios[0]?.onModeChange(resolve);
    await run(studio, "Server", "game:GetService('StudioTestService'):EndTest('done')");
    await promise;
    expect(await stateOf(studio)).toEqual(EDIT);
  });

  it("returns what EndTest was given to the code that started the test", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    const script = `local s = Instance.new("Script") s.Parent = game.ServerScriptService
      s.Source = "local t = game:GetService('StudioTestService') t:EndTest(t:GetTestArgs() .. ' back')"
      return game:GetService("StudioTestService"):ExecuteRunModeAsync("there and")`;
    expect((await run(studio, "Edit", script)).text).toBe(JSON.stringify("there and back"));
  });
});

describe("input", () => {
  it("moves the character where a script sees it, or not at all when it is stuck", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    const where = "local p = game.Players:GetPlayers()[1].Character.PrimaryPart.Position return p.X .. ',' .. p.Z";
    expect((await studio.call("character_navigation", { target_position: [12, 3, -4] })).isError).toBe(false);
    expect((await run(studio, "Server", where)).text).toContain("12,-4");
    standin.behave({ characterStuck: true });
    expect((await studio.call("character_navigation", { target_position: [50, 3, 50] })).isError).toBe(false);
    expect((await run(studio, "Server", where)).text).toContain("12,-4");
  });

  it("reaches scripts of the Client, in the order of the actions", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    await start(studio);
    const listen = `local service = game:GetService("UserInputService")
      _G.seen = {}
      service:GetAttributeChangedSignal("StandinActions"):Connect(function()
        table.insert(_G.seen, service:GetAttribute("StandinLastAction") .. " " .. service:GetAttribute("StandinLastKey"))
      end)`;
    await run(studio, "Client", listen);
    const press = (action: string, key: string) => ({ action, key_code: key });
    const actions = [press("keyDown", "W"), { action: "wait", wait_time_ms: 1 }, press("keyPress", "Space")];
    const sent = await studio.call("user_keyboard_input", { datamodel_type: "Client", actions });
    expect(sent.isError).toBe(false);
    const seen = await run(studio, "Client", "return table.concat(_G.seen, ';')");
    expect(JSON.parse(seen.text)).toBe("keyDown W;keyPress Space");
  });

  it("types into a text box and clicks a button", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    const gui = `local gui = Instance.new("ScreenGui") gui.Name = "Gui" gui.Parent = game.StarterGui
      Instance.new("TextBox", gui).Name = "Box" Instance.new("TextButton", gui).Name = "Button"`;
    await run(studio, "Edit", gui);
    await start(studio);
    const below = "game.Players.Player1.PlayerGui.Gui";
    const typing = { actions: [{ action: "textInput", text_inputs: "hello" }], instance_path: `${below}.Box` };
    expect((await studio.call("user_keyboard_input", typing)).text).toContain("1 actions");
    const clicking = { actions: [{ action: "mouseButtonClick", instance_path: `${below}.Button` }] };
    expect((await studio.call("user_mouse_input", clicking)).isError).toBe(false);
    const shown =
      "local g = game.Players.LocalPlayer.PlayerGui.Gui return g.Box.Text .. g.Button:GetAttribute('StandinClicks')";
    expect(JSON.parse((await run(studio, "Client", shown)).text)).toBe("hello1");
  });

  it("refuses key names that do not exist, waits that are too long, and input in Edit", async () => {
    await using standin = await startStudioStandin({ generation: "2026-08" });
    await using studio = await connectTo(standin, "2026-08");
    const press = (action: object) => studio.call("user_keyboard_input", { actions: [action] });
    expect((await press({ action: "keyPress", key_code: "W" })).isError).toBe(true);
    await start(studio);
    expect((await press({ action: "keyPress", key_code: "Enter" })).isError).toBe(true);
    expect((await press({ action: "wait", wait_time_ms: 10_001 })).isError).toBe(true);
    expect((await press({ action: "keyPress", key_code: "Return" })).isError).toBe(false);
  });
});

describe("screen_capture", () => {
  it("gives a JPEG of what the camera sees beside an empty text", async () => {
    await using standin = await startStudioStandin({ generation: "2026-07" });
    await using studio = await connectTo(standin, "2026-07");
    const red =
      "local p = Instance.new('Part') p.Size = Vector3.new(10, 10, 10) p.Color = Color3.new(1, 0, 0) p.Parent = workspace";
    await run(studio, "Edit", red);
    const capture = { capture_id: "a", camera_position: [0, 0, 30], look_at_position: [0, 0, 0] };
    const { content } = await studio.call("screen_capture", capture);
    const [text, image] = content;
    expect(text).toEqual({ type: "text", text: "" });
    if (image?.type !== "image") throw new Error("no image");
    expect(image.mimeType).toBe("image/jpeg");
    const picture = jpeg.decode(Buffer.from(image.data, "base64"));
    const middle = ((picture.height / 2) * picture.width + picture.width / 2) * 4;
    const [r = 0, g = 0, b = 0] = picture.data.subarray(middle, middle + 3);
    expect(r).toBeGreaterThan(200);
    expect(Math.max(g, b)).toBeLessThan(60);
  });

  it("fails while the window is minimised, and without a capture_id", async () => {
    await using standin = await startStudioStandin({ generation: "2026-07", behaviour: { isMinimised: true } });
    await using studio = await connectTo(standin, "2026-07");
    expect((await studio.call("screen_capture", { capture_id: "a" })).isError).toBe(true);
    expect((await studio.call("screen_capture")).text).toBe("capture_id is required");
  });
});
