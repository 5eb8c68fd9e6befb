import * as fc from "fast-check";
import { buildArgv, type FlagSpec } from "pi-extension-core/argv";
import { describe, expect, it } from "vitest";
// @ts-expect-error The fixture is a plain program without types.
import { table, understand } from "../../fixtures/argv-program.mjs";

const specs = table as FlagSpec[];
const parse = understand as (argv: readonly string[]) => Record<string, unknown>;

const anyText = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom(
    "",
    "-",
    "--",
    "--help",
    "-V",
    "--version",
    "--prompt=x",
    "-v",
    "=",
    "a b",
    "\n",
    "\r\n",
    '"',
    "'",
    "\\",
    "é😀",
  ),
  fc.string().map((text) => `-${text}`),
);
const anyList = fc.array(anyText, { minLength: 1, maxLength: 4 });
const anyValues = fc.record(
  {
    prompt: anyText,
    maybe: anyText,
    json: fc.constant(true),
    wait: fc.boolean(),
    verbose: fc.integer({ min: 0, max: 3 }),
    ref: fc.array(anyText, { maxLength: 4 }),
    files: anyList,
    first: anyText,
  },
  { requiredKeys: ["verbose", "ref"] },
);

describe("arguments built for a commander program", () => {
  it("come out as the values that went in", () => {
    fc.assert(
      fc.property(anyValues, anyList, (values, list) => {
        const rest = "first" in values ? list : [];
        expect(parse(buildArgv(specs, { ...values, rest }))).toEqual({ ...values, rest });
      }),
      { numRuns: 500 },
    );
  });

  it("are equal for equal values", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const shuffled = Object.fromEntries(Object.entries(values).reverse());
        expect(buildArgv(specs, shuffled)).toEqual(buildArgv(specs, values));
      }),
    );
  });

  it("are refused with a code for whatever no argument can carry", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("\0", "\uD800", "\uDFFF"), fc.string(), (before, bad, after) => {
        expect(() => buildArgv(specs, { prompt: before + bad + after })).toThrow(
          expect.objectContaining({ code: "ARGV_INVALID" }),
        );
      }),
    );
  });
});
