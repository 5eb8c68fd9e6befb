import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { killTree, listProcesses } from "../../../src/process-table.ts";
import { allKeys, createStandinBench, type StandinBench } from "../../fixtures/standin-bench.ts";

let bench: StandinBench;
beforeAll(async () => {
  bench = await createStandinBench();
});
beforeEach(() => bench.standin.behave({}));
afterAll(() => bench[Symbol.asyncDispose]());

describe("the CLI's own code refuses", () => {
  it.each([
    ["no reference", ["openai", "i2i", "--prompt=x"], 1, /^Error: At least one --ref is required/],
    ["a reference that is missing", ["openai", "i2i", "--prompt=x", "--ref=no.png"], 1, /^Error: ENOENT/],
    [
      "a reference that is no image",
      ["gemini", "i2i", "--prompt=x", "--ref=clip.mp4"],
      1,
      /^Error: Unsupported image extension '\.mp4'/,
    ],
    ["a value outside of the choices", ["gemini", "generate", "--prompt=x", "--size=8K"], 1, /^Error: Invalid --size/],
    [
      "a voice that does not exist",
      ["openai", "generate-speech", "--text=x", "--voice=Bob"],
      1,
      /^Error: Invalid --voice/,
    ],
    ["speech without text", ["elevenlabs", "tts"], 1, /^Error: Provide --text or --prompt/],
    ["music without words or style", ["minimax", "generate-music"], 1, /^Error: Provide --lyrics or --prompt/],
    ["an empty prompt for cloudflare", ["cloudflare", "generate", "--prompt="], 1, /^Error: --prompt must not/],
    ["steps out of range", ["cloudflare", "generate", "--prompt=x", "--steps=9"], 1, /^Error: Invalid --steps/],
    ["too many images", ["openai", "generate", "--prompt=x", "--num-images=11"], 1, /^Error: Invalid --num-images/],
    [
      "an image type of leonardo",
      ["leonardo", "i2i", "--prompt=x", "--ref=id", "--image-type=OTHER"],
      2,
      /^Error: Invalid --image-type/,
    ],
    [
      "an init strength out of range",
      ["leonardo", "i2i", "--prompt=x", "--ref=id", "--init-strength=1"],
      2,
      /^Error: Invalid --init-strength/,
    ],
    ["a video without references", ["byteplus", "r2v", "--prompt=x"], 2, /^Error: At least one reference/],
    ["a video model of another family", ["gemini", "generate-video", "--prompt=x", "--model=kling"], 1, /^Error: /],
    [
      "an address where a file is needed",
      ["gemini", "i2v", "--prompt=x", "--", "https://x.y/a.png"],
      1,
      /^Error: ENOENT/,
    ],
    ["a first frame that is no address", ["minimax", "generate-video", "--prompt=x", "--first-frame=a.png"], 1, /^✗ /],
    ["labels that are no JSON", ["elevenlabs", "clone", "--name=n", "--files=voice.wav", "--labels={"], 1, /^Error: /],
    ["a voice without samples", ["elevenlabs", "clone", "--name=n"], 1, /^Error: Provide --files or --audio/],
    ["an input that is no JSON object", ["fal", "run", "--input=[1]", "--", "fal-ai/x"], 1, /^Error: --input must/],
    ["to update a bundled CLI", ["update"], 1, /^Error: ENOENT/],
  ])("%s", async (_, argv, exitCode, stderr) => {
    expect(await bench.run(argv)).toMatchObject({ exitCode, stdout: "", stderr: expect.stringMatching(stderr) });
  });
});

describe("a provider that refuses is reported in the words of its family", () => {
  const body = '{"error":"bad key $KEY"}';
  it.each([
    [
      ["openai", "generate", "--prompt=x"],
      /^Error: HTTP 401 from https:\/\/api\.openai\.com\/v1\/request: \{"error":"bad key openai-key-0123456789"\}\n$/,
    ],
    [["gemini", "generate", "--prompt=x"], /^✗ Generation failed: HTTP 401 from /],
    [["gemini", "generate-video", "--prompt=x"], /^Error: Video generation submit failed: HTTP 401/],
    [["gemini", "i2v", "--prompt=x", "--", "a.png"], /^Error: Submit failed: HTTP 401/],
    [["minimax", "generate", "--prompt=x"], /^✗ HTTP 401/],
    [["openrouter", "generate", "--prompt=x"], /^✗ HTTP 401/],
    [["openrouter", "video-models"], /^Error: HTTP 401/],
    [["cloudflare", "generate", "--prompt=x"], /^Error: Cloudflare request failed with HTTP 401\n$/],
  ])("%j", async (argv, stderr) => {
    await bench.standin.behave({ refuse: { status: 401, body } });
    expect(await bench.run(argv)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(stderr),
    });
  });

  it("after 500 characters of its body, also in the middle of a key", async () => {
    await bench.standin.behave({ refuse: { status: 500, body: `${"x".repeat(495)}$KEY` } });
    const { stderr } = await bench.run(["openai", "generate", "--prompt=x"]);
    expect(stderr.endsWith("xopena\n")).toBe(true);
  });

  it("or is not there at all", async () => {
    await bench.standin.behave({ networkDown: true });
    expect((await bench.run(["elevenlabs", "models"])).stderr).toMatch(/^Error: HTTP 0 from .+: fetch failed\n$/);
    expect((await bench.run(["cloudflare", "generate", "--prompt=x"])).stderr).toBe("Error: fetch failed\n");
  });

  it("or answers without an image", async () => {
    await bench.standin.behave({ noImages: true });
    expect(await bench.run(["gemini", "generate", "--prompt=x"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^⚠ Request 1[^]+✗ No images were generated\n$/),
    });
    expect(await bench.run(["byteplus", "generate", "--prompt=x"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Generated 0 image(s):"),
    });
  });
});

