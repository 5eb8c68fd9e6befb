import fc from "fast-check";
import { hasCode } from "pi-extension-core/errors";
import { parseMultix } from "testkit/multix/parse";
import { describe, expect, it } from "vitest";
import { joinExtraArguments } from "../../../../src/multix/plan/extra-arguments.ts";

const owned = new Map([["--prompt", "prompt"]]);

function isRefused(tokens: unknown): boolean {
  try {
    joinExtraArguments(tokens, owned);
    return false;
  } catch (error) {
    if (hasCode(error, "PARAMETER_INVALID")) return true;
    throw error;
  }
}

describe("extra arguments", () => {
  it("join a flag and the value behind it, also an empty one", () => {
    const tokens = ["--a", "1", "--b=-2", "--c", "--d", "", "--e"];
    expect(joinExtraArguments(tokens, owned)).toEqual(["--a=1", "--b=-2", "--c", "--d=", "--e"]);
    expect(joinExtraArguments(undefined, owned)).toEqual([]);
  });

  it.each([
    ["a value without a flag", ["x"]],
    ["a second value", ["--a", "1", "2"]],
    ["a short option", ["-n"]],
    ["the end of options", ["--"]],
    ["a dash", ["--a", "-"]],
    ["the version", ["--version"]],
    ["the version with a value", ["--version=1"]],
    ["its short form", ["-Vx"]],
    ["the help", ["--help"]],
    ["a flag of a parameter", ["--prompt=x"]],
    ["a flag of a parameter with its value apart", ["--prompt", "x"]],
    ["a NUL", ["--a=\0"]],
    ["half a surrogate pair", ["--a=\uD800"]],
    ["something that is no text", ["--a", 1]],
    ["no list", "--a=1"],
    ["too many", Array.from({ length: 51 }, () => "--a")],
  ])("refuse %s", (_, tokens) => {
    expect(isRefused(tokens)).toBe(true);
  });

  it("never let a token through that the CLI reads as anything but a long option", async () => {
    const token = fc.oneof(
      fc.constantFrom(
        "--seed",
        "--seed=1",
        "--alchemy",
        "-V",
        "--version",
        "-h",
        "--",
        "x",
        "-Vx",
        "--num",
        "--num=-V",
      ),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 6 }), async (tokens) => {
        if (isRefused(tokens)) return;
        const joined = joinExtraArguments(tokens, owned);
        const { call, stdout } = await parseMultix(["leonardo", "generate", ...joined, "--", "the prompt"]);
        expect(stdout).toBe("");
        expect(call?.operands ?? ["the prompt"]).toEqual(["the prompt"]);
      }),
      { numRuns: 200 },
    );
  });
});
