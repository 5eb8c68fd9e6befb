import { chmod, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { createWorkspace, type Snapshot, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";

const NAMES = ["a", "A", "b", "d", "D", "d/x", "d/X", "d/y", "d/e", "d/e/z"] as const;
const FOREIGN = ["d/theirs", "d/e/theirs", "a/theirs"] as const;

type Operation =
  | { readonly kind: "write"; readonly name: string; readonly content: Uint8Array }
  | { readonly kind: "delete" | "mkdir"; readonly name: string }
  | { readonly kind: "rename"; readonly name: string; readonly to: string }
  | { readonly kind: "chmod"; readonly name: string; readonly mode: number }
  | { readonly kind: "symlink"; readonly name: string; readonly target: string };

function operationsOn(names: readonly string[], maxLength: number): fc.Arbitrary<Operation[]> {
  const name = fc.constantFrom(...names);
  const operation = fc.oneof(
    fc.record({ kind: fc.constant("write" as const), name, content: fc.uint8Array({ maxLength: 40 }) }),
    fc.record({ kind: fc.constantFrom("delete" as const, "mkdir" as const), name }),
    fc.record({ kind: fc.constant("rename" as const), name, to: name }),
    fc.record({ kind: fc.constant("chmod" as const), name, mode: fc.constantFrom(0o600, 0o640, 0o755) }),
    fc.record({
      kind: fc.constant("symlink" as const),
      name,
      target: fc.constantFrom("a", "d", "nowhere", "../x", "/nowhere"),
    }),
  );
  return fc.array(operation, { maxLength });
}

const kindOf = async (file: string): Promise<"file" | "folder" | "link" | "absent"> => {
  try {
    const stat = await lstat(file);
    return stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : "file";
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return "absent";
    throw error;
  }
};

/** All paths that the renamed folder has, and that they will have. */
async function renamedPaths(root: string, from: string, to: string): Promise<string[]> {
  if ((await kindOf(path.join(root, from))) !== "folder") return [from, to];
  const inside = await readdir(path.join(root, from), { recursive: true });
  return [from, to, ...inside.flatMap((name) => [`${from}/${name}`, `${to}/${name}`])];
}

/** Does what the file system allows, and nothing through a link; an operation that is refused is no operation. */
async function perform(root: string, step: Operation, announce: (paths: string[]) => Promise<unknown>): Promise<void> {
  const at = (name: string): string => path.join(root, name);
  const ways = step.kind === "rename" ? [step.name, step.to] : [step.name];
  for (const way of ways.flatMap((name) => [path.dirname(name), path.dirname(path.dirname(name))]))
    if ((await kindOf(at(way))) === "link") return;
  const file = at(step.name);
  const kind = await kindOf(file);
  try {
    switch (step.kind) {
      case "write":
        if (kind === "file" || kind === "absent") await writeFile(file, step.content);
        return;
      case "delete":
        return await rm(file, { recursive: true });
      case "mkdir":
        return await mkdir(file);
      case "rename":
        if (kind === "absent") return;
        await announce(await renamedPaths(root, step.name, step.to));
        return await rename(file, at(step.to));
      case "chmod":
        if (kind !== "link") await chmod(file, kind === "folder" ? step.mode | 0o700 : step.mode);
        return;
      case "symlink":
        return await symlink(step.target, file);
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

const treeOf = async (workspace: Workspace): Promise<Snapshot> =>
  Object.fromEntries(
    Object.entries(await workspace.snapshot()).filter(([file]) => file !== ".pi" && !file.startsWith(".pi/")),
  );
const nothing = (): Promise<void> => Promise.resolve();

/** What can be named: nothing is reached through a link. */
const coverable = (tree: Snapshot): string[] =>
  NAMES.filter((name) => !NAMES.some((above) => name.startsWith(`${above}/`) && tree[above]?.kind === "symlink"));

describe.skipIf(process.platform === "win32")("any work on files", () => {
  it("is undone by restoring, whatever it did and however it started", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        operationsOn(NAMES, 10),
        operationsOn(NAMES, 12),
        fc.constantFrom("open", "finalized", "interrupted"),
        async (start, work, state) => {
          await using workspace = await createWorkspace();
          for (const step of start) await perform(workspace.root, step, nothing);
          const store = new CheckpointStore({ root: workspace.root, directory: workspace.path(".pi/checkpoints") });
          const before = await treeOf(workspace);
          const { id } = await store.create(coverable(before), { label: "random" });
          for (const step of work) await perform(workspace.root, step, (paths) => store.addPaths(id, paths));
          if (state === "finalized") await store.finalize(id);
          if (state === "interrupted") await store.markInterrupted(id);
          expect((await store.restore(id)).kept).toEqual([]);
          expect(await treeOf(workspace)).toEqual(before);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("and what others did after it come back by turns, when restoring is forced", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        operationsOn(NAMES, 8),
        operationsOn(NAMES, 8),
        operationsOn([...NAMES, ...FOREIGN], 8),
        async (start, work, later) => {
          await using workspace = await createWorkspace();
          for (const step of start) await perform(workspace.root, step, nothing);
          const store = new CheckpointStore({ root: workspace.root, directory: workspace.path(".pi/checkpoints") });
          const before = await treeOf(workspace);
          const { id, entries } = await store.create(coverable(before), { label: "random" });
          for (const step of work) await perform(workspace.root, step, (paths) => store.addPaths(id, paths));
          await store.finalize(id);
          for (const step of later) await perform(workspace.root, step, nothing);
          const changed = await treeOf(workspace);

          const { kept, safetyId } = await store.restore(id, { force: true });
          const restored = await treeOf(workspace);
          const stays = new Set(kept.map((folder) => folder.path));
          for (const entry of entries.filter((one) => !stays.has(one.path)))
            expect(restored[entry.path]).toEqual(before[entry.path]);
          // Without one, the restore overwrote nothing but the work itself.
          if (safetyId !== undefined) await store.restore(safetyId);
          expect(safetyId === undefined ? changed : await treeOf(workspace)).toEqual(changed);
        },
      ),
      { numRuns: 150 },
    );
  });
});
