import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { checkValue } from "../../../../src/multix/plan/check-value.ts";
import type { Entry, Limits, ParameterType, Syntax } from "../../../../src/multix/tables/index.ts";

const entry = (limits: Limits = {}, kind: "flag" | "single" | "repeat" = "flag"): Entry => {
  const syntax: Syntax = { kind, flag: "--value" };
  return { parameter: "value", syntax, ...limits };
};

function refusal(type: ParameterType, value: unknown, made: Entry) {
  try {
    checkValue(made, type, value);
  } catch (error) {
    if (hasCode(error, "PARAMETER_INVALID")) return error;
    throw error;
  }
  return undefined;
}
const isRefused = (type: ParameterType, value: unknown, limits: Limits = {}): boolean =>
  refusal(type, value, entry(limits)) !== undefined;

describe("a text", () => {
  it("is passed as it is, also with dashes, line breaks and quotes", () => {
    const text = '-V --x\n"q" $HOME ünï';
    expect(checkValue(entry(), "text", text)).toBe(text);
  });

  it.each([
    ["blank", " \n"],
    ["empty", ""],
    ["null", null],
    ["a number", 1],
    ["with NUL", "a\0b"],
    ["a list", ["a"]],
  ])("is refused when %s", (_, value) => {
    expect(isRefused("text", value)).toBe(true);
  });

  it("is refused when no argument can be so long, counted in bytes", () => {
    expect(isRefused("text", "x".repeat(120_000))).toBe(false);
    expect(isRefused("text", "x".repeat(120_001))).toBe(true);
    expect(isRefused("text", "ü".repeat(60_001))).toBe(true);
  });

  it("is refused instead of cut where the CLI would cut it", () => {
    expect(isRefused("text", "x".repeat(11), { maxLength: 10 })).toBe(true);
  });

  it("is one of the choices, which the error lists", () => {
    expect(refusal("text", "4k", entry({ choices: ["1K", "4K"] }))?.data).toEqual({
      parameter: "value",
      allowed: ["1K", "4K"],
    });
    expect(isRefused("text", "voice_12", { choices: ["Kore"], orPattern: "^voice_" })).toBe(false);
    expect(isRefused("text", "anything", { known: ["a"] })).toBe(false);
  });
});

describe("a number", () => {
  it("keeps its range and wholeness", () => {
    expect(isRefused("integer", 4, { minimum: 1, maximum: 4 })).toBe(false);
    expect(isRefused("integer", 5, { minimum: 1, maximum: 4 })).toBe(true);
    expect(isRefused("integer", 0, { minimum: 1 })).toBe(true);
    expect(isRefused("integer", 1.5)).toBe(true);
    expect(isRefused("number", 0.5, { minimum: 0, maximum: 0.9 })).toBe(false);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "1", null])
      expect(isRefused("number", value)).toBe(true);
  });

  it("is compared with choices by its text", () => {
    expect(isRefused("integer", 6, { choices: ["6", "10"] })).toBe(false);
    expect(isRefused("integer", 8, { choices: ["6", "10"] })).toBe(true);
  });
});

describe("a list", () => {
  it("has at least one text and at most as many as the provider takes", () => {
    expect(isRefused("texts", [])).toBe(true);
    expect(isRefused("texts", "a")).toBe(true);
    expect(isRefused("texts", ["a", ""])).toBe(true);
    expect(isRefused("texts", ["a", "b", "c"], { maxItems: 2 })).toBe(true);
  });

  it("has one text where the provider takes a single reference", () => {
    expect(refusal("texts", ["a", "b"], entry({}, "single"))).toBeDefined();
    expect(checkValue(entry({}, "single"), "texts", ["a"])).toEqual(["a"]);
  });
});

describe("a reference", () => {
  it.each([
    ["file", "a/b.png", "a/b.png"],
    ["file", "@src/a.png", "src/a.png"],
    ["file", "C:\\pics\\a.png", "C:\\pics\\a.png"],
    ["file-or-url", "https://x.y/a.png", "https://x.y/a.png"],
    ["url", "http://x.y/a", "http://x.y/a"],
    ["id", "0a1b-2C_d", "0a1b-2C_d"],
  ] as const)("as %s takes %s", (reference, given, expected) => {
    expect(checkValue(entry({ reference }), "text", given)).toBe(expected);
  });

  it.each([
    ["file", "https://x.y/a.png"],
    ["file", "file:///etc/passwd"],
    ["file-or-url", "ftp://x.y/a.png"],
    ["file-or-url", "data:image/png;base64,AAAA"],
    ["url", "a.png"],
    ["url", "https:// x"],
    ["id", "a.png"],
    ["id", "../x"],
  ] as const)("as %s refuses %s", (reference, given) => {
    expect(isRefused("text", given, { reference })).toBe(true);
  });
});

it("takes a switch only as true or false", () => {
  expect(checkValue(entry(), "boolean", false)).toBe(false);
  expect(isRefused("boolean", "true")).toBe(true);
});
