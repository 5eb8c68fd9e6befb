import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const LOG =
  'local log = {} local function note(...) table.insert(log, table.concat({ ... }, " ")) end local f = Instance.new("Folder") ';

onBothVms("signals", (studio) => {
  it("tell of children and descendants [C5]", async () => {
    const code = `${LOG}f.ChildAdded:Connect(function(c) note("child+", c.Name) end)
      f.ChildRemoved:Connect(function(c) note("child-", c.Name) end)
      f.DescendantAdded:Connect(function(c) note("desc+", c.Name) end)
      f.DescendantRemoving:Connect(function(c) note("desc-", c.Name) end)
      local m = Instance.new("Model") Instance.new("Part", m) m.Parent = f m.Parent = nil return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual([
      "child+ Model,desc+ Model,desc+ Part,desc- Model,desc- Part,child- Model",
    ]);
  });

  it("tell of changed properties by name and by signal [C5]", async () => {
    const code = `${LOG}f.Changed:Connect(function(name) note("any", name) end)
      f:GetPropertyChangedSignal("Name"):Connect(function() note("name", f.Name) end)
      f.Name = "A" f.Name = "A" f.Archivable = false return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["any Name,name A,any Archivable"]);
  });

  it("hand the value over in Changed of a value object [C5]", async () => {
    const code = `${LOG}local v = Instance.new("IntValue") v.Changed:Connect(function(value) note(value) end)
      v.Value = 5 v.Name = "x" return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["5"]);
  });

  it("tell of the views of a changed property [C2]", async () => {
    const code = `${LOG}local p = Instance.new("Part") p:GetPropertyChangedSignal("Position"):Connect(function() note("position") end)
      p:GetPropertyChangedSignal("BrickColor"):Connect(function() note("brick") end)
      p.CFrame = CFrame.new(1, 2, 3) p.Color = Color3.new(1, 0, 0) return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["position,brick"]);
  });

  it("tell of attributes [C3]", async () => {
    const code = `${LOG}f.AttributeChanged:Connect(function(name) note("any", name) end)
      f:GetAttributeChangedSignal("a"):Connect(function() note("a") end)
      f:SetAttribute("a", 1) f:SetAttribute("b", 1) f:SetAttribute("a", 1) return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["any a,a,any b"]);
  });

  it("tell of ancestry, and of Destroying before the parent is gone [C5]", async () => {
    const code = `${LOG}local p = Instance.new("Part", f)
      p.AncestryChanged:Connect(function(child, parent) note("ancestry", child.Name, tostring(parent)) end)
      p.Destroying:Connect(function() note("destroying", tostring(p.Parent)) end)
      f.Parent = workspace p:Destroy() return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["ancestry Folder Workspace,destroying Folder,ancestry Part nil"]);
  });

  it("stop after Disconnect, after Once, and at Destroy [C5]", async () => {
    const code = `${LOG}local c = f.ChildAdded:Connect(function() note("c") end) f.ChildAdded:Once(function() note("o") end)
      Instance.new("Part", f) c:Disconnect() Instance.new("Part", f)
      local d = f.ChildAdded:Connect(function() end) f:Destroy() return table.concat(log), c.Connected, d.Connected`;
    expect(await studio.values(code)).toEqual(["co", false, false]);
  });

  it("let a thread wait for them", async () => {
    const code = `${LOG}task.defer(function() f.Name = "late" end) f:GetPropertyChangedSignal("Name"):Wait() return f.Name`;
    expect(await studio.values(code)).toEqual(["late"]);
  });

  it("refuse an unknown event and an unknown property [C5]", async () => {
    expect(await studio.failure("workspace.Nope:Connect(print)")).toContain("is not a valid member of");
    expect(await studio.failure('workspace:GetPropertyChangedSignal("Nope")')).toContain("not a valid property name");
    expect(await studio.failure("workspace.ChildAdded:Connect(1)")).toContain("Attempt to connect failed");
  });

  it("exist for events that never fire here, such as Touched", async () => {
    expect(await studio.values('return typeof(Instance.new("Part").Touched)')).toEqual(["RBXScriptSignal"]);
  });

  it("report an error of a handler in the console and go on", async () => {
    const before = studio.dataModel.messages().length;
    await studio.run(
      'local f = Instance.new("Folder") f.Changed:Connect(function() error("handler broke") end) f.Name = "x"',
    );
    const texts = studio.dataModel
      .messages()
      .slice(before)
      .map((message) => message.text);
    expect(texts).toContain("AssistantCommand:1: handler broke");
  });
});

onBothVms(
  "deferred signals",
  (studio) => {
    it("run their handlers after the script yields", async () => {
      const code = `${LOG}f.Changed:Connect(function() note("handler") end) f.Name = "x" note("script") task.wait() return table.concat(log, ",")`;
      expect(await studio.values(code)).toEqual(["script,handler"]);
    });
  },
  { switches: { signalBehavior: "deferred" } },
);
