import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createStandinBench, type StandinBench } from "../../fixtures/standin-bench.ts";

let bench: StandinBench;
beforeAll(async () => {
  bench = await createStandinBench();
});
beforeEach(() => bench.standin.behave({}));
afterAll(() => bench[Symbol.asyncDispose]());

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;
const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50;
const isWebp = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(8, 12)).toString() === "WEBP";
const isMp4 = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(4, 8)).toString() === "ftyp";
const original = "--image-format=original";

describe("images", () => {
  it("are listed after all other lines, with absolute paths of files that exist", async () => {
    const { exitCode, lines } = await bench.run(["gemini", "generate", "--prompt=x", "--num-images=2", original]);
    expect(exitCode).toBe(0);
    expect(lines).toContain("Generated 2 image(s):");
    const listed = lines.slice(lines.indexOf("Generated 2 image(s):") + 1).map((line) => line.trim());
    expect(listed).toHaveLength(2);
    for (const path of listed) expect(isPng(readFileSync(path))).toBe(true);
    expect(listed[0]?.startsWith(join(bench.root, "multix-output", "gemini_generated_"))).toBe(true);
  });

  it.each([
    ["minimax", ["minimax", "generate", "--prompt=x"]],
    ["openrouter", ["openrouter", "generate", "--prompt=x"]],
    ["leonardo", ["leonardo", "generate"]],
    ["cloudflare", ["cloudflare", "generate", "--prompt=x"]],
    ["fal", ["fal", "image"]],
  ])("of %s are JPEG also under a .png name", async (provider, argv) => {
    const operands = argv.includes("--prompt=x") ? [] : ["--", "x"];
    const { exitCode } = await bench.run([...argv, `--output=out/${provider}.png`, ...operands]);
    expect(exitCode).toBe(0);
    expect(isJpeg(await bench.readBytes(`out/${provider}.png`))).toBe(true);
  });

  it("have the container that a test asks for", async () => {
    await bench.standin.behave({ container: "webp" });
    await bench.run(["openai", "generate", "--prompt=x", "--output=asked.png"]);
    expect(isWebp(await bench.readBytes("asked.png"))).toBe(true);
  });

  it("are written into a folder that the environment or an env file names", async () => {
    await bench.run(["openai", "generate", "--prompt=x", original], { MULTIX_OUTPUT_DIR: "elsewhere" });
    expect(existsSync(join(bench.root, "elsewhere"))).toBe(true);
  });

  it("keep their bytes with a warning where there is no cwebp", async () => {
    const { exitCode, stderr, lines } = await bench.run(["openai", "generate", "--prompt=x"], { PATH: bench.home });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^⚠ cwebp not found on PATH/);
    expect(lines.at(-1)).toMatch(/\.png$/);
  });

  it("are refused for a bad format only when they are there", async () => {
    const { exitCode, stderr, lines } = await bench.run(["openai", "generate", "--prompt=x", "--image-format=png"]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe("Error: Invalid --image-format: png. Valid: webp, original\n");
    expect(existsSync(lines[0]?.replace("✓ Saved: ", "") ?? "")).toBe(true);
  });

  it("leave the file in the output folder when the output is a folder", async () => {
    await bench.write("folder/", "");
    const { exitCode, stderr } = await bench.run(["gemini", "generate", "--prompt=x", "--output=folder"]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Error: (EISDIR|EPERM|ERR_FS_CP)|^Error: .*(directory|EISDIR)/);
  });

  it("are addresses where nothing is downloaded", async () => {
    const { stdout } = await bench.run(["leonardo", "generate", "--no-download", "--", "x"]);
    expect(stdout).toMatch(/^https:\/\/.+$/m);
    expect(stdout).not.toContain("Generated");
  });
});

