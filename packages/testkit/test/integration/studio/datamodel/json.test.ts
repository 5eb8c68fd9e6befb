import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const HTTP = 'local http = game:GetService("HttpService") ';

/** What JSONEncode makes of a Luau expression. */
const encode = (expression: string) => `${HTTP}return http:JSONEncode(${expression})`;

onBothVms("JSON of HttpService", (studio) => {
  it.each([
    ["{}", "[]"],
    ["{ 1, 2 }", "[1,2]"],
    ["{ a = 1, b = {} }", '{"a":1,"b":[]}'],
    ["{ 1, 2, a = 3 }", "[1,2]"],
    ["{ 1, nil, 3 }", "[1,null,3]"],
    ["{ workspace }", "[null]"],
    ["{ 0 / 0, math.huge, -math.huge }", "[nan,inf,-inf]"],
    ["{ [5] = 1 }", '{"5":1}'],
    ['"a\\"\\\\\\n\\0ö"', '"a\\"\\\\\\n\\u0000ö"'],
    ["0.1", "0.1"],
    ["1e21", "1e+21"],
    ["true", "true"],
    ["nil", "null"],
  ])("encodes %s as %s [A6]", async (expression, text) => {
    expect(await studio.run(encode(expression))).toBe(text);
  });

  it("refuses tables that contain themselves and keys of other types [A6]", async () => {
    expect(await studio.failure(`${HTTP}local t = {} t.t = t return http:JSONEncode(t)`)).toContain("cyclic");
    expect(await studio.failure(encode("{ [workspace] = 1 }"))).toContain("Cannot convert mixed or invalid table");
  });

  it("loses null in objects when it decodes, and leaves a hole in arrays [C7]", async () => {
    const code = `${HTTP}local o = http:JSONDecode('{"a":null,"b":1}') local l = http:JSONDecode("[1,null,3]")
      return o.a, o.b, l[1], l[2], l[3]`;
    expect(await studio.values(code)).toEqual([null, 1, 1, null, 3]);
  });

  it.each(["", "{", "[1,]", "{a:1}", "nul", "1 2", '"\\q"', "{'a':1}"])("cannot parse %j [A6]", async (text) => {
    expect(await studio.failure(`${HTTP}http:JSONDecode(${JSON.stringify(text)})`)).toBe(
      "AssistantCommand:1: Can't parse JSON",
    );
  });

  it("reads escapes, surrogate pairs, numbers and white space", async () => {
    const code = `${HTTP}local v = http:JSONDecode(' { "k" : [ "\\\\u00e4\\\\ud83d\\\\ude00\\\\n" , -1.5e3 , true , false ] } ')
      return v.k[1], v.k[2], v.k[3], v.k[4]`;
    expect(await studio.values(code)).toEqual(["ä😀\n", -1500, true, false]);
  });

  it("rounds integers beyond 2^53 [C7]", async () => {
    const code = `${HTTP}return http:JSONDecode("[9007199254740993]")[1] == 9007199254740992`;
    expect(await studio.values(code)).toEqual([true]);
  });

  it("makes GUIDs with and without braces", async () => {
    const [wrapped, bare] = await studio.values(`${HTTP}return http:GenerateGUID(), http:GenerateGUID(false)`);
    expect(wrapped).toMatch(/^\{[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}\}$/);
    expect(bare).toMatch(/^[\dA-F-]{36}$/);
  });

  it("has no network", async () => {
    expect(await studio.failure(`${HTTP}http:GetAsync("http://example.com")`)).toContain("not modelled");
  });
});

onBothVms(
  "JSON of HttpService that refuses mixed tables",
  (studio) => {
    it("refuses a table with items and keys [A6]", async () => {
      expect(await studio.failure(encode("{ 1, a = 2 }"))).toContain("Cannot convert mixed or invalid table");
    });
  },
  { switches: { jsonMixedTables: "refuse" } },
);
