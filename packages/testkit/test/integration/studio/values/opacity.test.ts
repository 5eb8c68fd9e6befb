import { beforeAll, describe, expect, it } from "vitest";
import type { RunLuau } from "../../../fixtures/studio/values/luau-vm.ts";
import { vms } from "../../../fixtures/studio/values/vms.ts";

/** Runs statements with the guarded globals of scripts; the result is `true` or the message. */
const PROGRAM = `
local guards = load("./opaque-globals")
local typeof, type, getmetatable, setmetatable = guards.typeof, guards.type, guards.getmetatable, guards.setmetatable
local rawget, rawset, rawlen, next, pairs, ipairs = guards.rawget, guards.rawset, guards.rawlen, guards.next, guards.pairs, guards.ipairs
local Vector3, CFrame = values.constructors.Vector3, values.constructors.CFrame
local v = Vector3.new(1, 2, 3)
local function message(f, ...)
	local ok, text = pcall(f, ...)
	return if ok then "no error" else string.gsub(text, "^[^ ]-:%d+: ", "")
end
`;

describe.each(vms)("a script on $name", ({ start }) => {
  let run: RunLuau;
  beforeAll(async () => {
    if (start) run = await start();
  });

  it.skipIf(start === undefined)("cannot change or look into a value, with the VM's own functions", async () => {
    const results = await run(`
local v = values.constructors.Vector3.new(1, 2, 3)
local changed = pcall(rawset, v, "X", 9)
local keys = {}
for _, key in { 1, 2, 3, "x", "X", "payload" } do
	table.insert(keys, rawget(v, key) == nil)
end
local remade = pcall(setmetatable, v, {})
return { changed, remade, keys, v.X, pcall(rawset, getmetatable(v), "__index", nil) }`);
    expect(results).toEqual([false, false, [true, true, true, true, true, true], 1, false, expect.any(String)]);
  });

  it.skipIf(start === undefined)("sees values as userdata through the guarded functions", async () => {
    const results = await run(`${PROGRAM}
return {
	typeof(v),
	table.concat({ type(v), type(CFrame.identity), typeof(1), type({}), typeof(nil) }, " "),
	getmetatable(v), getmetatable({}) == nil, getmetatable("").__index == string,
	message(setmetatable, v, {}), message(rawset, v, "X", 1), message(next, v), message(pairs, v),
	message(guards.table.insert, v, 1), message(guards.table.clone, v), rawget({ 5 }, 1), #setmetatable({ 1 }, {}),
}`);
    expect(results).toEqual([
      "Vector3",
      "vector userdata number table nil",
      "The metatable is locked",
      true,
      true,
      "invalid argument #1 to 'setmetatable' (table expected, got Vector3)",
      "invalid argument #1 to 'rawset' (table expected, got Vector3)",
      "invalid argument #1 to 'next' (table expected, got Vector3)",
      "invalid argument #1 to 'pairs' (table expected, got Vector3)",
      "invalid argument #1 to 'insert' (table expected, got Vector3)",
      "invalid argument #1 to 'clone' (table expected, got Vector3)",
      5,
      1,
    ]);
  });

  it.skipIf(start === undefined)("is told of an error at its own line, however deep it was found", async () => {
    const lines = (await run(`
local c, guards = values.constructors, load("./opaque-globals")
local here = debug.info(1, "l")
local cases = {
	function() return c.Vector3.new("a") end,
	function() return c.Vector3.one:Dot(1) end,
	function() return c.Vector3.one.Foo end,
	function() return c.Vector3.one + 1 end,
	function() return c.CFrame.new(1, 2, "x") end,
	function() return c.CFrame.identity:ToWorldSpace(1) end,
	function() return c.NumberSequence.new({}) end,
	function() return c.Vector3int16.new(1e9) end,
	function() return c.Font.new("x", 1) end,
	function() return c.Vector3.one:FuzzyEq(c.Vector3.one, 5) end,
	function() return c.DateTime.fromUnixTimestamp(1e99) end,
	function() return c.CFrame.fromEulerAngles(1, 2) end,
	function() return guards.rawset(c.Vector3.one, 1, 1) end,
	function() return guards.setmetatable(1, {}) end,
	function() return guards.table.insert({}, 1, 2, 3) end,
	function() return guards.typeof() end,
	function() return guards.table.sort({ 1, 2 }, function(a, b) return a + {} end) end,
}
local lines = {}
for index, case in cases do
	local _, text = pcall(case)
	lines[index] = tonumber(string.match(text, ":(%d+):")) - here - 1
end
return lines`)) as number[];
    expect(lines).toEqual(lines.map((_, index) => index + 1));
  });

  it.skipIf(start === undefined)("can be given names for objects of other kinds", async () => {
    const results = await run(`
local metatable = table.freeze({})
values.declare(metatable, "Instance")
local part = setmetatable({}, metatable)
local _, text = pcall(values.constructors.Vector3.new, part)
return { values.typeofValue(part), values.typeofValue({}) == nil, (string.gsub(text, "^[^ ]-:%d+: ", "")) }`);
    expect(results).toEqual(["Instance", true, "invalid argument #1 to 'new' (number expected, got Instance)"]);
  });
});