describe("videos", () => {
  it("that are left have their id alone on a line, and a later run finds the job", async () => {
    const left = await bench.run(["leonardo", "video", "--", "-x"]);
    const [id = ""] = left.lines;
    expect(left.lines).toHaveLength(1);
    expect(left.stderr).toContain(`Poll with: multix leonardo status ${id}`);
    expect((await bench.run(["leonardo", "status", "--", id])).stderr).toContain("status: PENDING");
    const done = await bench.run(["leonardo", "status", "--download", "--output=l.mp4", "--", id]);
    expect(done.stderr).toContain("status: COMPLETE");
    expect(done.lines).toContain("✓ Saved l.mp4");
    expect(isMp4(await bench.readBytes("l.mp4"))).toBe(true);
  });

  it("nobody started are not found", async () => {
    expect(await bench.run(["byteplus", "status", "--", "cgt-x"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^Error: HTTP 404 /),
    });
  });

  it("that are waited for are saved under the given name, with a preview image", async () => {
    const { lines } = await bench.run(["byteplus", "i2v", "--prompt=x", "--output=b.mp4", "--", "a.png"]);
    expect(lines).toContain("Saved: b.mp4");
    expect(lines.some((line) => line.startsWith("Task: cgt-"))).toBe(true);
    expect(isMp4(await bench.readBytes("b.mp4"))).toBe(true);
    expect(isJpeg(await bench.readBytes("b_thumb.jpg"))).toBe(true);
  });

  it("of cloudflare end with the path alone", async () => {
    const { lines } = await bench.run(["cloudflare", "generate-video", "--prompt=x", "--wait", "--output=c.mp4"]);
    expect(lines.at(-1)).toBe(join(bench.root, "c.mp4"));
  });

  it("of Gemini are copied, with their preview image, unless it is not wanted", async () => {
    const { lines } = await bench.run(["gemini", "generate-video", "--prompt=x", "--output=g.mp4", "--no-thumb"]);
    expect(lines.at(-1)).toMatch(/^Generated video: .+veo_generated_\d+\.mp4$/);
    expect(lines).toContain("✓ Copied to: g.mp4");
    expect(existsSync(join(bench.root, "g_thumb.jpg"))).toBe(false);
  });

  it("that failed are told in the provider's words, but succeed as a mere status", async () => {
    await bench.standin.behave({ jobStatus: "failed" });
    const waited = await bench.run(["byteplus", "video", "--prompt=x"]);
    expect(waited).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^✗ Task failed: \{/) });
    const asked = await bench.run(["openrouter", "video-status", "--", "any"]);
    expect(asked).toMatchObject({ exitCode: 0, stderr: "  status: failed\n" });
  });

  it("that take too long name the command that resumes them", async () => {
    await bench.standin.behave({ jobStatus: "running" });
    const { exitCode, stderr } = await bench.run(["byteplus", "video", "--prompt=x", "--wait-timeout=60"]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/✗ Polling timed out — .*multix byteplus status cgt-/);
  });

  it("of fal are listed, and its results can be fetched later", async () => {
    const { lines } = await bench.run(["fal", "video", "--", "x"]);
    expect(isMp4(readFileSync(lines.at(-1)?.trim() ?? ""))).toBe(true);
    expect(lines).toContain("Generated 1 file(s):");
  });
});

describe("sound and text", () => {
  it.each([
    [["openai", "generate-speech", "--text=x"], /^Generated audio: .+openai-speech-\d+\.mp3$/],
    [["gemini", "generate-speech", "--text=x", "--output-format=wav"], /^Generated audio: .+gemini_speech_\d+\.wav$/],
    [["minimax", "generate-speech", "--text=x", "--output-format=pcm"], /^Generated audio: .+minimax_speech_\d+\.mp3$/],
    [["minimax", "generate-music", "--prompt=x"], /^Generated music: /],
    [["elevenlabs", "sfx", "--text=x"], /^Generated SFX: /],
    [["elevenlabs", "isolate", "--input=voice.wav"], /^Isolated audio: /],
    [["cloudflare", "generate-speech", "--text=x"], /^.+cloudflare_speech_\d+\.mp3$/],
  ])("%j ends with its path", async (argv, last) => {
    const { exitCode, lines } = await bench.run(argv);
    expect(exitCode).toBe(0);
    expect(lines.at(-1)).toMatch(last);
  });

  it("transcripts are saved, and echoed only as text", async () => {
    const text = await bench.run(["openai", "transcribe", "--input=voice.wav", "--output=t.txt"]);
    expect(text.lines).toEqual([`✓ Saved transcript: ${join(bench.root, "t.txt")}`, expect.any(String)]);
    const srt = await bench.run(["elevenlabs", "transcribe", "--input=voice.wav", "--format=srt"]);
    expect(srt.stdout).not.toContain("recording");
  });

  it("a report with a file that cannot be read is whole, and a failure", async () => {
    const argv = ["gemini", "analyze", "--files=a.png", "--files=none.png"];
    const { exitCode, stdout, stderr } = await bench.run(argv);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^✗ Failed: none\.png — ENOENT/);
    expect(stdout).toContain("[a.png]\nStatus: success");
    const saved = await bench.run([...argv.slice(0, 3), "--output=r.md"]);
    expect(saved.stdout).toBe("");
    expect(await bench.read("r.md")).toContain("[a.png]");
  });

  it("a document that failed says why only in the file", async () => {
    await bench.standin.behave({ refuse: { status: 400, body: "bad key" } });
    const { exitCode, stderr, lines } = await bench.run(["doc", "convert", "--input=a.png", "--output=d.md"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(lines[0]).toBe(`Output saved to: ${join(bench.root, "d.md")}`);
    expect(await bench.read("d.md")).toContain("**Error**: HTTP 400");
  });

  it("no document at all is an empty report and no failure", async () => {
    const { exitCode } = await bench.run(["doc", "convert"]);
    expect(exitCode).toBe(0);
    expect(await bench.read("multix-output/document-extraction.md")).not.toContain("##");
  });
});
