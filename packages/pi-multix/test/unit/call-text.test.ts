import path from "node:path";
import { describe, expect, it } from "vitest";
import { callText, formatBytes, shownPath } from "../../src/tools/call-text.ts";

const cwd = path.resolve("/game");
const report = {
  tool: "multix_image",
  action: "generate",
  provider: "gemini",
  cwd,
  files: [],
  durationMs: 65_000,
  jobId: undefined,
  jobStatus: undefined,
  notes: [],
  answer: undefined,
};

describe("what a call tells the model", () => {
  it("names each file once, with what it holds and how its name changed", () => {
    const file = {
      path: path.join(cwd, "art/out.jpg"),
      role: "copy" as const,
      sizeBytes: 812_345,
      type: { mime: "image/jpeg", extension: "jpg", kind: "image" as const },
      renamedFrom: path.join(cwd, "art/out.png"),
      facts: {},
    };
    expect(callText({ ...report, files: [file] })).toBe(
      `multix_image generate with gemini: 1 file in 1 min 05 s\n${path.join("art", "out.jpg")} (image/jpeg, 812 kB, renamed from out.png to match its content)`,
    );
  });

  it("tells job, notes and answer after the outcome", () => {
    const text = callText({
      ...report,
      provider: "local",
      jobId: "j1",
      jobStatus: "queued",
      notes: ["n"],
      answer: "a",
    });
    expect(text.split("\n")).toEqual(["multix_image generate: done in 1 min 05 s", "job j1: queued", "note: n", "a"]);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [12_345, "12 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
  ])("writes %i bytes as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it("keeps a path outside the working directory absolute", () => {
    const outside = path.resolve("/elsewhere/x.png");
    expect(shownPath(cwd, outside)).toBe(outside);
  });
});
