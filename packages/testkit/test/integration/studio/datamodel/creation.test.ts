import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

onBothVms("Instance.new", (studio) => {
  it("makes an instance with its class's name and no parent [C5]", async () => {
    expect(await studio.values('local p = Instance.new("Part") return p.Name, p.ClassName, p.Parent')).toEqual([
      "Part",
      "Part",
      null,
    ]);
  });

  it("puts the instance below a given parent [C5]", async () => {
    const code = 'local folder = Instance.new("Folder", workspace) return folder.Parent == workspace';
    expect(await studio.values(code)).toEqual([true]);
  });

  it.each(["BasePart", "Instance", "Workspace", "Terrain", "DataModel", "NoSuchClass"])(
    "refuses %s with Roblox's words [C5]",
    async (className) => {
      const message = await studio.failure(`Instance.new("${className}")`);
      expect(message).toBe(`AssistantCommand:1: Unable to create an Instance of type "${className}"`);
    },
  );

  it("is an Instance to typeof, userdata to type and its name to tostring", async () => {
    const code = 'local f = Instance.new("Folder") f.Name = "N" return typeof(f), type(f), tostring(f)';
    expect(await studio.values(code)).toEqual(["Instance", "userdata", "N"]);
  });
});
