import { describe, expect, it } from "vitest";
import { planRun } from "../../../src/multix/plan/plan-run.ts";

describe("a free-form call", () => {
  it.each([
    [["elevenlabs", "isolate", "--input=a.wav"], "elevenlabs isolate"],
    [["byteplus", "r2v", "--prompt=x"], "byteplus reference-to-video"],
    [["elevenlabs", "voices", "get", "--", "abc"], "elevenlabs voices get"],
    [["leonardo", "upscale", "--", "-Vx"], "leonardo upscale"],
    [["fal", "run", "--input={}", "--", "fal-ai/x"], "fal run"],
  ])("%j is %s", (args, command) => {
    expect(planRun(args)).toMatchObject({ argv: args, command: command.split(" "), consent: undefined });
  });

  it.each([
    [["gemini", "generate", "--prompt", "-Vintage poster"]],
    [["gemini", "generate", "--version"]],
    [["--prompt=x"]],
    [[]],
    ["gemini generate"],
    [["gemini", 1]],
    [["gemini", "a\0"]],
  ])("%j is refused", (args) => {
    expect(() => planRun(args)).toThrow(expect.objectContaining({ code: "PARAMETER_INVALID" }));
  });

  it("never installs software", () => {
    for (const args of [["update"], ["update", "--tag=next"]])
      expect(() => planRun(args)).toThrow(expect.objectContaining({ code: "COMMAND_REFUSED" }));
  });

  it("asks before it changes an account, and before a command that nobody here knows", () => {
    for (const args of [
      ["elevenlabs", "voices", "delete", "x"],
      ["elevenlabs", "clone", "--name=x"],
      ["suno", "generate"],
      ["gemini", "frobnicate"],
    ])
      expect(planRun(args).consent).toBeTypeOf("string");
    expect(planRun(["elevenlabs", "voices", "delete", "--help"]).consent).toBeUndefined();
  });
});
