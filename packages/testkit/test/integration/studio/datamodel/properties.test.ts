import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

onBothVms("properties", (studio) => {
  it("keeps 32-bit floats, so that 0.1 reads back longer [C2]", async () => {
    const code = 'local p = Instance.new("Part") p.Transparency = 0.1 return p.Transparency == 0.1, p.Transparency';
    expect(await studio.values(code)).toEqual([false, Math.fround(0.1)]);
  });

  it("keeps doubles where the class has doubles [C8]", async () => {
    expect(await studio.values('local v = Instance.new("NumberValue") v.Value = 0.1 return v.Value')).toEqual([0.1]);
  });

  it("stores BasePart.Color at 8 bits per channel [C2]", async () => {
    const code = 'local p = Instance.new("Part") p.Color = Color3.new(0.5, 0, 1) return math.round(p.Color.R * 255000)';
    expect(await studio.values(code)).toEqual([128_000]);
  });

  it("keeps the floats of colours of user interfaces [C2]", async () => {
    const code =
      'local f = Instance.new("Frame") f.BackgroundColor3 = Color3.new(0.5, 0, 1) return f.BackgroundColor3.R == 0.5';
    expect(await studio.values(code)).toEqual([true]);
  });

  it("clamps the size of a part [C2]", async () => {
    const code = 'local p = Instance.new("Part") p.Size = Vector3.new(-1, 5, 9999) return p.Size.X, p.Size.Y, p.Size.Z';
    expect(await studio.values(code)).toEqual([Math.fround(0.001), 5, 2048]);
  });

  it("takes enum items by item, name and number, and gives items [C2]", async () => {
    const code = `local p = Instance.new("Part")
      p.Material = Enum.Material.Wood local a = p.Material.Name
      p.Material = "Slate" local b = p.Material.Name
      p.Material = 256 return a, b, p.Material.Name`;
    expect(await studio.values(code)).toEqual(["Wood", "Slate", "Plastic"]);
  });

  it("refuses unknown items and items of other enums [C2]", async () => {
    expect(await studio.failure('Instance.new("Part").Material = "Cheese"')).toMatch(/Invalid value "Cheese" for enum/);
    expect(await studio.failure('Instance.new("Part").Material = 99999')).toMatch(/Invalid value 99999 for enum/);
    expect(await studio.failure('Instance.new("Part").Material = Enum.Font.Arial')).toMatch(
      /EnumItem of type Material/,
    );
  });

  it.each([
    ["Size = 3", "Vector3 expected, got number"],
    ["CFrame = Vector3.new()", "CoordinateFrame expected, got Vector3"],
    ["Anchored = 1", "boolean expected, got number"],
    ["Anchored = nil", "boolean expected, got nil"],
    ["Transparency = 'x'", "number expected, got string"],
    ["Color = BrickColor.Red()", "Color3 expected, got BrickColor"],
    ["Name = {}", "string expected, got table"],
    ["Parent = 'Workspace'", "Instance expected, got string"],
  ])("refuses %s with the types in Roblox's words [C2]", async (assignment, words) => {
    const property = assignment.split(" ")[0] ?? "";
    const message = await studio.failure(`local p = Instance.new("Part")\np.${assignment}`);
    expect(message).toBe(`AssistantCommand:2: Unable to assign property ${property}. ${words}`);
  });

  it("takes numbers as strings and digits as numbers [C2]", async () => {
    const code = `local t = Instance.new("TextLabel") t.Text = 5 t.BackgroundTransparency = "0.5"
      return t.Text, t.BackgroundTransparency`;
    expect(await studio.values(code)).toEqual(["5", 0.5]);
  });

  it("clears a PhysicalProperties with nil [C2]", async () => {
    const code = `local p = Instance.new("Part") p.CustomPhysicalProperties = PhysicalProperties.new(1, 1, 1)
      p.CustomPhysicalProperties = nil return p.CustomPhysicalProperties`;
    expect(await studio.values(code)).toEqual([null]);
  });

  it("moves Position, Orientation and CFrame together [C2]", async () => {
    const code = `local p = Instance.new("Part") p.Position = Vector3.new(1, 2, 3) p.Orientation = Vector3.new(0, 90, 0)
      local a = p.CFrame.Position == Vector3.new(1, 2, 3)
      p.CFrame = CFrame.new(4, 5, 6) return a, p.Position.X, p.Orientation.Y`;
    expect(await studio.values(code)).toEqual([true, 4, 0]);
  });

  it("moves Color and BrickColor together [C2]", async () => {
    const code = `local p = Instance.new("Part") p.BrickColor = BrickColor.new("Bright red")
      local red = math.round(p.Color.R * 255) p.Color = Color3.fromRGB(27, 42, 53) return red, p.BrickColor.Name`;
    expect(await studio.values(code)).toEqual([196, "Black"]);
  });

  it("moves Font and FontFace together [C2]", async () => {
    const code = `local t = Instance.new("TextLabel") t.Font = Enum.Font.Gotham local family = t.FontFace.Family
      t.FontFace = Font.fromEnum(Enum.Font.Arial) return family, t.Font.Name`;
    expect(await studio.values(code)).toEqual(["rbxasset://fonts/families/GothamSSm.json", "Arial"]);
  });

  it("moves Texture and TextureContent together [C8]", async () => {
    const code = `local d = Instance.new("Decal") d.Texture = "rbxassetid://5" local uri = d.TextureContent.Uri
      d.TextureContent = Content.none return uri, d.Texture`;
    expect(await studio.values(code)).toEqual(["rbxassetid://5", ""]);
  });

  it("moves ClockTime and TimeOfDay, Enabled and Disabled together [C2]", async () => {
    const code = `local l, s = game.Lighting, Instance.new("Script") l.ClockTime = 6.5 local time = l.TimeOfDay l.TimeOfDay = "18:00:00"
      s.Enabled = false return time, l.ClockTime, s.Disabled`;
    expect(await studio.values(code)).toEqual(["06:30:00", 18, true]);
  });

  it("reads an alias as what it stands for [C8]", async () => {
    const code = 'local p = Instance.new("Part") p.archivable = false return p.Archivable, p.className';
    expect(await studio.values(code)).toEqual([false, "Part"]);
  });

  it("refuses to write what is read only [C8]", async () => {
    const message = await studio.failure('Instance.new("Part").ClassName = "X"');
    expect(message).toBe("AssistantCommand:1: Unable to assign property ClassName. Property is read only");
  });

  it("does not know what is not scriptable [A6]", async () => {
    const message = await studio.failure("return workspace.SignalBehavior");
    expect(message).toBe('AssistantCommand:1: SignalBehavior is not a valid member of Workspace "Workspace"');
  });

  it("names the missing capability of what only Roblox's scripts may see [C4, C5]", async () => {
    expect(await studio.failure("return workspace.UniqueId")).toMatch(/lacking capability RobloxScript/);
  });

  it("refuses a child's or an unknown name as a property, with class and path [A6]", async () => {
    const code = 'local f = Instance.new("Folder") f.Name = "F.x" f.Parent = workspace f.Nope = 1';
    expect(await studio.failure(code)).toBe('AssistantCommand:1: Nope is not a valid member of Folder "Workspace.F.x"');
  });

  it("says of a type that exists in Roblox that it is not modelled, and gives nil for an unknown global", async () => {
    expect(await studio.failure("return RaycastParams.new()")).toContain("RaycastParams is not modelled");
    expect(await studio.values("return NoSuchGlobal")).toEqual([null]);
  });

  it("has random numbers that a seed repeats", async () => {
    const code = `local a, b = Random.new(5), Random.new(5) local n = a:NextInteger(1, 6)
      return n == b:NextInteger(1, 6), n >= 1 and n <= 6, a:NextNumber() == b:NextNumber(), typeof(a)`;
    expect(await studio.values(code)).toEqual([true, true, true, "Random"]);
  });

  it("says of a method that exists in Roblox that it is not modelled", async () => {
    const message = await studio.failure('Instance.new("Part"):GetTouchingParts()');
    expect(message).toBe("AssistantCommand:1: Part:GetTouchingParts is not modelled by the Studio stand-in");
  });

  it("limits string values to 200,000 characters, but not Source [C5]", async () => {
    expect(await studio.failure('Instance.new("StringValue").Value = string.rep("x", 200001)')).toMatch(/longer/);
    const code = 'local s = Instance.new("Script") s.Source = string.rep("x", 200001) return #s.Source';
    expect(await studio.values(code)).toEqual([200_001]);
  });

  it("takes a reference of the right class only, and nil [C2]", async () => {
    const code = `local m = Instance.new("Model") local p = Instance.new("Part", m) m.PrimaryPart = p
      local a = m.PrimaryPart == p m.PrimaryPart = nil return a, m.PrimaryPart`;
    expect(await studio.values(code)).toEqual([true, null]);
    expect(await studio.failure('Instance.new("Model").PrimaryPart = Instance.new("Folder")')).toMatch(/BasePart/);
  });

  it("resets properties, and tells which differ from their default [C8]", async () => {
    const code = `local p = Instance.new("Part") p.Transparency = 0.5 local before = p:IsPropertyModified("Transparency")
      p:ResetPropertyToDefault("Transparency") return before, p.Transparency, p:IsPropertyModified("Transparency")`;
    expect(await studio.values(code)).toEqual([true, 0, false]);
  });

  it("moves a model by its pivot and measures it [C5]", async () => {
    const code = `local m = Instance.new("Model") local p = Instance.new("Part", m) p.Size = Vector3.new(2, 4, 6) p.Position = Vector3.new(0, 10, 0)
      m.PrimaryPart = p m:PivotTo(CFrame.new(5, 0, 0)) return p.Position.X, p.Position.Y, m:GetExtentsSize().Y, m:GetPivot().X`;
    expect(await studio.values(code)).toEqual([5, 0, 4, 5]);
  });

  it("loses a PrimaryPart that leaves the model [C5]", async () => {
    const code = `local m = Instance.new("Model") local p = Instance.new("Part", m) m.PrimaryPart = p
      p:Destroy() return m.PrimaryPart`;
    expect(await studio.values(code)).toEqual([null]);
  });

  it("stores Source with line feeds alone [B2]", async () => {
    const code = 'local s = Instance.new("Script") s.Source = "a\\r\\nb" return s.Source';
    expect(await studio.values(code)).toEqual(["a\nb"]);
  });
});
