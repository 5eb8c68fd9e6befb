import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { luauLiteral } from "../../../fixtures/studio/values/luau-literal.ts";
import type { RunLuau } from "../../../fixtures/studio/values/luau-vm.ts";
import { vms } from "../../../fixtures/studio/values/vms.ts";

const laws = readFileSync(path.join(import.meta.dirname, "../../../fixtures/studio/values/laws.luau"), "utf8");

const coordinate = fc.float({ min: -100, max: 100, noNaN: true });
const length = (numbers: readonly number[]): number => Math.hypot(...numbers);
const point = fc.tuple(coordinate, coordinate, coordinate).filter((numbers) => length(numbers) > 0.01);
const turn = fc.float({ min: -1, max: 1, noNaN: true });
const quaternion = fc.tuple(turn, turn, turn, turn).filter((numbers) => length(numbers) > 0.01);
/** Turns by quarters about the axes, where angles and axes are not unique. */
const quarter = fc.constantFrom(0, 1, Math.SQRT1_2, -Math.SQRT1_2);
const square = fc.tuple(quarter, quarter, quarter, quarter).filter((numbers) => length(numbers) > 0.01);
const frame = fc.tuple(point, fc.oneof(quaternion, square)).map(([position, turned]) => [...position, ...turned]);
const byte = fc.integer({ min: 0, max: 255 });

describe.each(vms)("value types on $name", ({ start }) => {
  let run: RunLuau;
  beforeAll(async () => {
    if (start) run = await start();
  });

  it.skipIf(start === undefined)("obey the laws of their arithmetic", async () => {
    const batch = {
      frames: fc.sample(frame, 250),
      points: fc.sample(point, 250),
      bytes: fc.sample(fc.tuple(byte, byte, byte), 250),
    };
    const broken = await run(`
local function laws()
${laws}
end
return laws()(values, ${luauLiteral(batch)})`);
    expect(broken).toEqual([]);
  });

  it.skipIf(start === undefined)("know every date as JavaScript does", async () => {
    const moments = fc.sample(fc.integer({ min: -17987443200000, max: 253402300799999 }), 300);
    const dates = await run(`
local DateTime = values.constructors.DateTime
local results = {}
for index, millis in ${luauLiteral(moments)} do
	local moment = DateTime.fromUnixTimestampMillis(millis)
	local p = moment:ToUniversalTime()
	local back = DateTime.fromUniversalTime(p.Year, p.Month, p.Day, p.Hour, p.Minute, p.Second, p.Millisecond)
	assert(back == moment, "parts of " .. millis)
	local text = moment:FormatUniversalTime("YYYY-MM-DD[T]HH:mm:ss.SSS[Z]", "en-us")
	assert(DateTime.fromIsoDate(text) == moment, text)
	results[index] = text .. moment:FormatUniversalTime(" ddd", "en-us")
end
return results`);
    const day = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
    expect(dates).toEqual(moments.map((millis) => `${new Date(millis).toISOString()} ${day.format(millis)}`));
  });

  it.skipIf(start === undefined)("find every colour of the palette by name, number and shade", async () => {
    const [colors, wrong] = (await run(`
local BrickColor = values.constructors.BrickColor
local count, wrong = 0, {}
for number = 1, 1032 do
	local color = BrickColor.new(number)
	if color.Number == number then
		count += 1
		local same = BrickColor.new(color.Color).Color == color.Color and BrickColor.new(color.Name).Name == color.Name
		if not same then
			table.insert(wrong, number)
		end
	end
end
return { count, wrong }`)) as [number, number[]];
    expect(colors).toBe(208);
    expect(wrong).toEqual([]);
  });
});
