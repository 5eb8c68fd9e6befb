import { describe, expect, it } from "vitest";
import { hintFor, reasonIn, reasonInReport } from "../../../../src/multix/cli/failure-reason.ts";

describe("why the CLI failed", () => {
  it.each([
    ["⚠ Request 1: no images in response\n✗ No images were generated\n", "No images were generated"],
    ['Error: HTTP 401 from https://x: {"a":1}\n', 'HTTP 401 from https://x: {"a":1}'],
    ["error: required option '--prompt <text>' not specified\n", "required option '--prompt <text>' not specified"],
    ["Poll with: x\nffmpeg version 5\nConversion failed!\n", "Conversion failed!"],
    ["", undefined],
  ])("is found in %j", (stderr, reason) => {
    expect(reasonIn(stderr)).toBe(reason);
  });

  it("is the first error of a document report", () => {
    expect(reasonInReport("## a.pdf\n**Error**: HTTP 400 \n**Error**: other")).toBe("HTTP 400");
    expect(reasonInReport("fine")).toBeUndefined();
  });

  it.each([
    ["GEMINI_API_KEY is not set. Get one at x"],
    ["HTTP 401 from x"],
    ["HTTP 429 from x"],
    ["ffmpeg not found on PATH."],
    ["HTTP 403 from u: (download failed)"],
  ])("comes with a next step for %s", (reason) => {
    expect(hintFor(reason)).toMatch(/\.$/);
  });
});
