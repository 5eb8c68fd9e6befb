import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { type CallPlan, planCall } from "../../../../src/multix/plan/plan-call.ts";
import type { TableTool } from "../../../../src/multix/tables/index.ts";

function refusal(tool: TableTool, given: Record<string, unknown>) {
  try {
    planCall(tool, given);
  } catch (error) {
    if (
      hasCode(error, "PARAMETER_INVALID") ||
      hasCode(error, "PARAMETER_REQUIRED") ||
      hasCode(error, "PARAMETER_UNSUPPORTED") ||
      hasCode(error, "PROVIDER_UNSUPPORTED")
    )
      return { code: error.code, data: error.data, hint: error.hint };
    throw error;
  }
  throw new Error("the call was planned");
}

const image = (given: Record<string, unknown>): CallPlan =>
  planCall("image", { action: "generate", provider: "gemini", prompt: "a lamp", ...given });

describe("a call that no provider takes", () => {
  it("needs an action where there are several, and names them", () => {
    expect(refusal("image", { provider: "gemini", prompt: "x" })).toMatchObject({
      code: "PARAMETER_REQUIRED",
      data: { parameter: "action", allowed: ["generate", "i2i"] },
    });
    expect(refusal("image", { action: "paint" })).toMatchObject({ code: "PARAMETER_INVALID" });
    expect(refusal("image", { action: "toString", provider: "gemini" })).toMatchObject({ code: "PARAMETER_INVALID" });
  });

  it("needs a provider where there are several, and names them", () => {
    expect(refusal("audio", { action: "music", prompt: "x" })).toMatchObject({
      code: "PARAMETER_REQUIRED",
      data: { parameter: "provider", allowed: ["minimax", "elevenlabs"] },
    });
    expect(planCall("audio", { action: "sfx", text: "rain" }).provider).toBe("elevenlabs");
  });

  it("names who can, when the provider cannot", () => {
    expect(refusal("image", { action: "i2i", provider: "cloudflare", prompt: "x" })).toMatchObject({
      code: "PROVIDER_UNSUPPORTED",
      data: { allowed: ["gemini", "openai", "minimax", "openrouter", "leonardo", "byteplus"] },
    });
  });
});

describe("a parameter that the provider has no flag for", () => {
  it("is refused with the supported set and the providers that have it", () => {
    expect(refusal("image", { action: "generate", provider: "gemini", prompt: "x", seed: 1 })).toMatchObject({
      code: "PARAMETER_UNSUPPORTED",
      data: {
        parameter: "seed",
        supported: ["prompt", "model", "aspectRatio", "numImages", "size", "output", "imageFormat", "verbose"],
        providers: ["leonardo", "byteplus", "cloudflare", "fal"],
      },
    });
  });

  it("is refused also when it exists for another action only", () => {
    expect(refusal("image", { action: "generate", provider: "openai", prompt: "x", refs: ["a.png"] })).toMatchObject({
      code: "PARAMETER_UNSUPPORTED",
      data: { providers: [], elsewhere: expect.arrayContaining(["openai i2i"]) },
    });
  });

  it.each(["constructor", "toString", "__proto__", "nonsense"])("is refused when it is %s", (name) => {
    const given = JSON.parse(`{"action":"generate","provider":"gemini","prompt":"x","${name}":"1"}`) as object;
    expect(refusal("image", { ...given, ...Object.fromEntries([[name, "1"]]) }).code).toBe("PARAMETER_UNSUPPORTED");
  });

  it("counts as not given when it is undefined", () => {
    expect(image({ seed: undefined }).argv).toEqual(["gemini", "generate", "--prompt=a lamp"]);
  });
});

describe("required parameters", () => {
  it("are asked for by name", () => {
    expect(refusal("image", { action: "generate", provider: "openai" })).toMatchObject({
      code: "PARAMETER_REQUIRED",
      data: { parameters: ["prompt"] },
    });
  });

  it("are one of several where either is enough", () => {
    expect(refusal("audio", { action: "music", provider: "minimax" })).toMatchObject({
      code: "PARAMETER_REQUIRED",
      data: { parameters: ["lyrics", "prompt"] },
    });
    expect(planCall("audio", { action: "music", provider: "minimax", lyrics: "la" }).argv).toContain("--lyrics=la");
  });

  it("exclude each other where the CLI would take only one", () => {
    const both = { action: "music", provider: "elevenlabs", prompt: "x", plan: "p.json" };
    expect(refusal("audio", both)).toMatchObject({
      code: "PARAMETER_INVALID",
      data: { parameters: ["prompt", "plan"] },
    });
  });
});

