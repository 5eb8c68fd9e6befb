import { describe, expect, it } from "vitest";
import {
  jobPhase,
  reportedFiles,
  reportedJobId,
  reportedJobStatus,
} from "../../../../src/multix/results/reported-output.ts";

const results = (stdout: string) =>
  reportedFiles(stdout)
    .filter((file) => file.role === "result")
    .map((file) => file.path);

describe("files in the CLI's output", () => {
  it.each([
    [
      "an image list with a copy",
      "✓ Saved: /o/x.png\n✓ Copied to: out.png\n\nGenerated 1 image(s):\n  /o/x.png\n",
      ["/o/x.png"],
    ],
    [
      "a converted list whose first file is gone",
      "✓ Saved: /o/x.png\nGenerated 1 image(s):\n  /o/x.webp\n",
      ["/o/x.png", "/o/x.webp"],
    ],
    ["a form without colon", "✓ Saved /o/a b.jpg\n/o/a b.jpg\n", ["/o/a b.jpg"]],
    ["speech with its size", "✓ Saved: /o/s.mp3 (12.5 KB)\n\nGenerated audio: /o/s.mp3\n", ["/o/s.mp3"]],
    ["a video", "✓ Saved video: /o/v.mp4\n✓ Saved thumb /o/v_thumb.jpg\nGenerated video: /o/v.mp4\n", ["/o/v.mp4"]],
    ["a task of byteplus", "✓ Saved o/v.mp4\n\nTask: cgt-1\nSaved: o/v.mp4\n", ["o/v.mp4"]],
    [
      "chunks",
      "Created 2 chunk(s) in ./chunks\n  chunks/a_000.mp4\n  chunks/a_001.mp4\n",
      ["chunks/a_000.mp4", "chunks/a_001.mp4"],
    ],
    ["a Windows path", "✓ Saved: C:\\o\\x.png\nC:\\o\\x.png\n", ["C:\\o\\x.png"]],
    ["a document", "Output saved to: /p/document-extraction.md\n", ["/p/document-extraction.md"]],
    ["text that is no path", "Model used: a/b\n[file]\nStatus: success\nhttps://x.y/z.mp4\n", []],
  ])("are found in %s", (_, stdout, paths) => {
    expect(results(stdout)).toEqual(paths);
  });

  it("tells results, copies and thumbnails apart", () => {
    const roles = reportedFiles(
      "✓ Saved: /o/v.mp4\n✓ Copied to /p/v.mp4\n✓ Saved thumb /o/t.png\n✓ Copied thumb to /p/t.png\n",
    );
    expect(roles.map((file) => file.role)).toEqual(["result", "copy", "thumbnail", "thumbnail"]);
  });

  it("keep a path that ends like a size", () => {
    expect(results("✓ Saved: /o/take (2 MB)/x.wav (0.0 KB)\n")).toEqual(["/o/take (2 MB)/x.wav"]);
  });
});

describe("jobs in the CLI's output", () => {
  it.each([
    ["an id alone with a poll line", "gen-7\n", "Poll with: multix leonardo status gen-7\n", "gen-7"],
    ["a job that timed out here", "", "✗ Timed out — multix openrouter video-status vid_9\n", "vid_9"],
    ["a Cloudflare job", "✓ Video job abc-1 (starting)\n", "", "abc-1"],
    ["a dubbing job", "Dubbing job: d1 (expected ~20s)\n", "", "d1"],
    ["no job", "✓ Saved: /o/x.png\n", "", undefined],
  ])("are found in %s", (_, stdout, stderr, id) => {
    expect(reportedJobId(stdout, stderr)).toBe(id);
  });

  it.each([
    ["", "  status: COMPLETE\n", "COMPLETE", "done"],
    ['{"id":"x","status": "succeeded"}', "", "succeeded", "done"],
    ["abc: processing\n", "", "processing", "running"],
    ["abc: canceled\n", "", "canceled", "failed"],
    ["nothing", "", undefined, "unknown"],
  ])("have the status of %j %j", (stdout, stderr, status, phase) => {
    expect(reportedJobStatus(stdout, stderr)).toBe(status);
    expect(jobPhase(status)).toBe(phase);
  });
});
