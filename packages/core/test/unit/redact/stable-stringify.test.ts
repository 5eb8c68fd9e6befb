import fc from "fast-check";
import { stableStringify } from "pi-extension-core/redact";
import { describe, expect, it } from "vitest";

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

describe("stableStringify", () => {
  it("gives one text for equal data whatever the order of keys, and the data back", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = stableStringify(value);
        expect(stableStringify(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("leaves out undefined fields and honours toJSON", () => {
    expect(stableStringify({ b: undefined, a: [undefined, new Date(0)] })).toBe(
      '{"a":[null,"1970-01-01T00:00:00.000Z"]}',
    );
  });

  const cyclic: unknown[] = [];
  cyclic.push({ cyclic });
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  it.each([
    ["a cycle", cyclic],
    ["100,000 levels", deep],
    ["NaN", { a: Number.NaN }],
    ["a bigint", [1n]],
    ["a map", { a: new Map() }],
    ["a function", { a: () => 1 }],
    ["undefined itself", undefined],
  ])("refuses %s with a code", (_, value) => {
    expect(() => stableStringify(value)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  });
});
