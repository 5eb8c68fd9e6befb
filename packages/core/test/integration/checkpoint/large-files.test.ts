import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { hashFile } from "pi-extension-core/fs";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

const STORE = ".pi/checkpoints";
let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ files: { "small.bin": "small" } });
});
afterEach(() => workspace.cleanup());

const MIB = 1024 * 1024;

async function writeLarge(name: string, mib: number): Promise<void> {
  const stream = createWriteStream(workspace.path(name));
  for (let left = mib; left > 0; left -= 1) {
    if (!stream.write(Buffer.alloc(Math.min(left, 1) * MIB, left))) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
}

describe("a large file", () => {
  it("is saved and brought back in bounded memory", async () => {
    await writeLarge("large.bin", 160);
    const { fingerprint } = await hashFile(workspace.path("large.bin"));
    const args = fixtureArgs("checkpoint/large-file.ts", [workspace.root, "small.bin", "large.bin"]);
    const result = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as {
      growthMib: number;
      fingerprint: string;
    };
    expect(result.fingerprint).toBe(fingerprint);
    expect(result.growthMib).toBeLessThan(60);
  });

  it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
    "that the disk has no room for makes no checkpoint, and one that cannot be written back can be tried again",
    async () => {
      await workspace.write("disk/", "");
      const root = workspace.path("disk");
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", root]);
      try {
        const store = new CheckpointStore({ root, directory: workspace.path(`disk/${STORE}`) });
        await writeLarge("disk/large.bin", 0.15);
        await expect(store.create(["large.bin"], { label: "x" })).rejects.toMatchObject({ code: "WRITE_FAILED" });
        expect(await store.list()).toEqual({ checkpoints: [], corrupt: [], torn: [] });
        expect(await readdir(workspace.path(`disk/${STORE}/staging`))).toEqual([]);

        await writeLarge("disk/large.bin", 0.06);
        const { id } = await store.create(["large.bin"], { label: "x" });
        await rm(workspace.path("disk/large.bin"));
        await writeLarge("disk/filler.bin", 0.15);
        await expect(store.restore(id)).rejects.toMatchObject({ code: "WRITE_FAILED" });
        expect((await store.get(id)).state).toBe("restoring");
        expect((await store.recover()).map(({ checkpoint }) => checkpoint.id)).toEqual([id]);
        await rm(workspace.path("disk/filler.bin"));
        await store.restore(id);
        expect((await stat(workspace.path("disk/large.bin"))).size).toBe(Math.floor(0.06 * MIB));
      } finally {
        execFileSync("umount", [root]);
      }
    },
  );
});
