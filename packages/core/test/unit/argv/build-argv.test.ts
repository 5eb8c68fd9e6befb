import { type ArgvValues, buildArgv, type FlagSpec } from "pi-extension-core/argv";
import { describe, expect, it } from "vitest";

const table: FlagSpec[] = [
  { kind: "positional", name: "input", required: true },
  { kind: "positional", name: "output" },
  { kind: "variadic", name: "files", flag: "--files" },
  { kind: "flag", name: "prompt", flag: "--prompt" },
  { kind: "flag", name: "model", flag: "--model", style: "separate" },
  { kind: "switch", name: "json", flag: "--json" },
  { kind: "toggle", name: "wait", flag: "--wait", offFlag: "--no-wait" },
  { kind: "count", name: "verbose", flag: "--verbose" },
  { kind: "repeat", name: "ref", flag: "--ref" },
];
const invalid = (data: object) => expect.objectContaining({ code: "ARGV_INVALID", data });

describe("arguments", () => {
  it("follow the table, then come variadics, then positionals, whatever the order of the keys", () => {
    const values: ArgvValues = {
      ref: ["r1", "r2"],
      output: "out",
      files: ["f1", "-f2"],
      verbose: 2,
      wait: false,
      json: true,
      model: "m",
      prompt: "p",
      input: "-in",
    };
    const options = [
      "--prompt=p",
      "--model",
      "m",
      "--json",
      "--no-wait",
      "--verbose",
      "--verbose",
      "--ref=r1",
      "--ref=r2",
    ];
    const expected = [...options, "--files=f1", "--files=-f2", "--", "-in", "out"];
    expect(buildArgv(table, values)).toEqual(expected);
    expect(buildArgv(table, Object.fromEntries(Object.entries(values).reverse()))).toEqual(expected);
  });

  it("leave out what is not given, false, zero or an empty list", () => {
    const values = { input: "i", prompt: undefined, json: false, verbose: 0, ref: [], files: [] };
    expect(buildArgv(table, values)).toEqual(["--", "i"]);
    expect(buildArgv(table.slice(2), {})).toEqual([]);
  });

  it.each([
    [0, "--prompt=0"],
    [-1.5, "--prompt=-1.5"],
    ["", "--prompt="],
    ["-V", "--prompt=-V"],
    ["--help", "--prompt=--help"],
    ["a=b", "--prompt=a=b"],
    ["a\n\"b'", "--prompt=a\n\"b'"],
  ])("write the value %j in the token of its flag", (prompt, token) => {
    expect(buildArgv(table, { input: "i", prompt })[0]).toBe(token);
  });

  it.each<[string, ArgvValues, object]>([
    ["NUL", { prompt: "a\0" }, { parameter: "prompt" }],
    ["half a surrogate pair", { ref: ["ok", "\uD800"] }, { parameter: "ref" }],
    ["a number that is none", { prompt: Number.NaN }, { parameter: "prompt" }],
    ["a list for one value", { prompt: ["a"] }, { parameter: "prompt" }],
    ["one value for a list", { files: "a" }, { parameter: "files" }],
    ["text for a switch", { json: "true" }, { parameter: "json" }],
    ["text for a pair of switches", { wait: "no" }, { parameter: "wait" }],
    ["half a count", { verbose: 1.5 }, { parameter: "verbose" }],
    ["an endless count", { verbose: 1e9 }, { parameter: "verbose" }],
    ["an option as a separate value", { model: "--json" }, { parameter: "model" }],
    ["a missing required value", { input: undefined }, { parameter: "input" }],
  ])("refuse %s, naming the parameter", (_, values, data) => {
    expect(() => buildArgv(table, { input: "i", ...values })).toThrow(invalid(data));
  });

  it("refuse an empty required list", () => {
    const specs: FlagSpec[] = [{ kind: "variadic", name: "input", flag: "--input", required: true }];
    expect(() => buildArgv(specs, { input: [] })).toThrow(invalid({ parameter: "input" }));
  });

  it("refuse a positional behind a missing one, which would take its place", () => {
    const specs = table.slice(0, 2).map((spec) => ({ ...spec, required: false }) as FlagSpec);
    expect(() => buildArgv(specs, { output: "o" })).toThrow(invalid({ parameter: "output" }));
  });

  it("refuse a parameter that the table lacks, naming those it has", () => {
    const supported = table.map((spec) => spec.name);
    expect(() => buildArgv(table, { input: "i", promt: "x" })).toThrow(invalid({ unknown: ["promt"], supported }));
    expect(() => buildArgv(table, JSON.parse('{"input":"i","__proto__":"x"}') as ArgvValues)).toThrow(
      invalid({ unknown: ["__proto__"], supported }),
    );
  });

  it("do not take a method of every object for a value", () => {
    expect(buildArgv([{ kind: "flag", name: "toString", flag: "--to" }], {})).toEqual([]);
  });
});
