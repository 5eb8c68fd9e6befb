import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const HISTORY = `local history = game:GetService("ChangeHistoryService") history:ResetWaypoints()
  local Commit, Cancel, Append = Enum.FinishRecordingOperation.Commit, Enum.FinishRecordingOperation.Cancel, Enum.FinishRecordingOperation.Append
  local function record(name, change, operation)
    local id = history:TryBeginRecording(name) change() history:FinishRecording(id, operation or Commit) end
  local f = Instance.new("Folder") f.Name = "F" f.Parent = workspace history:ResetWaypoints()
  `;

onBothVms("ChangeHistoryService", (studio) => {
  it("takes back and makes again what a recording holds [C6]", async () => {
    const code = `${HISTORY}record("change", function() f.Name = "G" f:SetAttribute("a", 1) f:AddTag("t") end)
      local can, name = history:GetCanUndo() history:Undo()
      local a, b, c = f.Name, f:GetAttribute("a"), f:HasTag("t")
      history:Redo() return can, name, a, b, c, f.Name, f:GetAttribute("a"), f:HasTag("t")`;
    expect(await studio.values(code)).toEqual([true, "change", "F", null, false, "G", 1, true]);
  });

  it("brings a destroyed instance back as the same one, with children and references [C5, C6]", async () => {
    const code = `${HISTORY}local a = Instance.new("Folder", f) local p = Instance.new("Part", a) p.Name = "P" Instance.new("Model", f)
      local v = Instance.new("ObjectValue", workspace) v.Value = p history:ResetWaypoints()
      record("destroy", function() a:Destroy() end) local gone = a.Parent
      history:Undo() p.Parent = p.Parent
      return gone, a.Parent == f, p.Parent == a, v.Value == p, f:GetChildren()[1] == a`;
    expect(await studio.values(code)).toEqual([null, true, true, true, true]);
  });

  it("removes what was made, and puts the same one back [C6]", async () => {
    const code = `${HISTORY}local p = Instance.new("Part") p.Transparency = 0.5
      record("create", function() p.Parent = f end) history:Undo() local a = p.Parent history:Redo()
      return a, p.Parent == f, p.Transparency`;
    expect(await studio.values(code)).toEqual([null, true, 0.5]);
  });

  it("reverts at Cancel, whatever the id [C6]", async () => {
    const code = `${HISTORY}history:TryBeginRecording("x") f.Name = "G" history:FinishRecording("nonsense", Cancel)
      return f.Name, (history:GetCanUndo())`;
    expect(await studio.values(code)).toEqual(["F", false]);
  });

  it("merges into the waypoint before at Append [C6]", async () => {
    const code = `${HISTORY}record("one", function() f.Name = "G" end) record("two", function() f:AddTag("t") end, Append)
      local _, name = history:GetCanUndo() history:Undo() return name, f.Name, f:HasTag("t"), (history:GetCanUndo())`;
    expect(await studio.values(code)).toEqual(["one", "F", false, false]);
  });

  it("gives no second recording while one is open [C6]", async () => {
    const code = `${HISTORY}local id = history:TryBeginRecording("x") local second = history:TryBeginRecording("y")
      local open = history:IsRecordingInProgress() history:FinishRecording(id, Cancel) return type(id), second, open`;
    expect(await studio.values(code)).toEqual(["string", null, true]);
  });

  it("gives none in a call that is wrapped in one, which is one undo step [A6, C6]", async () => {
    const result = await studio.dataModel.execute(
      `local f = Instance.new("Folder", workspace) f.Name = "Wrapped" f:AddTag("t")
       return tostring(game:GetService("ChangeHistoryService"):TryBeginRecording("mine"))`,
      { recording: "Agent" },
    );
    expect(result).toMatchObject({ ok: true, text: "nil" });
    const code = `local history = game:GetService("ChangeHistoryService") local _, name = history:GetCanUndo() history:Undo()
      return name, workspace:FindFirstChild("Wrapped")`;
    expect(await studio.values(code)).toEqual(["Agent", null]);
  });

  it("raises when there is nothing to finish, undo or redo, and for a wrong id [C6]", async () => {
    expect(await studio.failure(`${HISTORY}history:Undo()`)).toContain("undo");
    expect(await studio.failure(`${HISTORY}history:Redo()`)).toContain("redo");
    expect(await studio.failure(`${HISTORY}history:FinishRecording("x", Commit)`)).toContain("no recording");
    const wrong = `${HISTORY}local id = history:TryBeginRecording("x") local ok, message = pcall(history.FinishRecording, history, "y", Commit)
      history:FinishRecording(id, Cancel) return ok, message`;
    expect((await studio.values(wrong))[0]).toBe(false);
  });

  it("undoes whatever is on top, also what somebody else did [C6]", async () => {
    const code = `${HISTORY}record("agent", function() f.Name = "G" end) record("user", function() f:AddTag("t") end)
      history:Undo() return f.Name, f:HasTag("t")`;
    expect(await studio.values(code)).toEqual(["G", false]);
  });

  it("forgets everything at ResetWaypoints and SetEnabled(false) [C6]", async () => {
    const code = `${HISTORY}record("a", function() f.Name = "G" end) history:SetEnabled(false) local a = history:GetCanUndo()
      history:SetEnabled(true) record("b", function() f.Name = "H" end) history:ResetWaypoints() return a, (history:GetCanUndo())`;
    expect(await studio.values(code)).toEqual([false, false]);
  });

  it("tells of undo, redo and recordings [C6]", async () => {
    const code = `${HISTORY}local log = {} history.OnUndo:Connect(function(name) table.insert(log, "undo " .. name) end)
      history.OnRedo:Connect(function(name) table.insert(log, "redo " .. name) end)
      record("x", function() f.Name = "G" end) history:Undo() history:Redo() return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["undo x,redo x"]);
  });
});

onBothVms(
  "ChangeHistoryService while playing",
  (studio) => {
    it("does nothing [C6]", async () => {
      const code = `local history = game:GetService("ChangeHistoryService") history:SetWaypoint("x")
        history:Undo() return history:TryBeginRecording("x"), (history:GetCanUndo())`;
      expect(await studio.values(code)).toEqual([null, false]);
    });
  },
  { role: "server" },
);

onBothVms(
  "ChangeHistoryService that allows nested recordings",
  (studio) => {
    it("makes a waypoint of its own of a recording within a call [C6]", async () => {
      const code = `local history = game:GetService("ChangeHistoryService") local f = Instance.new("Folder", workspace)
        local id = history:TryBeginRecording("inner") f.Name = "Inner" history:FinishRecording(id, Enum.FinishRecordingOperation.Commit)
        f:AddTag("outer")`;
      await studio.dataModel.execute(code, { recording: "outer" });
      const check = `local history = game:GetService("ChangeHistoryService") local _, outer = history:GetCanUndo() history:Undo()
        local _, inner = history:GetCanUndo() return outer, inner`;
      expect(await studio.values(check)).toEqual(["outer", "inner"]);
    });
  },
  { switches: { allowsNestedRecording: true } },
);
