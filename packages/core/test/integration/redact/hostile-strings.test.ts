import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const fixture = fileURLToPath(new URL("../../fixtures/redact/hostile-strings.ts", import.meta.url));

// A pattern with catastrophic backtracking takes hours here; the limit is far above what a slow machine needs.
it("ends on a megabyte of every hostile pattern and leaves nothing for a second time", async () => {
  const args = ["--conditions=source", "--disable-warning=ExperimentalWarning", fixture];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 150_000 });
  const results = JSON.parse(stdout) as { unit: string; isStable: boolean }[];
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter((result) => !result.isStable)).toEqual([]);
}, 160_000);
