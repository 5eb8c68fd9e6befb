import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

onBothVms("Clone", (studio) => {
  it("gives nil for what is not archivable [C5]", async () => {
    const code = 'local p = Instance.new("Part") p.Archivable = false return p:Clone()';
    expect(await studio.values(code)).toEqual([null]);
  });

  it("leaves out descendants that are not archivable [C5]", async () => {
    const code = `local m = Instance.new("Model") local p = Instance.new("Part", m) p.Archivable = false
      Instance.new("Folder", m) local c = m:Clone() return #c:GetChildren(), c:FindFirstChild("Part")`;
    expect(await studio.values(code)).toEqual([1, null]);
  });

  it("has no parent, and copies properties, attributes and tags [C3, C4, C5]", async () => {
    const code = `local p = Instance.new("Part", workspace) p.Name = "Original" p.Transparency = 0.5
      p:SetAttribute("a", 1) p:AddTag("t") local c = p:Clone() p:Destroy()
      return c.Parent, c.Name, c.Transparency, c:GetAttribute("a"), c:HasTag("t")`;
    expect(await studio.values(code)).toEqual([null, "Original", 0.5, 1, true]);
  });

  it("makes references between cloned instances point to the copies, and no others [C5]", async () => {
    const code = `local m = Instance.new("Model") local p = Instance.new("Part", m) m.PrimaryPart = p
      local w = Instance.new("WeldConstraint", m) local outside = Instance.new("Part") w.Part0 = p w.Part1 = outside
      local inbound = Instance.new("ObjectValue") inbound.Value = p
      local c = m:Clone()
      return c.PrimaryPart == c.Part, c.WeldConstraint.Part0 == c.Part, c.WeldConstraint.Part1 == outside, inbound.Value == p`;
    expect(await studio.values(code)).toEqual([true, true, true, true]);
  });

  it("copies the source of scripts, not their changes afterwards [C5]", async () => {
    const code = `local s = Instance.new("ModuleScript") s.Source = "return 1" local c = s:Clone() s.Source = "return 2"
      return c.Source`;
    expect(await studio.values(code)).toEqual(["return 1"]);
  });
});