describe("an output that the CLI would ignore", () => {
  it.each(["leonardo", "openrouter"])("is refused for %s unless the result is downloaded", (provider) => {
    const frames = provider === "leonardo" ? "0123-id" : "https://example.com/a.png";
    const call = { action: "i2v", provider, prompt: "x", image: frames, output: "a.mp4" };
    expect(refusal("video", call)).toMatchObject({ data: { parameter: "output", needs: ["download"] } });
    expect(planCall("video", { ...call, download: true }).savesFile).toBe(true);
  });

  it("is fine for cloudflare with either way of waiting", () => {
    const call = { action: "generate", provider: "cloudflare", prompt: "x", output: "a.mp4" };
    expect(refusal("video", call).code).toBe("PARAMETER_INVALID");
    expect(planCall("video", { ...call, wait: true }).argv).toContain("--output=a.mp4");
    expect(planCall("video", { ...call, download: true }).argv).toContain("--output=a.mp4");
  });
});

describe("what the caller may expect", () => {
  const video = (provider: string, more: object) =>
    planCall("video", { action: "generate", provider, prompt: "x", ...more });

  it.each([
    ["leonardo", {}, { leavesJob: true, savesFile: false }],
    ["leonardo", { wait: true }, { leavesJob: false, savesFile: false }],
    ["leonardo", { download: true }, { leavesJob: false, savesFile: true }],
    ["cloudflare", {}, { leavesJob: true, savesFile: false }],
    ["cloudflare", { wait: true }, { leavesJob: false, savesFile: true }],
    ["byteplus", {}, { leavesJob: false, savesFile: true }],
    ["byteplus", { wait: false }, { leavesJob: true, savesFile: false }],
    ["gemini", {}, { leavesJob: false, savesFile: true }],
    ["fal", { download: false }, { leavesJob: false, savesFile: false }],
  ])("of a video by %s with %o", (provider, more, expected) => {
    expect(video(provider, more)).toMatchObject(expected);
  });

  it("is text instead of a file where no output is named", () => {
    const call = { action: "analyze", files: ["a.png"] };
    expect(planCall("doc", call).savesFile).toBe(false);
    expect(planCall("doc", { ...call, output: "r.md" }).savesFile).toBe(true);
  });

  it("is a question to a person before an account changes", () => {
    expect(planCall("audio", { action: "clone", name: "n", files: ["a.wav"] }).consent).toMatch(/account/);
    expect(image({}).consent).toBeUndefined();
  });
});

describe("switches", () => {
  const byteplus = (more: object) =>
    planCall("video", { action: "generate", provider: "byteplus", prompt: "x", ...more }).argv;

  it("have three states where the CLI has a pair", () => {
    expect(byteplus({})).toEqual(["byteplus", "video", "--prompt=x"]);
    expect(byteplus({ audio: true })).toContain("--audio");
    expect(byteplus({ audio: false })).toContain("--no-audio");
  });

  it("that turn something off are written for false only", () => {
    expect(byteplus({ wait: false, thumbnail: false })).toEqual([
      "byteplus",
      "video",
      "--prompt=x",
      "--async",
      "--no-thumb",
    ]);
    expect(byteplus({ wait: true, thumbnail: true })).toEqual(["byteplus", "video", "--prompt=x"]);
  });
});

it("fetches the result of a finished fal job with the same parameters", () => {
  const call = { action: "status", provider: "fal", model: "fal-ai/kling", jobId: "-id" };
  expect(planCall("video", call).argv).toEqual(["fal", "status", "--", "fal-ai/kling", "-id"]);
  expect(planCall("video", { ...call, download: true }).argv).toEqual([
    "fal",
    "result",
    "--download",
    "--",
    "fal-ai/kling",
    "-id",
  ]);
});

it("puts extra arguments behind the command and before everything that a parameter writes", () => {
  expect(image({ extraArgs: ["--new=-1", "--other", "v"], verbose: true }).argv).toEqual([
    "gemini",
    "generate",
    "--new=-1",
    "--other=v",
    "--prompt=a lamp",
    "--verbose",
  ]);
});
