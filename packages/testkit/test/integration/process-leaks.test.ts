import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listProcesses } from "testkit/process-table";
import { describe, it } from "vitest";

const fixtures = fileURLToPath(new URL("../fixtures/leaky/", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Runs one fixture file in a vitest of its own. */
function runFixture(name: string): Promise<{ exitCode: number; output: string }> {
  const args = [vitest, "run", "--config", join(fixtures, "vitest.config.ts"), "--no-color", name];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: fixtures }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr }),
    );
  });
}

describe.runIf(process.platform !== "win32")("leak check", () => {
  it.concurrent.for(["inherited", "orphan", "daemon"])(
    "fails the run that leaves a process behind (%s), names it and ends it",
    async (name, { expect }) => {
      const { exitCode, output } = await runFixture(`${name}.leaky.ts`);
      expect(output).toContain("1 process(es) outlived this test file");
      expect(output).toContain(`leaky-${name}`);
      expect(exitCode).toBe(1);
      const left = (await listProcesses()).filter((row) => !row.isZombie && row.command.endsWith(`leaky-${name}`));
      expect(left).toEqual([]);
    },
  );

  it.concurrent("passes a run whose processes end, also a moment after its last test", async ({ expect }) => {
    const { exitCode, output } = await runFixture("clean.leaky.ts");
    expect(output).toContain("2 passed");
    expect(exitCode).toBe(0);
  });
});
