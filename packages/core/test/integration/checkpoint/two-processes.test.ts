import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { killHard, startFixture, untilExit } from "../../fixtures/run-fixture.ts";

const STORE = ".pi/checkpoints";
let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ files: { "a.txt": "a" } });
});
afterEach(() => workspace.cleanup());

const store = (): CheckpointStore => new CheckpointStore({ root: workspace.root, directory: workspace.path(STORE) });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

describe("an open checkpoint of another process", () => {
  let other: ChildProcess;
  let id: string;
  beforeEach(async () => {
    other = startFixture("checkpoint/hold-open.ts", [workspace.root]);
    id = String((await once(other.stdout!, "data"))[0]);
  });
  afterEach(() => (other.exitCode === null && other.signalCode === null ? killHard(other) : undefined));

  it("is not touched while that process lives", async () => {
    expect(await store().recover()).toEqual([]);
    for (const act of [
      () => store().restore(id),
      () => store().finalize(id),
      () => store().addPaths(id, ["b"]),
      () => store().markInterrupted(id),
      () => store().discard(id),
    ])
      expect(await codeOf(act())).toBe("CHECKPOINT_STATE");
    expect(await store().prune({ keep: 0 })).toEqual([]);
    expect((await store().get(id)).state).toBe("open");
    expect(await workspace.read("a.txt")).toBe("changed");
  });

  it("is interrupted when that process is gone, and what changes from then on is not lost unseen", async () => {
    await killHard(other);
    const [found] = await store().recover();
    expect(found).toMatchObject({ changed: ["a.txt"], choices: ["finish", "undo"], checkpoint: { id } });
    expect(await store().prune({ keep: 0 })).toEqual([]);
    await writeFile(workspace.path("a.txt"), "later");
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_DIVERGED");
    const { safetyId = "" } = await store().restore(id, { force: true });
    expect(await workspace.read("a.txt")).toBe("a");
    await store().restore(safetyId);
    expect(await workspace.read("a.txt")).toBe("later");
  });

  it("can be undone at once when that process is gone, and what was there is kept", async () => {
    await killHard(other);
    const { safetyId = "" } = await store().restore(id);
    expect(await workspace.read("a.txt")).toBe("a");
    await store().restore(safetyId);
    expect(await workspace.read("a.txt")).toBe("changed");
  });

  it("can be taken over by who knows better", async () => {
    await store().restore(id, { takeOver: true });
    expect(await workspace.read("a.txt")).toBe("a");
  });

  it("can be accepted without an undo when its saved bytes are damaged", async () => {
    const [blob = ""] = await readdir(workspace.path(`${STORE}/blobs`));
    await writeFile(workspace.path(`${STORE}/blobs/${blob}`), "tampered");
    await killHard(other);
    expect((await store().recover())[0]?.choices).toEqual(["finish"]);
    expect((await store().finalize(id)).state).toBe("finalized");
  });
});

describe("several processes at once", () => {
  it("make, restore and prune checkpoints without losing any bytes that one of them needs", async () => {
    const names = ["one", "two", "three"];
    const children = names.map((name) => startFixture("checkpoint/many-rounds.ts", [workspace.root, name, "12"]));
    expect(await Promise.all(children.map(untilExit))).toEqual([0, 0, 0]);
    const { checkpoints, corrupt, torn } = await store().list();
    expect([corrupt, torn]).toEqual([[], []]);
    expect(checkpoints.every(({ state }) => state === "restored")).toBe(true);
    await store().prune({ keep: 1 });
    expect(await readdir(workspace.path(`${STORE}/blobs`))).toHaveLength(1);
  });

  it("in one process wait for their turn", async () => {
    const shared = store();
    const made = await Promise.all(
      [1, 2, 3].flatMap((n) => [shared, store()].map((one) => one.create(["a.txt"], { label: String(n) }))),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(6);
    expect((await shared.list()).checkpoints).toHaveLength(6);
  });
});
