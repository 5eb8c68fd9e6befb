import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createWorkspace } from "testkit";
import { describe, expect, it } from "vitest";
import { benchmarks } from "../../bench/benchmarks.mjs";

const cwd = fileURLToPath(new URL("../../..", import.meta.url));
const bench = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/bench.mjs", ...args], { cwd, encoding: "utf8" });

describe("bench", () => {
  it.each(benchmarks.map((benchmark) => benchmark.name))("measures %s beside its yardstick", async (name) => {
    await using workspace = await createWorkspace();
    const json = workspace.path("bench.json");
    const run = bench(name, "--rounds", "1", "--json", json);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain(`| ${name} |`);
    const { host, results } = JSON.parse(await workspace.read("bench.json"));
    expect(host.node).toBe(process.version);
    expect(results).toHaveLength(1);
    expect(results[0].ratio).toBe(results[0].figureMs / results[0].yardstickMs);
  });

  it.each([["no-such-benchmark"], ["atomic-write", "--rounds", "0"], ["atomic-write", "--rounds", "many"]])(
    "refuses %s %s %s before it measures",
    (...args) => {
      const run = bench(...args);
      expect(run.status).toBe(2);
      expect(run.stderr).not.toBe("");
      expect(run.stdout).toBe("");
    },
  );
});
