import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import { buildChildEnv } from "pi-extension-core/process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MultixCli } from "../../../../src/multix/cli/locate.ts";
import { type MultixProgress, runMultix } from "../../../../src/multix/cli/run.ts";

const SECRET = "canary-0123456789";
let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(path.join(tmpdir(), "multix run-")));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function cli(source: string): MultixCli {
  const script = path.join(cwd, "cli.mjs");
  writeFileSync(script, source);
  return {
    command: process.execPath,
    prefixArgs: [script],
    source: "extension",
    path: script,
    why: "test",
    version: "0",
  };
}

const run = (
  source: string,
  argv: string[] = [],
  more: { timeoutMs?: number; signal?: AbortSignal; onProgress?: (progress: MultixProgress) => void } = {},
) =>
  runMultix(cli(source), argv, {
    cwd,
    env: buildChildEnv({ source: process.env, platform: process.platform, set: { KEY: SECRET } }),
    redact: (text) => text.replaceAll(SECRET, "[redacted]"),
    secrets: [SECRET],
    ...more,
  });

describe("running the CLI", () => {
  it("passes arguments as they are and returns both streams", async () => {
    const argv = ["--prompt=-V; rm $HOME", "--", "-x", ""];
    const result = await run("console.log(JSON.stringify(process.argv.slice(2))); console.error('warned')", argv);
    expect(JSON.parse(result.stdout)).toEqual(argv);
    expect(result.stderr).toBe("warned\n");
  });

  it("fails with exit code, reason and both streams, none of them with a secret", async () => {
    const failure = await run(
      "console.log('out', process.env.KEY); console.error('✗ HTTP 401 from x: bad', process.env.KEY); process.exit(1)",
    ).catch((error: unknown) => error);
    expect(hasCode(failure, "CLI_FAILED") && failure.data).toMatchObject({ exitCode: 1, stdout: "out [redacted]\n" });
    expect(failure).toMatchObject({
      message: expect.stringContaining("[redacted]"),
      hint: expect.stringContaining("multix_check"),
    });
    expect(JSON.stringify(failure) + String(failure)).not.toContain(SECRET);
  });

  it("digs the reason out of the report where doc convert hides it", async () => {
    writeFileSync(path.join(cwd, "r.md"), "# x\n\n**Error**: HTTP 400 bad key\n");
    const failure = await run("console.log('Failed: 1\\nOutput saved to: r.md'); process.exit(1)").catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "CLI_FAILED", message: expect.stringContaining("HTTP 400 bad key") });
  });

  it("shows progress without a secret that comes in pieces", async () => {
    const lines: string[] = [];
    const halves = [SECRET.slice(0, 8), SECRET.slice(8)];
    await run(
      `process.stdout.write("polling ${halves[0]}"); setTimeout(() => process.stdout.write("${halves[1]} now\\n"), 700); setTimeout(() => {}, 1300);`,
      [],
      { onProgress: (progress) => lines.push(progress.text) },
    );
    expect(lines.some((line) => line.includes("polling [redacted] now"))).toBe(true);
    expect(lines.join("\n")).not.toMatch(new RegExp(halves.join("|")));
  });

  it("ends what does not finish in time", async () => {
    const failure = await run("setInterval(() => {}, 1000)", [], { timeoutMs: 400 }).catch((error: unknown) => error);
    expect(hasCode(failure, "CLI_TIMED_OUT")).toBe(true);
  });

  it("throws the abort reason, also when it ignores SIGTERM, and starts nothing when already aborted", async () => {
    const abort = new AbortController();
    const reason = new Error("Esc");
    setTimeout(() => abort.abort(reason), 500);
    await expect(
      run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", [], { signal: abort.signal }),
    ).rejects.toBe(reason);
    await expect(run("", [], { signal: abort.signal })).rejects.toBe(reason);
  });

  it("says that a program cannot be started", async () => {
    const gone: MultixCli = { ...cli(""), command: path.join(cwd, "gone"), prefixArgs: [] };
    const failure = await runMultix(gone, [], { cwd, env: {}, redact: (text) => text, secrets: [] }).catch(
      (error: unknown) => error,
    );
    expect(hasCode(failure, "SPAWN_FAILED")).toBe(true);
  });
});
