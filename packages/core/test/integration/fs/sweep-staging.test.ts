import { readdir, utimes } from "node:fs/promises";
import { sweepStaging, writeFileIfUnchanged } from "pi-extension-core/fs";
import { currentProcess } from "pi-extension-core/lock";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempName } from "../../../src/fs/temp-name.ts";
import { killHard, startFixture, untilReady } from "../../fixtures/run-fixture.ts";

const HOUR_MS = 3_600_000;
const NO_PID = 2 ** 22 + 1;
let workspace: Workspace;
let stagingDir: string;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { "staging/": "" } });
  stagingDir = workspace.path("staging");
});
afterEach(() => workspace.cleanup());

async function stage(name: string, ageMs: number): Promise<string> {
  await workspace.write(`staging/${name}`, "staged");
  const time = new Date(Date.now() - ageMs);
  await utimes(workspace.path(`staging/${name}`), time, time);
  return name;
}

describe("sweeping a staging folder", () => {
  it("removes the file of a dead process at once, and never that of a living one that is known", async () => {
    const dead = await stage(tempName({ pid: NO_PID, startToken: undefined }, "a1"), 0);
    const living = await stage(tempName(currentProcess(), "a2"), 0);
    expect(await sweepStaging(stagingDir)).toEqual([dead]);
    expect(await readdir(stagingDir)).toEqual([living]);
  });

  it.runIf(process.platform === "linux")("is not deceived by a pid that another process has now", async () => {
    const { pid, startToken = "" } = currentProcess();
    const token = startToken.replace(/^\d+/, "1");
    const reused = await stage(tempName({ pid, startToken: token }, "a1"), 0);
    const known = await stage(tempName({ pid, startToken }, "a2"), 1000 * HOUR_MS);
    expect(await sweepStaging(stagingDir)).toEqual([reused]);
    expect(await readdir(stagingDir)).toEqual([known]);
  });

  it("leaves files of which it cannot tell whose they are until they are old", async () => {
    const elsewhere = "another machine";
    const unknown = { pid: process.pid, startToken: undefined };
    const kept = [
      await stage(tempName({ pid: NO_PID, startToken: "1-1" }, "a1", elsewhere), 23 * HOUR_MS),
      await stage(tempName(unknown, "a2"), 23 * HOUR_MS),
      await stage("notes.tmp", 1000 * HOUR_MS),
    ];
    const old = [
      await stage(tempName({ pid: NO_PID, startToken: "1-1" }, "b1", elsewhere), 25 * HOUR_MS),
      await stage(tempName(unknown, "b2"), 25 * HOUR_MS),
    ];
    expect((await sweepStaging(stagingDir)).toSorted()).toEqual(old.toSorted());
    expect((await readdir(stagingDir)).toSorted()).toEqual(kept.toSorted());
    expect(await sweepStaging(stagingDir, { maxAgeMs: HOUR_MS })).toHaveLength(2);
  });

  it("removes file and lock of a compare-and-set that was killed, and nothing of one that runs", async () => {
    const file = workspace.path("target");
    const child = startFixture("fs/hold-write.ts", [file, stagingDir]);
    await untilReady(child);
    expect(await sweepStaging(stagingDir)).toEqual([]);
    await killHard(child);
    expect(await readdir(stagingDir)).toHaveLength(2);
    expect(await sweepStaging(stagingDir)).toHaveLength(2);
    expect(await readdir(stagingDir)).toEqual([]);
    await writeFileIfUnchanged(file, "mine", "absent", { stagingDir });
    expect(await workspace.read("target")).toBe("mine");
  });

  it("finds nothing in a folder that does not exist", async () => {
    expect(await sweepStaging(workspace.path("gone"))).toEqual([]);
  });
});
