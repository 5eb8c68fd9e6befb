import { cp, readdir, readFile } from "node:fs/promises";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { createWorkspace, type Snapshot, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { startFixture, untilExit } from "../../fixtures/run-fixture.ts";

const STORE = ".pi/checkpoints";
const FILES = {
  "a.txt": "a",
  "b.bin": { content: Uint8Array.from([0, 255, 10, 13]), mode: 0o755 },
  "d/e.txt": "e",
  "d/empty/": "",
};

const storeOf = (workspace: Workspace): CheckpointStore =>
  new CheckpointStore({ root: workspace.root, directory: workspace.path(STORE) });
/** The tree without the store. */
const treeOf = async (workspace: Workspace): Promise<Snapshot> =>
  Object.fromEntries(
    Object.entries(await workspace.snapshot()).filter(([file]) => file !== ".pi" && !file.startsWith(".pi/")),
  );

interface Killed {
  readonly workspace: Workspace;
  readonly start: Snapshot;
  /** How it was found. */
  readonly left: Snapshot;
}

/**
 * One process after the other is killed at the next moment of the phase and handed to `check`, until one gets through.
 * Several at once: starting one takes long.
 * @returns how many were killed
 */
async function atEachMoment(phase: string, check: (killed: Killed) => Promise<void>): Promise<number> {
  let next = 1;
  let killed = 0;
  let isPastTheLast = false;
  const lane = async (): Promise<void> => {
    while (!isPastTheLast) {
      const moment = next;
      next += 1;
      await using workspace = await createWorkspace({ files: FILES });
      const start = await treeOf(workspace);
      const exitCode = await untilExit(
        startFixture("checkpoint/killed-work.ts", [workspace.root, phase, String(moment)]),
      );
      if (exitCode === 0) isPastTheLast = true;
      else {
        killed += 1;
        await check({ workspace, start, left: await treeOf(workspace) });
      }
    }
  };
  await Promise.all(Array.from({ length: 3 }, lane));
  return killed;
}

async function copyOf(workspace: Workspace): Promise<Workspace> {
  const copy = await createWorkspace();
  await cp(workspace.root, copy.root, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Nothing is left of the process: no staged file, no saved bytes that nobody needs, nothing to recover. */
async function expectTidy(workspace: Workspace): Promise<void> {
  const store = storeOf(workspace);
  expect(await store.recover()).toEqual([]);
  const { checkpoints, corrupt, torn } = await store.list();
  expect([corrupt, torn]).toEqual([[], []]);
  expect(await readdir(workspace.path(`${STORE}/staging`))).toEqual([]);
  const needed = checkpoints.flatMap(({ entries }) =>
    entries.flatMap(({ before }) => (before.kind === "file" ? [before.fingerprint.slice(7)] : [])),
  );
  expect(new Set(await readdir(workspace.path(`${STORE}/blobs`)))).toEqual(new Set(needed));
}

/** Recovers, and undoes one copy and finishes the other. */
async function expectBothWays({ workspace, start, left }: Killed): Promise<void> {
  await using other = await copyOf(workspace);
  for (const [place, choice] of [
    [workspace, "undo"],
    [other, "finish"],
  ] as const) {
    const store = storeOf(place);
    for (const { checkpoint, choices } of await store.recover()) {
      expect(checkpoint).toMatchObject({ state: "interrupted", label: "work" });
      expect(choices).toEqual(["finish", "undo"]);
      if (choice === "undo") await store.restore(checkpoint.id);
      else await store.finalize(checkpoint.id);
    }
    await expectTidy(place);
  }
  const [oldest] = (await storeOf(workspace).list()).checkpoints.slice(-1);
  if (oldest?.state === "finalized") await storeOf(workspace).restore(oldest.id);
  expect(await treeOf(workspace)).toEqual(start);
  expect(await treeOf(other)).toEqual(left);
}

describe("a process that is killed", () => {
  it("while it makes a checkpoint has changed nothing, and what it left is swept or can be closed", async () => {
    const moments = await atEachMoment("create", async (killed) => {
      expect(killed.left).toEqual(killed.start);
      await expectBothWays(killed);
    });
    expect(moments).toBeGreaterThan(5);
  });

  it("while it adds paths can be undone and finished", async () => {
    expect(await atEachMoment("add", expectBothWays)).toBeGreaterThan(3);
  });

  it("while it finalizes can be undone and finished", async () => {
    expect(await atEachMoment("finalize", expectBothWays)).toBeGreaterThan(1);
  });

  it("while it restores can be undone to the end, or left as it is", async () => {
    expect(await atEachMoment("restore", expectBothWays)).toBeGreaterThan(8);
  });

  it("while it restores by force loses nothing of what force overwrites", async () => {
    const moments = await atEachMoment("force", async ({ workspace, start }) => {
      const store = storeOf(workspace);
      for (const { checkpoint } of await store.recover()) await store.restore(checkpoint.id, { force: true });
      const { checkpoints } = await store.list();
      const work = checkpoints.find(({ label }) => label === "work");
      if (work?.state === "finalized") await store.restore(work.id, { force: true });
      expect(await treeOf(workspace)).toEqual(start);
      const first = (await store.list()).checkpoints.filter(({ safetyFor }) => safetyFor === work?.id).at(-1);
      await store.restore(first?.id ?? "", { force: true });
      expect(await workspace.read("a.txt")).toBe("later");
      expect(await workspace.read("b.bin/theirs")).toBe("theirs");
      expect(await workspace.read("new/deep/c.txt")).toBe("made, and changed later");
      expect(await workspace.read("d")).toBe("a file now");
      expect((await store.list()).corrupt).toEqual([]);
    });
    expect(moments).toBeGreaterThan(15);
  });

  it("while it prunes leaves every remaining checkpoint sound", async () => {
    const moments = await atEachMoment("prune", async ({ workspace }) => {
      await expectTidy(workspace);
      const store = storeOf(workspace);
      const [newest] = (await store.list()).checkpoints;
      await store.restore(newest?.id ?? "");
      expect(await readFile(workspace.path("a.txt"), "utf8")).toBe("changed");
      await store.prune({ keep: 1 });
      expect((await store.list()).checkpoints.map(({ label }) => label)).toEqual(["newest"]);
      await expectTidy(workspace);
    });
    expect(moments).toBeGreaterThan(3);
  });
});
