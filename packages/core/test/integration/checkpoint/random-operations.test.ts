import { chmod, lstat, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { createWorkspace } from "testkit";
import { describe, expect, it } from "vitest";

const names = ["a", "b", "d", "d/x", "d/y", "d/e", "d/e/z"] as const;
const name = fc.constantFrom(...names);
const content = fc.uint8Array({ maxLength: 40 });

type Operation =
  | { kind: "write"; name: string; content: Uint8Array }
  | { kind: "delete" | "mkdir"; name: string }
  | { kind: "rename"; name: string; to: string }
  | { kind: "chmod"; name: string; mode: number }
  | { kind: "symlink"; name: string; target: string };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), name, content }),
  fc.record({ kind: fc.constant("delete" as const), name }),
  fc.record({ kind: fc.constant("mkdir" as const), name }),
  fc.record({ kind: fc.constant("rename" as const), name, to: name }),
  fc.record({ kind: fc.constant("chmod" as const), name, mode: fc.constantFrom(0o600, 0o644, 0o755) }),
  fc.record({ kind: fc.constant("symlink" as const), name, target: fc.constantFrom("a", "nowhere", "../x") }),
);

/** Does what the file system allows; an operation that it refuses is no operation. */
async function perform(root: string, step: Operation): Promise<void> {
  const file = path.join(root, step.name);
  // What is reached through a link is not part of the covered names.
  const ways = [step.name, ...(step.kind === "rename" ? [step.to] : [])].map((one) =>
    path.dirname(path.join(root, one)),
  );
  if ((await Promise.all(ways.flatMap((way) => [isLink(way), isLink(path.dirname(way))]))).some(Boolean)) return;
  try {
    switch (step.kind) {
      case "write":
        if ((await lstat(path.dirname(file))).isDirectory() && !(await isLink(file)))
          await writeFile(file, step.content);
        return;
      case "delete":
        return await rm(file, { recursive: true });
      case "mkdir":
        return await mkdir(file);
      case "rename":
        return await rename(file, path.join(root, step.to));
      case "chmod":
        if (!(await isLink(file))) await chmod(file, (await lstat(file)).isDirectory() ? 0o755 : step.mode);
        return;
      case "symlink":
        return await symlink(step.target, file);
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === "win32")("any work on files", () => {
  it("is undone by restoring, whatever it did and however it started", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 8 }),
        fc.array(operation, { maxLength: 10 }),
        fc.boolean(),
        async (start, work, finalized) => {
          await using workspace = await createWorkspace();
          const tree = async () =>
            Object.fromEntries(
              Object.entries(await workspace.snapshot()).filter(([file]) => file !== ".pi" && !file.startsWith(".pi/")),
            );
          for (const step of start) await perform(workspace.root, step);
          const store = new CheckpointStore({ root: workspace.root, directory: workspace.path(".pi/checkpoints") });
          const before = await tree();
          const covered = names.filter(
            (one) => !names.some((above) => one.startsWith(`${above}/`) && before[above]?.kind === "symlink"),
          );
          const { id } = await store.create(covered, { label: "random" });
          for (const step of work) await perform(workspace.root, step);
          // A folder that was moved took along what no checkpoint covers under its new name.
          fc.pre(Object.keys(await tree()).every((one) => names.some((name) => name === one)));
          if (finalized) await store.finalize(id);
          await store.restore(id);
          expect(await tree()).toEqual(before);
        },
      ),
      { numRuns: 200 },
    );
  });
});
