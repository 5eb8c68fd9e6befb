import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

it("does not grow in memory over rounds of 100,000 tasks", async () => {
  const args = ["--expose-gc", ...fixtureArgs("queue/many-tasks.ts", [])];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { tasks, size, heaps } = JSON.parse(stdout) as { tasks: number; size: number; heaps: number[] };
  expect(tasks).toBe(400_000);
  expect(size).toBe(0);
  const growth = heaps.at(-1)! - heaps[0]!;
  expect(growth).toBeLessThan(1_000_000);
});