describe("keys", () => {
  const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

  it.each([
    ["OPENROUTER_API_KEY", ["openrouter", "video-models"], /^Error: OPENROUTER_API_KEY is not set\. Get one at https:/],
    ["BYTEPLUS_API_KEY", ["byteplus", "generate", "--prompt=x"], /^Error: BytePlus API key not set\./],
    ["GEMINI_API_KEY", ["gemini", "generate", "--prompt=x"], /^✗ Generation failed: GEMINI_API_KEY is not set/],
    ["CLOUDFLARE_ACCOUNT_ID", ["cloudflare", "generate", "--prompt=x"], /^Error: CLOUDFLARE_ACCOUNT_ID is required/],
    ["OPENAI_API_KEY", ["openai", "generate", "--prompt=x"], /^Error: Set OPENAI_API_KEY or run `codex login`/],
  ])("%s is missed in the CLI's words", async (name, argv, stderr) => {
    expect(await bench.run(argv, without(name))).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(stderr) });
  });

  it("may have the other name", async () => {
    const env = { ...without("BYTEPLUS_API_KEY"), ARK_API_KEY: "ark-0123456789" };
    expect(await bench.run(["byteplus", "video", "--prompt=x", "--async"], env)).toMatchObject({ exitCode: 0 });
  });

  it("come from the process, then the project, then the home folder, and an empty one hides the rest", async () => {
    await bench.standin.behave({ echoKey: true });
    const used = async (env: Record<string, string | undefined>): Promise<string | undefined> =>
      /sending (.*) now/.exec((await bench.run(["elevenlabs", "models"], env)).stdout)?.[1];
    const unset = without("ELEVENLABS_API_KEY");
    await bench.write("../home/.multix/.env", "ELEVENLABS_API_KEY=from-home\n");
    expect(await used({})).toBe(allKeys["ELEVENLABS_API_KEY"]);
    expect(await used(unset)).toBe("from-home");
    expect(await used({ ...unset, MULTIX_DISABLE_HOME_ENV: "0" })).toBeUndefined();
    await bench.write(".env", "export ELEVENLABS_API_KEY='from-project' # mine\n");
    expect(await used(unset)).toBe("from-project");
    await bench.write(".env", "ELEVENLABS_API_KEY=\n");
    expect(await used(unset)).toBeUndefined();
    await bench.write(".env", "");
  });

  it("are shown in part by check, whose exit code is a report", async () => {
    const { exitCode, stdout } = await bench.run(["check"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("✓ GEMINI_API_KEY found — gemini...6789");
    const none = await bench.run(["check"], { ...without(...Object.keys(allKeys)), MULTIX_DISABLE_HOME_ENV: "1" });
    expect(none).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("No Provider Keys Configured") });
    await bench.standin.behave({ refuse: { status: 403, body: "no" } });
    expect(await bench.run(["check"])).toMatchObject({ exitCode: 1 });
    await bench.standin.behave({ networkDown: true });
    expect(await bench.run(["check"])).toMatchObject({ exitCode: 0 });
  });
});

describe("a provider that does not behave", () => {
  it("floods", async () => {
    await bench.standin.behave({ floodLines: 20_000 });
    const { exitCode, lines } = await bench.run(["elevenlabs", "models"]);
    expect(exitCode).toBe(0);
    expect(lines.length).toBeGreaterThan(20_000);
  });

  it("reports a file that is not there", async () => {
    await bench.standin.behave({ writeNothing: true });
    const { exitCode, stdout } = await bench.run(["gemini", "generate", "--prompt=x", "--output=gone.png"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Generated 1 image(s):");
    await expect(bench.read("gone.png")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.skipIf(process.platform === "win32")(
    "hangs, ignores signals, and leaves a child that holds the streams",
    async () => {
      await bench.standin.behave({ hang: true, ignoreSignals: true, leaveChild: true });
      const running = bench.run(["elevenlabs", "models"]);
      const own = async () => (await listProcesses()).find((row) => row.command.includes(bench.standin.script));
      await expect.poll(own, { timeout: 10_000 }).toBeDefined();
      const row = await own();
      if (row === undefined) throw new Error("the stand-in is not there");
      const children = async () => (await listProcesses()).filter((other) => other.parentPid === row.pid);
      await expect.poll(async () => (await children()).length, { timeout: 10_000 }).toBe(1);
      process.kill(row.pid, "SIGTERM");
      expect(await own()).toBeDefined();
      await killTree(row.pid);
      expect((await running).signal).toBe("SIGKILL");
    },
  );
});
