import fc from "fast-check";
import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

/** Changes of instances that are picked by number. What is out of the place is out of the history, too. */
const change = fc.record({
  kind: fc.constantFrom("create", "move", "destroy", "rename", "property", "attribute", "tag", "reference", "clone"),
  on: fc.nat(20),
  to: fc.nat(20),
  value: fc.nat(3),
});

const APPLY = `
local root = workspace:FindFirstChild("Root") or Instance.new("Folder")
root.Name = "Root" root.Parent = workspace
local function pick(n) local known = root:GetDescendants() table.insert(known, 1, root) return known[n % #known + 1] end
local actions = {
  create = function(a, b, v) local class = ({ "Part", "Model", "ObjectValue", "Folder" })[v + 1] local made = Instance.new(class) made.Parent = a end,
  move = function(a, b) a.Parent = b end,
  destroy = function(a) a:Destroy() end,
  rename = function(a, _, v) a.Name = "Name" .. v end,
  property = function(a, _, v) if a:IsA("Part") then a.Transparency = v / 4 a.Position = Vector3.new(v, 0, 0) else a.Archivable = v > 0 end end,
  attribute = function(a, _, v) a:SetAttribute("a" .. v, if v == 0 then nil else v) a:SetAttribute("a" .. v, nil) a:SetAttribute("b", v) end,
  tag = function(a, _, v) if v > 1 then a:AddTag("t" .. v) else a:RemoveTag("t" .. v + 2) end end,
  reference = function(a, b) if a:IsA("ObjectValue") then a.Value = b elseif a:IsA("Model") and b:IsA("Part") then a.PrimaryPart = b end end,
  clone = function(a, b) local copy = a:Clone() copy.Parent = b end,
}
for _, change in changes do
  local a, b = pick(change.on), pick(change.to)
  -- What Roblox refuses changes nothing; Root itself stays.
  if a ~= root then pcall(actions[change.kind], a, b, change.value) elseif change.kind ~= "destroy" and change.kind ~= "move" then pcall(actions[change.kind], a, b, change.value) end
end`;

const apply = (changes: readonly unknown[]) =>
  `local changes = game:GetService("HttpService"):JSONDecode([==[${JSON.stringify(changes)}]==])${APPLY}`;

onBothVms("undo and redo", (studio) => {
  it("are each other's inverse for any changes [C6]", async () => {
    const history = 'game:GetService("ChangeHistoryService")';
    const sequences = fc.array(change, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(sequences, sequences, async (first, second) => {
        await studio.run(`workspace:ClearAllChildren() ${apply(first)} ${history}:ResetWaypoints()`);
        const before = await studio.dataModel.snapshot();
        const result = await studio.dataModel.execute(apply(second), { recording: "changes" });
        expect(result).toMatchObject({ ok: true });
        const after = await studio.dataModel.snapshot();
        // Changes that came to nothing make no waypoint.
        fc.pre((await studio.values(`return (${history}:GetCanUndo())`))[0] === true);
        await studio.run(`${history}:Undo()`);
        expect(await studio.dataModel.snapshot()).toEqual(before);
        await studio.run(`${history}:Redo()`);
        expect(await studio.dataModel.snapshot()).toEqual(after);
        await studio.run(`${history}:Undo()`);
        expect(await studio.dataModel.snapshot()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
