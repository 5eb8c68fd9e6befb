import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { PlainValue } from "../../../../src/studio/luau/values/plain-value.ts";
import { globalsFrom } from "../../../fixtures/studio/values/evaluate.ts";
import { luauLiteral } from "../../../fixtures/studio/values/luau-literal.ts";
import type { RunLuau } from "../../../fixtures/studio/values/luau-vm.ts";
import { plainOf, plainTypeNames, plainValue } from "../../../fixtures/studio/values/plain-arbitraries.ts";
import { vms } from "../../../fixtures/studio/values/vms.ts";

const BATCH = 400;

/** Some of every type, then a mixture. */
function batch(): PlainValue[] {
  const ofEach = plainTypeNames.flatMap((type) => fc.sample(plainOf(type), 12) as PlainValue[]);
  return [...ofEach, ...fc.sample(plainValue, BATCH)];
}

const asLuau = (plain: PlainValue): string => luauLiteral(plain as Parameters<typeof luauLiteral>[0]);

/** Lists as Luau source in pieces: one table constructor of thousands of tables would need too many registers. */
const listOf = (items: readonly string[]): string => `{\n${items.map((item) => `\t${item},\n`).join("")}}`;

describe.each(vms)("plain forms on $name", ({ start }) => {
  let run: RunLuau;
  beforeAll(async () => {
    if (start) run = await start();
  });

  it.skipIf(start === undefined)("become a value and the same plain form again, through JSON", async () => {
    const plains = batch();
    const back = await run(`
local results = {}
for index, plain in ${listOf(plains.map(asLuau))} do
	results[index] = values.toPlain(values.fromPlain(plain))
end
return results`);
    expect(back).toEqual(plains);
  });

  it.skipIf(start === undefined)("become source that makes an equal value", async () => {
    const plains = batch();
    const sources = (await run(`
local results = {}
for index, plain in ${listOf(plains.map(asLuau))} do
	results[index] = values.describe(values.fromPlain(plain))
end
return results`)) as string[];
    const back = await run(`
${globalsFrom("values.constructors")}
local results = {}
for index, value in ${listOf(sources)} do
	results[index] = values.toPlain(value)
end
return results`);
    expect(back).toEqual(plains);
  });

  it.skipIf(start === undefined)("hold an object by what the caller makes of it", async () => {
    const [plain, isSame, refused] = (await run(`
local part = {}
local content = values.constructors.Content.fromObject(part)
local plain = values.toPlain(content, function(object) return { type = "Ref", id = if object == part then 7 else 0 } end)
local back = values.fromPlain(plain, function(form) return if form.id == 7 then part else nil end)
return { plain, back == content, not pcall(values.toPlain, content) }`)) as unknown[];
    expect(plain).toEqual({ type: "Content", sourceType: "Object", object: { type: "Ref", id: 7 } });
    expect([isSame, refused]).toEqual([true, true]);
  });

  it.skipIf(start === undefined)("are refused for what is no value, and for a type that does not exist", async () => {
    const refusals = await run(`
return {
	not pcall(values.toPlain, {}),
	not pcall(values.toPlain, print),
	not pcall(values.fromPlain, { type = "Nothing" }),
	not pcall(values.fromPlain, { type = "EnumItem", enum = "Axis", name = "W" }),
	not pcall(values.fromPlain, { type = "BrickColor", number = 4 }),
}`);
    expect(refusals).toEqual([true, true, true, true, true]);
  });
});
