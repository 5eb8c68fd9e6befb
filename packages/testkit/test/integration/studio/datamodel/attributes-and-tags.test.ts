import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const FOLDER = 'local f = Instance.new("Folder") ';

onBothVms("attributes", (studio) => {
  it.each([
    '"text"',
    "true",
    "1.1",
    "UDim.new(1, 2)",
    "UDim2.new(1, 2, 3, 4)",
    "BrickColor.Red()",
    "Color3.new(1, 0, 0)",
    "Vector2.new(1, 2)",
    "Vector3.new(1, 2, 3)",
    "CFrame.new(1, 2, 3)",
    "NumberSequence.new(1)",
    "ColorSequence.new(Color3.new())",
    "NumberRange.new(1, 2)",
    "Rect.new(1, 2, 3, 4)",
    "Font.fromEnum(Enum.Font.Arial)",
    "Enum.Material.Wood",
  ])("keeps %s [C3]", async (value) => {
    const code = `${FOLDER}local value = ${value} f:SetAttribute("a", value) return f:GetAttribute("a") == value`;
    expect(await studio.values(code)).toEqual([true]);
  });

  it.each([
    "workspace",
    "{}",
    "Content.none",
    "PhysicalProperties.new(1, 1, 1)",
    "Ray.new(Vector3.zero, Vector3.one)",
    "Faces.new()",
  ])("refuses %s [C3]", async (value) => {
    expect(await studio.failure(`${FOLDER}f:SetAttribute("a", ${value})`)).toContain(
      "is not a supported attribute type",
    );
  });

  it.each(["a b", "RBXa", "", "ä", "a*"])("refuses the name %j [C3]", async (name) => {
    expect(await studio.failure(`${FOLDER}f:SetAttribute(${JSON.stringify(name)}, 1)`)).toContain("Attribute name");
  });

  it("allows 100 characters of letters, digits and _ . - / [C3]", async () => {
    const code = `${FOLDER}local name = "a_.-/9" .. string.rep("x", 94) f:SetAttribute(name, 1) return f:GetAttribute(name)`;
    expect(await studio.values(code)).toEqual([1]);
    expect(await studio.failure(`${FOLDER}f:SetAttribute(string.rep("x", 101), 1)`)).toContain("100");
  });

  it("removes with nil, and lists a copy [C3]", async () => {
    const code = `${FOLDER}f:SetAttribute("a", 1) f:SetAttribute("b", 2) f:SetAttribute("a", nil)
      local all = f:GetAttributes() all.b = 3 return all.a, f:GetAttribute("a"), f:GetAttribute("b")`;
    expect(await studio.values(code)).toEqual([null, null, 2]);
  });
});

onBothVms("tags", (studio) => {
  it("are on the instance and in CollectionService alike [C4]", async () => {
    const code = `${FOLDER}local c = game:GetService("CollectionService") f:AddTag("x") c:AddTag(f, "y") f:AddTag("x")
      return table.concat(f:GetTags(), ","), c:HasTag(f, "x"), f:HasTag("z"), table.concat(c:GetTags(f), ",")`;
    expect(await studio.values(code)).toEqual(["x,y", true, false, "x,y"]);
  });

  it("group only what is in the place [C4]", async () => {
    const code = `${FOLDER}local c = game:GetService("CollectionService") f:AddTag("group") local before = #c:GetTagged("group")
      f.Parent = workspace local inside = #c:GetTagged("group") f:Destroy() return before, inside, #c:GetTagged("group")`;
    expect(await studio.values(code)).toEqual([0, 1, 0]);
  });

  it("tell when an instance comes and goes [C4]", async () => {
    const code = `${FOLDER}local c = game:GetService("CollectionService") local log = {}
      c:GetInstanceAddedSignal("s"):Connect(function(i) table.insert(log, "+" .. i.Name) end)
      c:GetInstanceRemovedSignal("s"):Connect(function(i) table.insert(log, "-" .. i.Name) end)
      f.Name = "n" f:AddTag("s") f.Parent = workspace f:RemoveTag("s") f:AddTag("s") f.Parent = nil return table.concat(log)`;
    expect(await studio.values(code)).toEqual(["+n-n+n-n"]);
  });

  it("cannot be empty or longer than the limit [C4]", async () => {
    expect(await studio.failure(`${FOLDER}f:AddTag("")`)).toContain("empty");
    expect(await studio.failure(`${FOLDER}f:AddTag(string.rep("x", 201))`)).toContain("200");
  });
});
