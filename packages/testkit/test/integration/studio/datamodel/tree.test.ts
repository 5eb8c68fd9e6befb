import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const TREE = `local root = Instance.new("Folder")
  local function add(class, name, parent) local i = Instance.new(class) i.Name = name i.Parent = parent return i end
  `;

onBothVms("the tree", (studio) => {
  it("locks Parent of a destroyed instance [C5]", async () => {
    const message = await studio.failure('local p = Instance.new("Part") p:Destroy() p.Parent = workspace');
    expect(message).toBe(
      "AssistantCommand:1: The Parent property of Part is locked, current parent: NULL, new parent Workspace",
    );
  });

  it("destroys what is below, and can be destroyed again [C5]", async () => {
    const code = `${TREE}local a = add("Folder", "a", root) local b = add("Part", "b", a)
      root:Destroy() root:Destroy() return a.Parent, b.Parent, #root:GetChildren(), pcall(function() b.Parent = workspace end)`;
    expect((await studio.values(code)).slice(0, 4)).toEqual([null, null, 0, false]);
  });

  it("keeps an instance that is only taken out [C5]", async () => {
    const code = `${TREE}local a = add("Folder", "a", root) a.Parent = nil a.Parent = root return a.Parent == root`;
    expect(await studio.values(code)).toEqual([true]);
  });

  it("refuses a circle and itself as parent [C5]", async () => {
    const circle = `${TREE}root.Name = "R" root.Parent = workspace local a = add("Folder", "a", root) root.Parent = a`;
    expect(await studio.failure(circle)).toContain(
      "Attempt to set parent of Workspace.R to Workspace.R.a would result in circular reference",
    );
    expect(await studio.failure(`${TREE}root.Parent = root`)).toContain("as its own parent");
  });

  it.each(["workspace", "game.Lighting", "workspace.Terrain", "game.StarterPlayer.StarterPlayerScripts"])(
    "keeps %s where it is [C5]",
    async (path) => {
      expect(await studio.failure(`${path}.Parent = nil`)).toMatch(/Parent property of \w+ is locked/);
      expect(await studio.failure(`${path}:Destroy()`)).toMatch(/Parent property of \w+ is locked/);
    },
  );

  it("makes another camera for a removed one [C5]", async () => {
    const code =
      "local c = workspace.CurrentCamera c:Destroy() return workspace.CurrentCamera ~= c, workspace.CurrentCamera.ClassName";
    expect(await studio.values(code)).toEqual([true, "Camera"]);
  });

  it("gives children in the order in which they came, also with one name [C4]", async () => {
    const code = `${TREE}local first = add("Part", "x", root) add("Folder", "x", root) first.Parent = nil first.Parent = root
      local names = {} for i, c in root:GetChildren() do names[i] = c.ClassName end
      return table.concat(names, ","), root:FindFirstChild("x").ClassName`;
    expect(await studio.values(code)).toEqual(["Folder,Part", "Folder"]);
  });

  it("finds by name, class, kind and depth [C4]", async () => {
    const code = `${TREE}local deep = add("Part", "deep", add("Model", "m", root))
      return root:FindFirstChild("deep"), root:FindFirstChild("deep", true) == deep, root:FindFirstChildOfClass("Model").Name,
        root:FindFirstChildWhichIsA("PVInstance").Name, deep:FindFirstAncestor("m").Name,
        deep:FindFirstAncestorOfClass("Folder") == root, root:FindFirstChildWhichIsA("BasePart", true) == deep,
        root:FindFirstChildOfClass("BasePart")`;
    expect(await studio.values(code)).toEqual([null, true, "m", "m", "m", true, true, null]);
  });

  it("joins full names without escaping and without game [C4]", async () => {
    const code = `${TREE}root.Name = "a.b" root.Parent = workspace local leaf = add("Part", '["', root)
      return leaf:GetFullName(), Instance.new("Part"):GetFullName()`;
    expect(await studio.values(code)).toEqual(['Workspace.a.b.["', "Part"]);
  });

  it("lets members win over children [C4]", async () => {
    const code = `${TREE}add("Folder", "Name", root) add("Folder", "child", root)
      return root.Name, root.child.Name, root:FindFirstChild("Name").ClassName`;
    expect(await studio.values(code)).toEqual(["Folder", "child", "Folder"]);
  });

  it("knows kinds and ancestry [C4]", async () => {
    const code = `${TREE}local p = add("Part", "p", root)
      return p:IsA("BasePart"), p:IsA("Instance"), p:IsA("basepart"), p:IsDescendantOf(root), root:IsAncestorOf(p),
        p:IsDescendantOf(workspace), workspace:IsDescendantOf(game)`;
    expect(await studio.values(code)).toEqual([true, true, false, true, true, false, true]);
  });

  it("cuts a name after 100 characters [C4]", async () => {
    expect(await studio.values(`${TREE}root.Name = string.rep("x", 101) return #root.Name`)).toEqual([100]);
  });

  it("allows empty names and any characters [C4]", async () => {
    expect(
      await studio.values(`${TREE}root.Name = "" local a = root.Name root.Name = "a\\nö/]]" return a, root.Name`),
    ).toEqual(["", "a\nö/]]"]);
  });

  it("clears all children [C5]", async () => {
    const code = `${TREE}local a = add("Part", "a", root) root:ClearAllChildren() return #root:GetChildren(), a.Parent`;
    expect(await studio.values(code)).toEqual([0, null]);
  });

  it("lists descendants, parents before children [C4]", async () => {
    const code = `${TREE}add("Part", "b", add("Model", "a", root)) add("Part", "c", root)
      local names = {} for i, d in root:GetDescendants() do names[i] = d.Name end return table.concat(names)`;
    expect(await studio.values(code)).toEqual(["abc"]);
  });

  it("asks for the colon of a method [C5]", async () => {
    expect(await studio.failure("workspace.GetChildren()")).toBe(
      "AssistantCommand:1: Expected ':' not '.' calling member function GetChildren",
    );
  });

  it("gives an instance the same identity everywhere", async () => {
    const code = `${TREE}local p = add("Part", "p", root) local set = { [p] = 1 }
      return root.p == p, set[root.p], rawequal(root:GetChildren()[1], p), p:GetDebugId() == root.p:GetDebugId()`;
    expect(await studio.values(code)).toEqual([true, 1, true, true]);
  });

  it("hides that an instance is a table", async () => {
    expect(await studio.failure("for _ in workspace do end")).toContain("attempt to iterate over a Instance value");
    expect(await studio.failure("return #workspace")).toContain("attempt to get length of a Instance value");
    expect(await studio.failure("workspace()")).toContain("attempt to call a Instance value");
    expect(await studio.failure("return workspace + 1")).toContain(
      "attempt to perform arithmetic (add) on Instance and number",
    );
    expect(await studio.failure("return pairs(workspace)")).toContain("table expected, got Instance");
    expect(await studio.values("return getmetatable(workspace)")).toEqual(["The metatable is locked"]);
  });
});
