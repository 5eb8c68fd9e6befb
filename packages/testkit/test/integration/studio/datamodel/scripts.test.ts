import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const module = (name: string, source: string) =>
  `local ${name} = Instance.new("ModuleScript") ${name}.Name = "${name}" ${name}.Source = ${JSON.stringify(source)} ${name}.Parent = game.ReplicatedStorage\n`;

onBothVms("require", (studio) => {
  it("runs a module once and shares its value [A6]", async () => {
    const code = `${module("once", "_G.runs = (_G.runs or 0) + 1 return { n = _G.runs }")}
      _G.runs = nil return require(once).n, require(once) == require(once), _G.runs`;
    expect(await studio.values(code)).toEqual([1, true, 1]);
  });

  it("gives later calls the old module after its source changed [A6]", async () => {
    await studio.run(`${module("stale", "return 1")} return require(stale)`);
    const code = 'local m = game.ReplicatedStorage.stale m.Source = "return 2" return require(m), require(m:Clone())';
    expect(await studio.values(code)).toEqual([1, 2]);
  });

  it("gives modules their script, and errors the place in it [D1]", async () => {
    const before = studio.dataModel.messages().length;
    const message = await studio.failure(
      `${module("broken", "local x = script.Name\nerror(x .. '!')")} require(broken)`,
    );
    expect(message).toContain("Requested module experienced an error while loading");
    const texts = studio.dataModel
      .messages()
      .slice(before)
      .map(({ text }) => text);
    expect(texts).toEqual([
      "ReplicatedStorage.broken:2: broken!",
      "Stack Begin",
      "Script 'ReplicatedStorage.broken', Line 2",
      "Stack End",
    ]);
  });

  it("refuses a circle and what is no module [D1]", async () => {
    const code = `${module("a", "return require(script.Parent.b)")}${module("b", "return require(script.Parent.a)")} require(a)`;
    await studio.failure(code);
    expect(studio.dataModel.messages().map(({ text }) => text)).toContainEqual(
      expect.stringContaining("Requested module was required recursively"),
    );
    expect(await studio.failure("require(workspace)")).toContain("Attempted to call require with invalid argument(s).");
  });

  it("finds modules by path from the script, from itself and from game", async () => {
    const code = `${module("leaf", "return 7")}
      ${module("user", "return require('./leaf') + require('@self/inner') + require('@game/ReplicatedStorage/leaf')")}
      local inner = Instance.new("ModuleScript") inner.Name = "inner" inner.Source = "return require('../leaf')" inner.Parent = user
      return require(user)`;
    expect(await studio.values(code)).toEqual([21]);
    expect(await studio.failure("require('./nope')")).toContain("invalid argument");
  });

  it("wants exactly one value [A6]", async () => {
    await studio.failure(`${module("none", "local x = 1")} require(none)`);
    expect(studio.dataModel.messages().map(({ text }) => text)).toContainEqual(
      expect.stringContaining("did not return exactly one value"),
    );
  });

  it("waits for a module that yields", async () => {
    expect(await studio.values(`${module("slow", "task.wait() return 5")} return require(slow)`)).toEqual([5]);
  });

  it("has loadstring with the parser's words [A6]", async () => {
    const [value, missing, problem] = await studio.values(
      'return loadstring("return 1 + 1")(), loadstring("local =", "=chunk")',
    );
    expect([value, missing]).toEqual([2, null]);
    expect(problem).toMatch(/^chunk:1: /);
  });
});

onBothVms(
  "scripts on a server",
  (studio) => {
    it("have no loadstring [A6]", async () => {
      expect(await studio.failure('loadstring("return 1")')).toContain("loadstring() is not available");
    });
  },
  { role: "server" },
);

onBothVms(
  "sandboxed calls",
  (studio) => {
    it.each(["require(game)", "return _G.x", "return shared.x"])("refuse %s [A6]", async (code) => {
      expect(await studio.failure(code)).toContain("lacking capability");
    });

    it("do everything else [A6]", async () => {
      expect(await studio.values("return game.PlaceId")).toEqual([0]);
    });
  },
  { switches: { isSandboxed: true } },
);

onBothVms("ScriptEditorService", (studio) => {
  const SCRIPT = `local editor = game:GetService("ScriptEditorService") local s = workspace:FindFirstChild("Edited")
    `;

  it("changes the source of a script that is not open [C5]", async () => {
    const code = `local s = Instance.new("Script", workspace) s.Name = "Edited" s.Source = "old"
      ${SCRIPT}editor:UpdateSourceAsync(s, function(old) return old .. "+new" end) return s.Source, editor:GetEditorSource(s), editor:FindScriptDocument(s)`;
    expect(await studio.values(code)).toEqual(["old+new", "old+new", null]);
  });

  it("cancels at nil, and raises for yields, errors and other values [C5]", async () => {
    expect(await studio.values(`${SCRIPT}editor:UpdateSourceAsync(s, function() end) return s.Source`)).toEqual([
      "old+new",
    ]);
    expect(
      await studio.failure(`${SCRIPT}editor:UpdateSourceAsync(s, function() task.wait() return "" end)`),
    ).toContain("yield");
    expect(await studio.failure(`${SCRIPT}editor:UpdateSourceAsync(s, function() return 5 end)`)).toContain(
      "string or nil",
    );
    expect(await studio.failure(`${SCRIPT}editor:UpdateSourceAsync(s, function() error("mine") end)`)).toContain(
      "mine",
    );
    expect(await studio.failure(`${SCRIPT}editor:UpdateSourceAsync(workspace, print)`)).toContain("Script");
  });

  it("shows a draft that differs from Source [hazard 23]", async () => {
    await studio.dataModel.editDraft(["Workspace", "Edited"], "typed");
    const code = `${SCRIPT}return s.Source, editor:GetEditorSource(s), editor:FindScriptDocument(s):GetText(), #editor:GetScriptDocuments()`;
    expect(await studio.values(code)).toEqual(["old+new", "typed", "typed", 1]);
    await studio.dataModel.editDraft(["Workspace", "Edited"], undefined);
    expect(await studio.values(`${SCRIPT}return editor:GetEditorSource(s)`)).toEqual(["old+new"]);
  });

  it("refuses a path without instance", async () => {
    await expect(studio.dataModel.editDraft(["Workspace", "Nope"], "x")).rejects.toMatchObject({ code: "VM_FAILED" });
  });
});

onBothVms(
  "ScriptEditorService with drafts",
  (studio) => {
    it("changes the draft of an open script and leaves Source behind [hazard 23]", async () => {
      const code = `local editor = game:GetService("ScriptEditorService") local s = Instance.new("Script", workspace) s.Source = "old"
        editor:OpenScriptDocumentAsync(s) editor:UpdateSourceAsync(s, function() return "new" end)
        return s.Source, editor:GetEditorSource(s)`;
      expect(await studio.values(code)).toEqual(["old", "new"]);
    });
  },
  { switches: { draftsMode: true } },
);
