import { runProcess } from "pi-extension-core/process";
import { describe, expect, it } from "vitest";
import { fixtures as cwd, node, program } from "../../fixtures/process/programs.ts";

const MIB = 1024 * 1024;

describe("a program that writes 200 MiB", () => {
  it("is read to its end in bounded memory, of which head and tail are kept", async () => {
    const result = await runProcess(node, ["--conditions=source", program("flood-host.ts"), "200"], { cwd });
    const seen = JSON.parse(result.stdout.text) as Record<string, unknown>;
    expect(seen).toMatchObject({ ok: true, first: "FIRST\n", last: "LAST\n", totalBytes: 200 * MIB + 11 });
    expect(seen["omittedBytes"]).toBe(200 * MIB + 11 - 512 * 1024);
    expect(seen["textBytes"]).toBeLessThan(512 * 1024 + 100);
    expect(seen["growthMib"]).toBeLessThan(64);
  });

  it("is held back by a callback that takes its time", async () => {
    let seenBytes = 0;
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const onStdout = (text: string): void => {
      seenBytes += text.length;
      Atomics.wait(sleeper, 0, 0, 2);
    };
    const result = await runProcess(node, [program("flood.mjs"), "20"], { cwd, onStdout });
    expect(result).toMatchObject({ ok: true, stdout: { totalBytes: 20 * MIB + 11 } });
    expect(seenBytes).toBe(20 * MIB + 11);
  });

  it("is ended in its midst by an abort", async () => {
    const abort = new AbortController();
    const options = { cwd, signal: abort.signal, onStdout: () => abort.abort() };
    expect(await runProcess(node, [program("flood.mjs"), "200"], options)).toMatchObject({ reason: "aborted" });
  });
});
