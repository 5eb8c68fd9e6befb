import { buildPiArgs, deliverPrompts, type PiLaunchOptions } from "testkit/pi/launch-options";
import { describe, expect, it } from "vitest";

const options: PiLaunchOptions = {
  pi: { name: "pi 9", version: "9", cliPath: "/pi/cli.js", packageDir: "/pi" },
  cwd: "/project",
  script: [],
};

describe("buildPiArgs", () => {
  it("switches discovery off unless it is asked for", () => {
    expect(buildPiArgs(options, "/faux.ts", [])).toContain("-ne");
    expect(buildPiArgs({ ...options, discover: true }, "/faux.ts", [])).not.toContain("-ne");
  });

  it("passes no trust flag unless one is given", () => {
    expect(buildPiArgs(options, "/faux.ts", []).filter((arg) => arg.includes("approve"))).toEqual([]);
    expect(buildPiArgs({ ...options, trust: "no-approve" }, "/faux.ts", [])).toContain("--no-approve");
  });

  it("loads the scripted model first, then the extensions in their order", () => {
    const args = buildPiArgs({ ...options, extensions: ["/a.ts", "/b.ts"] }, "/faux.ts", []);
    const loaded = args.flatMap((arg, index) => (args[index - 1] === "-e" ? [arg] : []));
    expect(loaded).toEqual(["/faux.ts", "/a.ts", "/b.ts"]);
  });
});

describe("deliverPrompts", () => {
  it("passes prompts as arguments behind the end of options", () => {
    expect(deliverPrompts(["- list", "two"])).toEqual({ args: ["--", "- list", "two"], stdin: undefined });
  });

  it.each([
    ["begins with @", "@src/a.md"],
    ["is longer than an argument may be", "x".repeat(200_000)],
  ])("passes a prompt through stdin when it %s", (_case, prompt) => {
    expect(deliverPrompts([prompt])).toEqual({ args: [], stdin: prompt });
  });

  it("refuses several prompts when one of them needs stdin", () => {
    expect(() => deliverPrompts(["one", "@two"])).toThrow(expect.objectContaining({ code: "PROMPT_UNDELIVERABLE" }));
  });
});
