import { isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { planCall } from "../../../../src/multix/plan/plan-call.ts";
import type { TableTool } from "../../../../src/multix/tables/index.ts";

/** The code and parameter of the refusal, or the plan. */
function outcome(tool: TableTool, given: Record<string, unknown>) {
  try {
    return planCall(tool, given);
  } catch (error) {
    if (isCodedError(error)) return { code: error.code, parameter: error.data["parameter"] };
    throw error;
  }
}

describe("speech by Gemini", () => {
  const tts = (more: object) => outcome("audio", { action: "tts", provider: "gemini", text: "hi", ...more });

  it("takes a style and a voice id with a 3.8 model, which is also the default", () => {
    expect(tts({ style: "calm", voice: "voice_1" })).toHaveProperty("argv");
    expect(tts({ style: "calm", model: "gemini-3.8-flash-tts" })).toHaveProperty("argv");
  });

  it("refuses both with an older model", () => {
    const model = "gemini-2.5-pro-preview-tts";
    expect(tts({ style: "calm", model })).toEqual({ code: "PARAMETER_INVALID", parameter: "style" });
    expect(tts({ voice: "voicekey_1", model })).toEqual({ code: "PARAMETER_INVALID", parameter: "voice" });
    expect(tts({ voice: "Kore", model })).toHaveProperty("argv");
  });

  it("takes at most two speakers, as name:voice", () => {
    expect(tts({ speakers: ["Ann:Kore", "Ben:Puck"] })).toHaveProperty("argv");
    expect(tts({ speakers: ["Ann:Kore", "Ben:Puck", "Cid:Leda"] })).toHaveProperty("code", "PARAMETER_INVALID");
    expect(tts({ speakers: ["Ann"] })).toHaveProperty("code", "PARAMETER_INVALID");
  });
});

it("a known speaker needs a reference of its own", () => {
  const call = { action: "transcribe", provider: "openai", files: ["a.mp3"], knownSpeakerNames: ["Ann"] };
  expect(outcome("audio", call)).toHaveProperty("code", "PARAMETER_INVALID");
  expect(outcome("audio", { ...call, knownSpeakerReferences: ["ann.wav"] })).toHaveProperty("argv");
});

it.each([
  ["{", "PARAMETER_INVALID"],
  ["[1]", "PARAMETER_INVALID"],
  ["null", "PARAMETER_INVALID"],
  ['{"a":"b"}', undefined],
])("labels of a voice that are %s", (labels, code) => {
  const result = outcome("audio", { action: "clone", name: "n", files: ["a.wav"], labels });
  expect("code" in result ? result.code : undefined).toBe(code);
});

describe("optimizing media", () => {
  const optimize = (more: object) => outcome("media", { action: "optimize", ...more });

  it("gives video a sensible quality, because the CLI's default ruins it", () => {
    expect(optimize({ input: "a.MP4", output: "b.mp4" })).toMatchObject({
      argv: ["media", "optimize", "--input=a.MP4", "--output=b.mp4", "--quality=23"],
    });
    expect(optimize({ input: "a.mp4", output: "b.mp4", quality: 60 })).toMatchObject({ parameter: "quality" });
  });

  it("says what the encoder does not keep to", () => {
    const plan = optimize({ input: "a.mp4", output: "b.mp4", targetSizeMb: 1, maxWidth: 640 });
    expect(plan).toHaveProperty("notes.length", 2);
  });

  it("leaves images alone", () => {
    expect(optimize({ input: "a.png", output: "b.jpg", quality: 90 })).toMatchObject({
      argv: ["media", "optimize", "--input=a.png", "--output=b.jpg", "--quality=90"],
    });
  });

  it.each([".mp3", ".flac", ".ogg", ""])("refuses audio into %j, which always fails", (extension) => {
    expect(optimize({ input: "a.wav", output: `b${extension}` })).toMatchObject({ parameter: "output" });
  });

  it.each([".m4a", ".aac", ".mp4", ".wav"])("takes audio into %s", (extension) => {
    expect(optimize({ input: "a.mp3", output: `b${extension}` })).toHaveProperty("argv");
  });

  it("refuses a file of no known kind, and the input as output", () => {
    expect(optimize({ input: "a.txt", output: "b.txt" })).toMatchObject({ parameter: "input" });
    expect(optimize({ input: "x/../a.mp4", output: "./a.mp4" })).toMatchObject({ parameter: "output" });
  });

  it("warns that a batch without quality ruins videos", () => {
    const batch = (more: object) => outcome("media", { action: "batch", inputDir: "in", outputDir: "out", ...more });
    expect(batch({})).toHaveProperty("notes.length", 1);
    expect(batch({ quality: 23 })).toHaveProperty("notes.length", 0);
  });
});

describe("converting documents", () => {
  const convert = (more: object) => outcome("doc", { action: "convert", ...more });

  it("names the result after a single file", () => {
    expect(convert({ files: ["a.pdf"] })).toMatchObject({ argv: ["doc", "convert", "--auto-name", "--input=a.pdf"] });
    expect(convert({ files: ["a.pdf"], output: "o.md" })).toMatchObject({
      argv: ["doc", "convert", "--output=o.md", "--input=a.pdf"],
    });
  });

  it("needs a name for several files, which would overwrite the last report", () => {
    expect(convert({ files: ["a.pdf", "b.pdf"] })).toMatchObject({ code: "PARAMETER_REQUIRED", parameter: "output" });
    expect(convert({ files: ["a.pdf", "b.pdf"], autoName: true })).toHaveProperty("code", "PARAMETER_INVALID");
    expect(convert({ files: ["a.pdf"], autoName: false })).toHaveProperty("code", "PARAMETER_INVALID");
  });

  it("needs a file", () => {
    expect(convert({})).toHaveProperty("code", "PARAMETER_REQUIRED");
    expect(convert({ files: [] })).toHaveProperty("code", "PARAMETER_INVALID");
  });
});
