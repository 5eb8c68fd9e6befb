import { describe, expect, it } from "vitest";
import { parseMultix } from "../../../src/multix/parse.ts";
import { surfaceAt } from "../../../src/multix/surface.ts";

describe("the parser refuses", () => {
  it.each([
    ["a missing option", ["openai", "generate"], "error: required option '--prompt <text>' not specified\n"],
    ["an unknown option", ["openai", "generate", "--prompt=x", "--nope"], "error: unknown option '--nope'\n"],
    ["an unknown command", ["paint"], "error: unknown command 'paint'\n"],
    ["a missing operand", ["leonardo", "generate"], "error: missing required argument 'prompt'\n"],
    [
      "an option without its value",
      ["leonardo", "generate", "x", "-h"],
      "error: option '-h, --height <n>' argument missing\n",
    ],
    ["a dash operand before --", ["leonardo", "generate", "-sunset"], "error: unknown option '-sunset'\n"],
    ["verbose where it does not exist", ["elevenlabs", "models", "--verbose"], "error: unknown option '--verbose'\n"],
    [
      "a second file that begins with a dash",
      ["gemini", "analyze", "--files", "a.md", "-b.md"],
      "error: unknown option '-b.md'\n",
    ],
  ])("%s", async (_, argv, stderr) => {
    expect(await parseMultix(argv)).toEqual({ call: undefined, exitCode: 1, stdout: "", stderr });
  });

  it.each([[["gemini"]], [["elevenlabs", "voices"]], [["doc"]]])(
    "a group alone, with help on stderr: %j",
    async (argv) => {
      const { call, exitCode, stdout, stderr } = await parseMultix(argv);
      expect({ call, exitCode, stdout }).toEqual({ call: undefined, exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/^Usage: multix /);
    },
  );
});

describe("the parser misreads what the real one misreads", () => {
  it.each([
    [["openai", "generate", "--prompt", "-Vintage poster"]],
    [["openai", "generate", "--prompt", "--version"]],
    [["leonardo", "generate", "-Vx"]],
    [["--version"]],
  ])("%j prints the version and succeeds", async (argv) => {
    expect(await parseMultix(argv)).toEqual({ call: undefined, exitCode: 0, stdout: "0.6.0\n", stderr: "" });
  });

  it("a list behind an equals sign takes one value and loses the rest", async () => {
    const { call } = await parseMultix(["gemini", "analyze", "--files=a.png", "b.png"]);
    expect(call?.options["files"]).toEqual(["a.png"]);
    expect(call?.operands).toEqual([]);
  });

  it("excess operands vanish, and a repeated single option keeps its last value", async () => {
    expect((await parseMultix(["elevenlabs", "tts", "--text=hi", "extra"])).call?.operands).toEqual([]);
    const i2i = await parseMultix(["minimax", "i2i", "--prompt=x", "--ref=a", "--ref=b"]);
    expect(i2i.call?.options["ref"]).toBe("b");
  });

  it("requirements hidden by an empty list are not checked", async () => {
    expect((await parseMultix(["doc", "convert"])).call?.options["input"]).toEqual([]);
    expect((await parseMultix(["gemini", "i2i", "--prompt=x"])).call?.options["ref"]).toEqual([]);
  });
});

describe("the parser takes", () => {
  it("values that begin with a dash in one token, and operands behind --", async () => {
    const { call } = await parseMultix(["leonardo", "generate", "--negative=-V", "--", "-sunset"]);
    expect(call?.operands).toEqual(["-sunset"]);
    expect(call?.options["negative"]).toBe("-V");
  });

  it("a pair of switches with three states, and switches that turn off", async () => {
    const audioOf = async (...argv: string[]) =>
      (await parseMultix(["byteplus", "video", "--prompt=x", ...argv])).call?.options;
    expect(await audioOf()).not.toHaveProperty("audio");
    expect(await audioOf("--audio")).toHaveProperty("audio", true);
    expect(await audioOf("--no-audio", "--no-thumb")).toMatchObject({ audio: false, thumb: false });
  });

  it("the alias of a command", async () => {
    expect((await parseMultix(["byteplus", "3d", "--prompt=x"])).call?.command.path).toEqual([
      "byteplus",
      "generate-3d",
    ]);
  });

  it("help, on standard output", async () => {
    const { exitCode, stdout } = await parseMultix(["gemini", "help", "generate"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("--aspect-ratio <ratio>");
  });
});

it("an older version lacks what came later", async () => {
  expect(surfaceAt("0.0.8").map(({ path }) => path[0])).not.toContain("openai");
  expect((await parseMultix(["gemini", "generate", "--prompt=x", "--image-format=webp"], "0.5.2")).exitCode).toBe(1);
  expect((await parseMultix(["gemini", "generate", "--prompt=x", "--image-format=webp"], "0.6.0")).exitCode).toBe(0);
  expect((await parseMultix(["fal", "image", "x"], "0.6.0")).exitCode).toBe(1);
  expect((await parseMultix(["--version"], "0.0.8")).stdout).toBe("0.0.8\n");
  expect(surfaceAt("0.0.8")).toHaveLength(58);
  expect(surfaceAt("0.5.2")).toHaveLength(66);
});
