import { beforeAll, expect, it } from "vitest";
import { loadDefaults, loadReflection } from "../../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts";
import type { ReflectedDefaults } from "../../../../../pi-roblox/src/datamodel/reflection/reflected-defaults.ts";
import type { Reflection } from "../../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import { plainDefault } from "../../../../src/studio/vm/plain-default.ts";
import { onBothVms } from "./both-vms.ts";

let reflection: Reflection;
let defaults: ReflectedDefaults;
beforeAll(async () => {
  reflection = await loadReflection();
  defaults = await loadDefaults(reflection);
});

const creatable = () =>
  reflection.classNames.filter((name) => {
    const tags = reflection.findClass(name)?.tags ?? [];
    return !tags.includes("NotCreatable") && !tags.includes("Service");
  });

const openProperties = (className: string) =>
  reflection
    .properties(className)
    .filter(({ name, scriptability }) => scriptability === "ReadWrite" && name !== "Parent")
    .map(({ name }) => name);

/** Runs `body(instance, name)` for each open property of each creatable class; it returns a complaint or nil. */
const forEachProperty = (body: string) => `
  local complaints, count = {}, 0
  for className, names in game:GetService("HttpService"):JSONDecode(${luau(Object.fromEntries(creatable().map((name) => [name, openProperties(name)])))}) do
    local instance = Instance.new(className)
    for _, name in names do
      count += 1
      local ok, complaint = pcall(function() ${body} end)
      if not ok or complaint then table.insert(complaints, className .. "." .. name .. ": " .. tostring(complaint)) end
    end
  end
  return count, complaints`;

const luau = (value: unknown) => `[==[${JSON.stringify(value)}]==]`;

onBothVms("every creatable class", (studio) => {
  it("can be made, and has its own name and class [C8]", async () => {
    const code = `local bad = {} for _, name in game:GetService("HttpService"):JSONDecode(${luau(creatable())}) do
      local ok, made = pcall(Instance.new, name) if not ok or made.ClassName ~= name or made.Name ~= name then table.insert(bad, name) end end
      return bad`;
    expect(await studio.values(code)).toEqual([[]]);
    expect(creatable().length).toBeGreaterThan(350);
  });

  it("can have each open property read and set to what it was [C8]", async () => {
    const body = `local value = instance[name] instance[name] = value
      if instance[name] ~= value and value == value then return "reads back as " .. tostring(instance[name]) end`;
    const [count, complaints] = await studio.values(forEachProperty(body));
    expect(complaints).toEqual([]);
    expect(count).toBeGreaterThan(5000);
  });

  it("keeps another value of each property of a plain type [C8]", async () => {
    const body = `local old = instance[name] local kind = typeof(old) local new
      if kind == "boolean" then new = not old
      elseif kind == "Vector3" then new = Vector3.new(1, 2, 3)
      elseif kind == "CFrame" then new = CFrame.new(1, 2, 3)
      elseif kind == "UDim2" then new = UDim2.new(0.5, 1, 0.25, 2)
      elseif kind == "Vector2" then new = Vector2.new(3, 4)
      elseif kind == "Color3" then new = Color3.fromRGB(1, 2, 3)
      elseif kind == "NumberRange" then new = NumberRange.new(1, 2)
      elseif kind == "EnumItem" and name ~= "Font" then local items = old.EnumType:GetEnumItems() new = items[#items]
      else return nil end
      instance[name] = new
      if instance[name] ~= new and not string.find(name, "Orientation") and not string.find(name, "Rotation") then
        return tostring(new) .. " reads back as " .. tostring(instance[name]) end`;
    const [, complaints] = await studio.values(forEachProperty(body));
    expect(complaints).toEqual([]);
  });

  it("has the defaults of the data [C8]", async () => {
    const expected: Record<string, Record<string, unknown>> = {};
    for (const className of creatable()) {
      const open = new Set(openProperties(className));
      expected[className] = {};
      for (const [name, value] of defaults.of(className)) {
        const property = reflection.findProperty(className, name);
        if (property === undefined || !open.has(name)) continue;
        const plain = plainDefault(reflection, property, value);
        if (plain !== undefined && plain !== null) expected[className][name] = plain;
      }
    }
    const place = Object.entries(expected);
    const code = (part: typeof place) => `local bad = {}
      local function same(plain, value) local kind = typeof(value)
        if type(plain) ~= "table" then return plain == value or (type(plain) == "number" and math.abs(plain - value) < 1e-6 * math.max(1, math.abs(plain)))
        elseif plain.type == "number" then return tostring(value) == plain.value
        elseif plain.type == "EnumItem" then return value.Name == plain.name
        elseif plain.type == "Vector3" then return value == Vector3.new(plain.x, plain.y, plain.z)
        elseif plain.type == "Color3" then return value == Color3.new(plain.r, plain.g, plain.b)
        elseif plain.type == "CFrame" then return value == CFrame.new(table.unpack(plain.components))
        elseif plain.type == "UDim2" then return value == UDim2.new(plain.xScale, plain.xOffset, plain.yScale, plain.yOffset)
        end return kind == plain.type end
      for className, list in game:GetService("HttpService"):JSONDecode(${luau(Object.fromEntries(part))}) do local made = Instance.new(className)
        for name, plain in list do if not same(plain, made[name]) then table.insert(bad, className .. "." .. name .. "=" .. tostring(made[name])) end end end
      return bad`;
    expect(await studio.values(code(place))).toEqual([[]]);
  });
});
