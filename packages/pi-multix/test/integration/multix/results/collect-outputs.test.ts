import { utimes } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CollectOptions, collectOutputs } from "../../../../src/multix/results/collect-outputs.ts";
import { listFolder, outputFolder } from "../../../../src/multix/results/output-folder.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);
const WAV = Buffer.concat([Buffer.from("RIFF"), Buffer.from([36, 0, 0, 0]), Buffer.from("WAVEfmt "), Buffer.alloc(28)]);

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ files: { "multix-output/": "" }, awkwardPath: true });
});
afterEach(() => workspace.cleanup());

const collect = (stdout: string, more: Partial<CollectOptions> = {}) =>
  collectOutputs({
    stdout,
    cwd: workspace.root,
    folder: workspace.path("multix-output"),
    namesBefore: new Set(),
    startedAtMs: Date.now() - 1000,
    correctNames: true,
    ...more,
  });
const names = (files: { path: string }[]) => files.map((file) => path.relative(workspace.root, file.path));

describe("files that a run wrote", () => {
  it("are those that it names and those that are new, once each, the asked one first", async () => {
    await workspace.write("multix-output/x.png", PNG);
    await workspace.write("multix-output/unnamed.png", PNG);
    await workspace.write("multix-output/before.png", PNG);
    await workspace.write("out.png", PNG);
    const stdout = `✓ Saved: ${workspace.path("multix-output/x.png")}\n✓ Copied to: out.png\n\nGenerated 1 image(s):\n  ${workspace.path("multix-output/x.png")}\n`;
    const files = await collect(stdout, { namesBefore: new Set(["before.png"]) });
    expect(names(files)).toEqual(["out.png", "multix-output/x.png", "multix-output/unnamed.png"]);
    expect(files[0]).toMatchObject({ role: "copy", sizeBytes: PNG.length, type: { mime: "image/png", kind: "image" } });
  });

  it("are not files that it only mentions, nor folders, nor what is gone", async () => {
    await workspace.write("input.png", PNG);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(workspace.path("input.png"), longAgo, longAgo);
    expect(await collect(`✓ Saved: input.png\n✓ Saved: multix-output\n✓ Saved: gone.png\n`)).toEqual([]);
  });

  it("get the extension of what they hold, bytes untouched", async () => {
    await workspace.write("out.png", JPEG);
    await workspace.write("voice.mp3", WAV);
    const files = await collect("✓ Saved: out.png\n✓ Saved: voice.mp3 (0.1 KB)\n");
    expect(names(files)).toEqual(["out.jpg", "voice.wav"]);
    expect(files[0]?.renamedFrom).toBe(workspace.path("out.png"));
    expect(Buffer.from(await workspace.readBytes("out.jpg"))).toEqual(JPEG);
  });

  it("keep a name that was chosen on purpose, and one that is right", async () => {
    await workspace.write("a.bin", JPEG);
    await workspace.write("b", JPEG);
    await workspace.write("c.jpeg", JPEG);
    await workspace.write("d.md", "# text\n");
    expect(names(await collect("✓ Saved: a.bin\n✓ Saved: b\n✓ Saved: c.jpeg\nOutput saved to: d.md\n"))).toEqual([
      "a.bin",
      "b",
      "c.jpeg",
      "d.md",
    ]);
  });

  it("never replace a file that has the right name already", async () => {
    await workspace.write("out.jpg", "precious");
    await workspace.write("out.png", JPEG);
    const [file] = await collect("✓ Saved: out.png\n");
    expect(file).toMatchObject({ path: workspace.path("out.png"), note: expect.stringContaining("out.jpg") });
    expect(await workspace.read("out.jpg")).toBe("precious");
  });

  it("are corrected once when two calls see the same file", async () => {
    await workspace.write("multix-output/x.png", JPEG);
    const both = await Promise.all([collect(""), collect("")]);
    expect(await listFolder(workspace.path("multix-output"))).toEqual(new Set(["x.jpg"]));
    expect(both.flat().some((file) => file.renamedFrom !== undefined)).toBe(true);
  });
});

describe("the output folder", () => {
  it("is the first one that is defined, from the working directory", () => {
    const cwd = path.resolve("/p");
    expect(outputFolder([{}, { MULTIX_OUTPUT_DIR: "art" }, { MULTIX_OUTPUT_DIR: "/other" }], cwd)).toBe(
      path.join(cwd, "art"),
    );
    expect(outputFolder([{ MULTIX_OUTPUT_DIR: "" }, { MULTIX_OUTPUT_DIR: "art" }], cwd)).toBe(
      path.join(cwd, "multix-output"),
    );
  });
});
