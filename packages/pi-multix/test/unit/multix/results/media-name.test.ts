import path from "node:path";
import { describe, expect, it } from "vitest";
import { correctedName, isNamedForContent, mediaKindOf } from "../../../../src/multix/results/media-name.ts";

describe("the name that fits the content", () => {
  it.each([
    ["/o/x.png", "jpg", "/o/x.jpg"],
    ["/o/x.PNG", "webp", "/o/x.webp"],
    ["/o/song.mp3", "wav", "/o/song.wav"],
    ["/o/a.b.png", "jpg", "/o/a.b.jpg"],
    ["/o/clip.mp4", "webm", "/o/clip.webm"],
    ["/o/frame.png", "mp4", "/o/frame.mp4"],
  ])("of %s holding %s is %s", (file, extension, name) => {
    expect(correctedName(file, extension, path.posix)).toBe(name);
  });

  it.each([
    ["/o/x.jpeg", "jpg", "an equal spelling"],
    ["/o/voice.m4a", "mp4", "one container for sound and video"],
    ["/o/x.bin", "jpg", "an extension chosen on purpose"],
    ["/o/x", "jpg", "no extension"],
    ["/o/.png", "jpg", "a hidden file"],
    ["/o/x.png", "pdf", "content that is no medium"],
  ])("of %s holding %s stays: %s", (file, extension) => {
    expect(correctedName(file, extension, path.posix)).toBeUndefined();
  });

  it("is formed for Windows paths too", () => {
    expect(correctedName("C:\\o\\x.png", "jpg", path.win32)).toBe("C:\\o\\x.jpg");
  });

  it.each([
    ["C:\\o\\cat.png", "png", true],
    ["C:\\o\\cat.JPEG", "jpg", true],
    ["C:\\o\\voice.m4a", "mp4", true],
    ["C:\\o\\cat.png", "jpg", false],
    ["C:\\o\\cat.exe", "png", false],
    ["C:\\o\\cat.png.lnk", "png", false],
    ["C:\\o\\cat", "png", false],
    ["C:\\o\\report.pdf", "pdf", false],
  ])("of %s says that it holds %s: %s", (file, extension, isNamed) => {
    expect(isNamedForContent(file, extension, path.win32)).toBe(isNamed);
  });

  it("has a kind only for media", () => {
    expect(["image/png", "audio/mpeg", "video/mp4", "application/pdf"].map(mediaKindOf)).toEqual([
      "image",
      "audio",
      "video",
      undefined,
    ]);
  });
});
