import { assertFlagTable, type FlagSpec } from "pi-extension-core/argv";
import { describe, expect, it } from "vitest";

const flag = (name: string, text = `--${name}`): FlagSpec => ({ kind: "flag", name, flag: text });

describe("a flag table", () => {
  it("may hold every kind once", () => {
    const table: FlagSpec[] = [
      flag("a", "--a.b-c_d"),
      { kind: "toggle", name: "wait", flag: "--wait", offFlag: "--no-wait" },
      { kind: "positional", name: "p" },
      { kind: "positional", name: "rest", list: true },
    ];
    expect(() => assertFlagTable(table)).not.toThrow();
  });

  it.each<[string, FlagSpec[]]>([
    ["a name twice", [flag("a"), flag("a", "--b")]],
    ["a flag twice", [flag("a"), flag("b", "--a")]],
    ["a flag twice, once in a pair", [flag("no-a"), { kind: "toggle", name: "x", flag: "--a", offFlag: "--no-a" }]],
    ["a short flag", [flag("a", "-a")]],
    ["a flag with a value in it", [flag("a", "--a=b")]],
    ["the end of options as a flag", [flag("a", "--")]],
    [
      "a list before another positional",
      [
        { kind: "positional", name: "l", list: true },
        { kind: "positional", name: "p" },
      ],
    ],
  ])("may not hold %s", (_, table) => {
    expect(() => assertFlagTable(table)).toThrow(TypeError);
  });
});
