import { readdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { sweepStaging } from "pi-extension-core/fs";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { killHard, startFixture, untilExit, untilReady } from "../../fixtures/run-fixture.ts";

let workspace: Workspace;
let stagingDir: string;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { n: "0", "staging/": "" } });
  stagingDir = workspace.path("staging");
});
afterEach(() => workspace.cleanup());

const isWhole = (text: string): boolean => text.length === 300_000 && text === (text[0] ?? "").repeat(text.length);

describe("a writer that is killed", () => {
  it("leaves the old or the new bytes, never a mix, 300 times, and the next start sweeps what it left", {
    timeout: 120_000,
  }, async () => {
    const lanes = 6;
    // Starts take most of the time; a killed process leaves no cache, so one that ends by itself fills it.
    const env = { NODE_COMPILE_CACHE: workspace.path("compile-cache") };
    await untilExit(startFixture("fs/write-once.ts", [workspace.path("first"), stagingDir], env));
    const round = async (file: string): Promise<void> => {
      const child = startFixture("fs/write-loop.ts", [file, stagingDir], env);
      await untilReady(child);
      await delay(Math.random() * 30);
      await killHard(child);
      expect(isWhole(await readFile(file, "utf8"))).toBe(true);
    };
    const lane = async (index: number): Promise<void> => {
      const file = workspace.path(`target-${index}`);
      await writeFile(file, "0".repeat(300_000));
      for (let kills = 0; kills < 300 / lanes; kills += 1) await round(file);
    };
    await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
    const leftBehind = (await readdir(stagingDir)).length;
    expect((await sweepStaging(stagingDir)).length).toBe(leftBehind);
    expect(await readdir(stagingDir)).toEqual([]);
    // Else no kill came while a file was staged, and nothing was proved.
    expect(leftBehind).toBeGreaterThan(0);
  });

  it("does not lose the staged file of a living writer to a sweep, nor a file of someone else", async () => {
    const file = workspace.path("target");
    const child = startFixture("fs/write-loop.ts", [file, stagingDir]);
    await untilReady(child);
    await writeFile(`${stagingDir}/notes.tmp`, "mine");
    for (let sweeps = 0; sweeps < 20; sweeps += 1) {
      await sweepStaging(stagingDir);
      await delay(5);
    }
    expect(child.exitCode).toBeNull();
    await killHard(child);
    expect(await readFile(`${stagingDir}/notes.tmp`, "utf8")).toBe("mine");
  });
});

describe("two writers at once", () => {
  it("show every reader a whole version", async () => {
    const file = workspace.path("target");
    await writeFile(file, "0".repeat(300_000));
    const writers = ["1", "2"].map((digit) => startFixture("fs/write-loop.ts", [file, stagingDir, digit]));
    await Promise.all(writers.map(untilReady));
    const seen = new Set<string | undefined>();
    for (let reads = 0; reads < 300; reads += 1) {
      const text = await readFile(file, "utf8");
      expect(isWhole(text)).toBe(true);
      seen.add(text[0]);
    }
    await Promise.all(writers.map(killHard));
    expect(seen.has("1") && seen.has("2")).toBe(true);
  });

  it("lose no compare-and-set", async () => {
    const writers = [1, 2, 3].map(() => startFixture("fs/increment.ts", [workspace.path("n"), stagingDir, "15"]));
    expect(await Promise.all(writers.map(untilExit))).toEqual([0, 0, 0]);
    expect(await workspace.read("n")).toBe("45");
  });
});
