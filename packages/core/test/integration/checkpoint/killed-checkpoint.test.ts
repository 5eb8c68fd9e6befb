import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startFixture, untilExit } from "../../fixtures/run-fixture.ts";

const STORE = ".pi/checkpoints";
let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace({
    files: { "a.txt": "a", "b.bin": Uint8Array.from([0, 255, 10, 13]), "d/e.txt": "e" },
  });
});
afterEach(() => workspace.cleanup());

const store = (): CheckpointStore => new CheckpointStore({ root: workspace.root, directory: workspace.path(STORE) });
const tree = async () =>
  Object.fromEntries(
    Object.entries(await workspace.snapshot()).filter(([file]) => file !== ".pi" && !file.startsWith(".pi/")),
  );

/** Runs the work until it kills itself; true when it did. */
const killedAt = async (mode: string, point: string, times: number): Promise<boolean> => {
  const child = startFixture("checkpoint/killed-work.ts", [workspace.root, mode, point, String(times)]);
  const code = await untilExit(child);
  return code === null;
};

const moments: readonly (readonly [string, string, number])[] = [
  ["create", "file-staged", 1],
  ["create", "blob-saved", 2],
  ["create", "blobs-saved", 1],
  ["create", "folder-made", 1],
  ["create", "manifest-written", 1],
  ["add", "blob-saved", 1],
  ["add", "blobs-saved", 1],
  ["add", "manifest-written", 1],
  ["finalize", "folder-made", 1],
  ["finalize", "manifest-written", 1],
  ["restore", "manifest-written", 1],
  ["restore", "file-staged", 1],
  ["restore", "step-applied", 1],
  ["restore", "step-applied", 3],
  ["restore", "step-applied", 5],
  ["restore", "manifest-written", 2],
  ["prune", "manifest-removed", 1],
  ["prune", "folder-removed", 1],
  ["prune", "blob-removed", 1],
];

describe("a process that is killed", () => {
  it.each(moments)("during %s, at %s for the %i. time, can be undone at the next start", async (mode, point, times) => {
    const before = await tree();
    expect(await killedAt(mode, point, times)).toBe(true);
    for (const { checkpoint } of await store().recover()) await store().restore(checkpoint.id);
    for (const checkpoint of (await store().list()).checkpoints)
      if (checkpoint.state === "finalized" && checkpoint.label === "test work") await store().restore(checkpoint.id);
    expect((await store().list()).corrupt).toEqual([]);
    // Pruned: the oldest checkpoint may be gone by then, and with it the way back.
    const after = mode === "prune" ? before : await tree();
    expect(after).toEqual(before);
    expect(await readdir(workspace.path(`${STORE}/staging`))).toEqual([]);
  });

  it("leaves its work to be finished, too, and then nothing is left to recover", async () => {
    expect(await killedAt("finalize", "folder-made", 1)).toBe(true);
    const [left] = await store().recover();
    expect(left).toMatchObject({
      choices: ["finish", "undo"],
      checkpoint: { state: "interrupted", interrupted: "work" },
    });
    await store().finalize(left?.checkpoint.id ?? "");
    expect(await store().recover()).toEqual([]);
    expect(existsSync(workspace.path("new/deep/c.txt"))).toBe(true);
  });

  it("does not give its open checkpoint away while it lives", async () => {
    const { id } = await store().create(["a.txt"], { label: "mine" });
    expect(await store().recover()).toEqual([]);
    expect((await store().get(id)).state).toBe("open");
  });
});

describe("two processes", () => {
  it("make checkpoints at once, and each can be restored", async () => {
    const children = [1, 2].map(() => startFixture("checkpoint/killed-work.ts", [workspace.root, "none", "none", "1"]));
    expect(await Promise.all(children.map(untilExit))).toEqual([0, 0]);
    const { checkpoints, corrupt } = await store().list();
    expect(corrupt).toEqual([]);
    expect(checkpoints.map(({ state }) => state)).toEqual(["finalized", "finalized"]);
  });
});
