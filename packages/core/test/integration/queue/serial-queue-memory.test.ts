import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const fixture = fileURLToPath(new URL("../../fixtures/queue/many-tasks.ts", import.meta.url));

it("does not grow in memory over rounds of 100,000 tasks", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--expose-gc",
    "--conditions=source",
    "--disable-warning=ExperimentalWarning",
    fixture,
  ]);
  const { tasks, size, heaps } = JSON.parse(stdout) as { tasks: number; size: number; heaps: number[] };
  expect(tasks).toBe(400_000);
  expect(size).toBe(0);
  const growth = heaps.at(-1)! - heaps[0]!;
  expect(growth).toBeLessThan(1_000_000);
});
