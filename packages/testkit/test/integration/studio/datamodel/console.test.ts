import { expect, it } from "vitest";
import { onBothVms, type Studio } from "./both-vms.ts";

async function messagesOf(studio: Studio, code: string) {
  const before = studio.dataModel.messages().length;
  await studio.dataModel.execute(code);
  return studio.dataModel.messages().slice(before);
}

onBothVms("the console", (studio) => {
  it("types what is printed, warned and raised [A8]", async () => {
    const messages = await messagesOf(
      studio,
      'print("a", 1, nil, workspace) warn("b") task.spawn(function() error("c") end)',
    );
    expect(messages.map(({ type, text }) => [type, text])).toEqual([
      ["MessageOutput", "a 1 nil Workspace"],
      ["MessageWarning", "b"],
      ["MessageError", "AssistantCommand:1: c"],
      ["MessageInfo", "Stack Begin"],
      ["MessageInfo", "Script 'AssistantCommand', Line 1"],
      ["MessageInfo", "Stack End"],
    ]);
    expect(messages[0]?.timestamp).toBeGreaterThan(1_700_000_000);
  });

  it("keeps a message of several lines as one [A8]", async () => {
    expect((await messagesOf(studio, 'print("a\\nb")')).map(({ text }) => text)).toEqual(["a\nb"]);
  });

  it("is in LogService with message types, and is cleared there [A8, A12]", async () => {
    const code = `local log = game:GetService("LogService") log:ClearOutput() print("one") warn("two")
      local history = log:GetLogHistory() local entry = history[2] log:ClearOutput()
      return #history, entry.message, entry.messageType == Enum.MessageType.MessageWarning, type(entry.timestamp), #log:GetLogHistory()`;
    expect(await studio.values(code)).toEqual([2, "two", true, "number", 0]);
  });

  it("tells of each message [A8]", async () => {
    const code = `local seen local log = game:GetService("LogService")
      local c = log.MessageOut:Connect(function(text, kind) seen = text .. kind.Name end) print("x") c:Disconnect() return seen`;
    expect(await studio.values(code)).toEqual(["xMessageOutput"]);
  });

  it("does not hold the errors of a call, which are its result [A6]", async () => {
    expect(await messagesOf(studio, 'error("mine")')).toEqual([]);
  });

  it("names functions in stacks, and none of the stand-in's own frames [D1]", async () => {
    const code = "local function inner()\n  workspace.Nope()\nend\nlocal function outer()\n  inner()\nend\nouter()";
    const result = await studio.dataModel.execute(code, { chunkName: "Chunk" });
    expect(result).toEqual({
      ok: false,
      message: 'Chunk:2: Nope is not a valid member of Workspace "Workspace"',
      stack: [
        "Script 'Chunk', Line 2 - function inner",
        "Script 'Chunk', Line 5 - function outer",
        "Script 'Chunk', Line 7",
      ],
      isSyntaxError: false,
    });
  });

  it("says where an error is after a yield, too [D1]", async () => {
    const result = await studio.dataModel.execute("task.wait()\nlocal x\nx.y = 1");
    expect(result).toMatchObject({
      message: "AssistantCommand:3: attempt to index nil with 'y'",
      stack: ["Script 'AssistantCommand', Line 3"],
    });
  });

  it("tells a syntax error from a runtime error [A6]", async () => {
    expect(await studio.dataModel.execute("local = 1")).toMatchObject({ ok: false, isSyntaxError: true, stack: [] });
  });

  it("keeps error values that are tables for pcall and coroutines", async () => {
    const code = `local _, a = pcall(function() error({ code = 1 }) end)
      local _, b = coroutine.resume(coroutine.create(function() error({ code = 2 }) end))
      local _, c = pcall(coroutine.wrap(function() error({ code = 3 }) end)) return a.code, b.code, c.code`;
    expect(await studio.values(code)).toEqual([1, 2, 3]);
  });

  it("shows tracebacks without the stand-in's frames", async () => {
    const [text] = await studio.values('local function f() return debug.traceback("m") end return f()');
    expect(text).not.toContain("studio/");
    expect(text).toMatch(/^m\nAssistantCommand:1 function f\n/);
  });
});

onBothVms("results", (studio) => {
  it.each([
    ['"text"', "text"],
    ["1.5", "1.5"],
    ["true", "true"],
    ["nil", "nil"],
    ["", "nil"],
    ["workspace.Terrain", "Workspace.Terrain"],
    ['(function() local p = Instance.new("Part") p:Destroy() return p end)()', "[Destroyed Instance]"],
    ["{ 1, 2 }", '{"1":1,"2":2}'],
    ["{ a = { b = workspace }, [true] = 1 }", '{"a":{"b":"Workspace"},"true":1}'],
    ["Vector3.new(1, 2, 3)", "1, 2, 3"],
    ["Color3.new(1, 0, 0.5)", "1, 0, 0.5"],
    ["Enum.Material.Wood", "Enum.Material.Wood"],
    ["1, 2", "1"],
  ])("give %s as %s [A6]", async (expression, text) => {
    expect(await studio.run(`return ${expression}`)).toBe(text);
  });

  it("give a CFrame as position and rotation [A6]", async () => {
    expect(JSON.parse(await studio.run("return CFrame.new(1, 2, 3)"))).toMatchObject({ Position: "1, 2, 3" });
  });

  it("cut long strings and give up on long or circular tables [A6]", async () => {
    const text = await studio.run('return string.rep("x", 200000)');
    expect(text).toHaveLength(100_015);
    expect(text.endsWith("... (truncated)")).toBe(true);
    expect(await studio.run('return { string.rep("x", 100001) }')).toBe("[Complex Table]");
    expect(await studio.run("local t = {} t.t = t return t")).toBe("[Complex Table]");
  });

  it("survive any bytes", async () => {
    expect(await studio.run('return "a\\0b\\255c\\u{1F600}"')).toBe("a\0b\uFFFDc😀");
  });
});

onBothVms(
  "results of newer proxies",
  (studio) => {
    it("are JSON string literals for strings, and addresses for tables on some builds [A6]", async () => {
      expect(await studio.run('return "a\\"b"')).toBe('"a\\"b"');
      expect(await studio.run("return {}")).toMatch(/^table: 0x/);
    });
  },
  { switches: { quotesStrings: true, tableResults: "address" } },
);
