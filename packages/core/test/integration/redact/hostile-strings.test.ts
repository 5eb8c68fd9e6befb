import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

// A pattern with catastrophic backtracking takes hours here; the limit is far above what a slow machine needs.
it("ends on a megabyte of every hostile pattern and leaves nothing for a second time", async () => {
  const args = fixtureArgs("redact/hostile-strings.ts", []);
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 150_000 });
  const results = JSON.parse(stdout) as { unit: string; isStable: boolean }[];
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter((result) => !result.isStable)).toEqual([]);
}, 160_000);
