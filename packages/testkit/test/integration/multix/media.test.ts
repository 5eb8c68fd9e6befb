import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExecutable } from "../../../src/executable.ts";
import { createStandinBench, type StandinBench } from "../../fixtures/standin-bench.ts";

const isThere = (name: string, argument: string): boolean => spawnSync(name, [argument]).error === undefined;
const noFfmpeg = !isThere("ffmpeg", "-version") || !isThere("ffprobe", "-version");
const noMagick = !isThere("magick", "-version") && !isThere("convert", "-version");
const noWebp = !isThere("cwebp", "-version");

let bench: StandinBench;
beforeAll(async () => {
  bench = await createStandinBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

function probe(path: string): { codec: string; width: number; sampleRate: string; seconds: number } {
  const args = ["-v", "quiet", "-print_format", "json", "-show_streams", "-show_format", path];
  const { streams, format } = JSON.parse(spawnSync("ffprobe", args, { encoding: "utf8" }).stdout) as {
    streams: { codec_name: string; width?: number; sample_rate?: string }[];
    format: { duration: string };
  };
  const [stream] = streams;
  return {
    codec: stream?.codec_name ?? "",
    width: stream?.width ?? 0,
    sampleRate: stream?.sample_rate ?? "",
    seconds: Number(format.duration),
  };
}

describe("local media work", () => {
  it.skipIf(noFfmpeg)("encodes video with the given CRF and size [needs ffmpeg]", async () => {
    const argv = ["media", "optimize", "--input=clip.mp4", "--quality=30"];
    const { exitCode, lines } = await bench.run([...argv, "--output=small.mp4", "--resolution=32x24"]);
    expect({ exitCode, lines }).toEqual({ exitCode: 0, lines: ["✓ Optimized: small.mp4"] });
    expect(probe(join(bench.root, "small.mp4"))).toMatchObject({ codec: "h264", width: 32 });
  });

  it.skipIf(noFfmpeg)("takes the target size, but keeps to CRF [needs ffmpeg]", async () => {
    const argv = ["media", "optimize", "--input=clip.mp4", "--quality=30"];
    await bench.run([...argv, "--output=a.mp4"]);
    await bench.run([...argv, "--output=b.mp4", "--target-size=1"]);
    expect(readFileSync(join(bench.root, "b.mp4"))).toHaveLength(statSync(join(bench.root, "a.mp4")).size);
  });

  it.skipIf(noFfmpeg)("scales to 1920 whatever the limit is [needs ffmpeg]", async () => {
    await bench.run(["media", "optimize", "--input=clip.mp4", "--output=wide.mp4", "--max-width=32"]);
    expect(probe(join(bench.root, "wide.mp4")).width).toBe(1920);
  });

  it.skipIf(noFfmpeg)("makes AAC of audio, and fails into MP3 with the banner as reason [needs ffmpeg]", async () => {
    expect((await bench.run(["media", "optimize", "--input=voice.wav", "--output=v.m4a"])).exitCode).toBe(0);
    expect(probe(join(bench.root, "v.m4a"))).toMatchObject({ codec: "aac", sampleRate: "16000" });
    const failed = await bench.run(["media", "optimize", "--input=voice.wav", "--output=v.mp3"]);
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^Error: ffmpeg failed: ffmpeg version/),
    });
    expect(failed.stderr).not.toContain("Invalid audio stream");
  });

  it.skipIf(noFfmpeg)("splits at key frames, and lists a short file itself [needs ffmpeg]", async () => {
    expect((await bench.run(["media", "split", "--input=clip.mp4"])).lines).toEqual([
      "Created 1 chunk(s) in ./chunks",
      "  clip.mp4",
    ]);
    spawnSync("ffmpeg", ["-i", "clip.mp4", "-g", "1", "-y", "keys.mp4"], { cwd: bench.root });
    const { lines } = await bench.run(["media", "split", "--input=keys.mp4", "--chunk-duration=0.4", "--output-dir=c"]);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines.slice(1)) expect(statSync(join(bench.root, line.trim())).size).toBeGreaterThan(0);
  });

  it.skipIf(noFfmpeg)("goes on in a folder after a file that fails [needs ffmpeg]", async () => {
    await bench.write("many/one.mp4", readFileSync(join(bench.root, "clip.mp4")));
    await bench.write("many/bad.mp4", "no video");
    await bench.write("many/notes.txt", "x");
    const { exitCode, lines } = await bench.run(["media", "batch", "--input-dir=many", "--output-dir=done"]);
    expect({ exitCode, lines }).toEqual({ exitCode: 1, lines: ["Processed: 1/2 files", "Failed: 1"] });
    expect(probe(join(bench.root, "done/one.mp4")).codec).toBe("h264");
  });

  it.skipIf(noMagick)("shrinks images [needs ImageMagick]", async () => {
    // Debian 12 has version 6 only, whose program is called convert.
    const shim = `import { spawnSync } from "node:child_process";
process.exitCode = spawnSync("convert", process.argv.slice(2), { stdio: "inherit" }).status;`;
    const extra = join(bench.home, "tools");
    if (!isThere("magick", "-version")) await createExecutable(extra, "magick", shim);
    const PATH = `${extra}${delimiter}${process.env["PATH"]}`;
    const argv = ["media", "optimize", "--input=a.png", "--output=b.jpg", "--max-width=20"];
    expect(await bench.run(argv, { PATH })).toMatchObject({ exitCode: 0, stdout: "✓ Optimized: b.jpg\n" });
    expect((await bench.readBytes("b.jpg"))[0]).toBe(0xff);
  });

  it("says which program is missing", async () => {
    const PATH = bench.home;
    expect((await bench.run(["media", "optimize", "--input=a.png", "--output=b.png"], { PATH })).stderr).toMatch(
      /^Error: ImageMagick not found on PATH\.\n/,
    );
    expect((await bench.run(["media", "split", "--input=clip.mp4"], { PATH })).stderr).toBe(
      "Error: Cannot read media info from: clip.mp4\n",
    );
  });
});

describe("the WebP step", () => {
  it.skipIf(noWebp)("replaces the saved file, and the lines before it are stale [needs cwebp]", async () => {
    const { lines } = await bench.run(["openai", "generate", "--prompt=x", "--output=free"]);
    const listed = lines.at(-1)?.trim() ?? "";
    expect(listed).toMatch(/\.webp$/);
    const saved = lines[0]?.replace("✓ Saved: ", "") ?? "";
    expect(saved).toMatch(/\.png$/);
    expect(() => statSync(saved)).toThrow(/ENOENT/);
    expect(await bench.readBytes("free")).toEqual(readFileSync(listed));
  });

  it.skipIf(noWebp)("leaves a name that asks for another format [needs cwebp]", async () => {
    const named = await bench.run(["openai", "generate", "--prompt=x", "--output=hero.png"]);
    expect(named.lines.at(-1)).toMatch(/\.png$/);
    const forced = await bench.run(["openai", "generate", "--prompt=x", "--output=hero.png", "--image-format=webp"]);
    expect(forced.lines.at(-1)).toMatch(/\.webp$/);
    expect((await bench.readBytes("hero.png"))[0]).toBe(0x89);
    const variable = await bench.run(["gemini", "generate", "--prompt=x"], { MULTIX_IMAGE_FORMAT: "original" });
    expect(variable.lines.at(-1)).toMatch(/\.png$/);
  });
});
