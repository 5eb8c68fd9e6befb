import { fileURLToPath } from "node:url";
import { buildChildEnv, type RunOptions, runProcess } from "pi-extension-core/process";
import { createWorkspace } from "testkit";
import { describe, expect, it } from "vitest";
import { scenes } from "../../demo/scenes.mjs";

const cwd = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs the demo with a temporary folder of its own, and says what it left there. */
async function runDemo(args: readonly string[], env: Record<string, string>, options: Partial<RunOptions> = {}) {
  await using temp = await createWorkspace();
  const run = await runProcess(process.execPath, ["scripts/demo.mjs", ...args], {
    ...options,
    cwd,
    env: buildChildEnv({
      source: process.env,
      platform: process.platform,
      set: { TMPDIR: temp.root, TEMP: temp.root, TMP: temp.root, ...env },
    }),
  });
  return { ...run, text: run.stdout.text, left: Object.keys(await temp.snapshot()) };
}

describe("the demo", () => {
  it.each(scenes.map((scene) => scene.name))("plays %s to its end, in plain text, and leaves nothing", async (name) => {
    const run = await runDemo([name], { NO_COLOR: "1" });
    expect(run).toMatchObject({ ok: true, stderr: { text: "" }, left: [] });
    expect(run.text).not.toContain("\u001B");
  });

  it("shows what was asked, what the tools answered, and what changed on disk", async () => {
    const { text } = await runDemo(["status"], { NO_COLOR: "1" });
    for (const part of [
      'agent project_status {"action":"acknowledge"',
      "affected: chapters/02-the-lamp-goes-out.md -> timeline.md",
      "-- 14 November, 21:00: the storm",
      '+      "status": "needs-review"',
    ])
      expect(text).toContain(part);
  });

  it("colours a transcript for a terminal", async () => {
    expect((await runDemo(["status"], { FORCE_COLOR: "1" })).text).toContain("\u001B[32m");
  });

  it("names its scenes when asked for another", async () => {
    const run = await runDemo(["no-such-scene"], {});
    expect(run.exitCode).toBe(2);
    expect(run.stderr.text).toContain("status");
  });

  it.skipIf(process.platform === "win32")("ends Pi and removes its copies when it is told to end", async () => {
    const ending = new AbortController();
    const started = (text: string) => {
      if (text.includes("━━")) setTimeout(() => ending.abort(), 700);
    };
    const run = await runDemo(["status"], {}, { signal: ending.signal, onStdout: started, graceMs: 20_000 });
    expect(run).toMatchObject({ reason: "aborted", signal: "SIGTERM", left: [] });
  });
});
