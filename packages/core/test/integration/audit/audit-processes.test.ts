import { execFile, execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { openAuditLog, readAudit } from "pi-extension-core/audit";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ awkwardPath: true });
});
afterEach(() => workspace.cleanup());

const linesIn = async (directory: string): Promise<string[]> => {
  const texts = await Promise.all(
    (await readdir(directory)).map((name) => readFile(path.join(directory, name), "utf8")),
  );
  expect(texts.every((text) => text.endsWith("\n"))).toBe(true);
  return texts.flatMap((text) => text.slice(0, -1).split("\n"));
};

it("keeps 8,000 records of 8 processes whole, also those of 20 KB, each process in its own order", async () => {
  const directory = workspace.path("audit");
  const names = Array.from({ length: 8 }, (_, index) => `process-${index}`);
  const runs = await Promise.all(
    names.map((name) =>
      promisify(execFile)(process.execPath, fixtureArgs("audit/append-many.ts", [directory, name, "1000"])),
    ),
  );
  for (const { stdout } of runs) expect(JSON.parse(stdout)).toMatchObject({ written: 1000, failed: 0 });
  const lines = await linesIn(directory);
  expect(lines).toHaveLength(8000);
  const records = lines.map((line) => JSON.parse(line) as { id: string; name: string; index: number; padding: string });
  expect(new Set(records.map((record) => record.id)).size).toBe(8000);
  for (const name of names) {
    const indexes = records.filter((record) => record.name === name).map((record) => record.index);
    expect(indexes).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  }
  expect(records.filter((record) => record.padding.length === 20_000)).toHaveLength(800);
});

function expectOneTornLine(lines: readonly string[], whole: number): void {
  const isWhole = (line: string): boolean => {
    try {
      return JSON.parse(line) !== undefined;
    } catch {
      return false;
    }
  };
  expect(lines.filter(isWhole)).toHaveLength(whole);
  expect(lines.filter((line) => !isWhole(line)).length).toBeLessThanOrEqual(1);
}

it.skipIf(process.platform === "win32")("ends a line that a full disk tore before the next record", async () => {
  const directory = workspace.path("audit");
  const args = fixtureArgs("audit/append-until-full.ts", [directory]);
  // In blocks of 512 bytes: 10,240 bytes for one file, so a write of about 1,000 is cut short.
  const output = execFileSync("sh", ["-c", 'ulimit -f 20 && exec "$0" "$@"', process.execPath, ...args]);
  const result = JSON.parse(output.toString()) as { written: number };
  expect(result).toMatchObject({ last: [false, false], status: { state: "closed", failed: 3 } });
  expect(result.written).toBeGreaterThan(5);

  const log = openAuditLog({ directory });
  await log.append({ kind: "after", index: 1 });
  await log.append({ kind: "after", index: 2 });
  await log.close();
  const lines = await linesIn(directory);
  expectOneTornLine(lines, result.written + 2);
  expect(await readAudit(directory, { limit: 3 })).toMatchObject({
    records: [{ kind: "after", index: 2 }, { kind: "after", index: 1 }, { kind: "test.full" }],
    damagedLines: 1,
  });
});

it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "goes on in the same session when a full 64 KiB disk has space again",
  async () => {
    const disk = workspace.path("disk");
    await workspace.write("disk/", "");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]);
    try {
      await workspace.write("disk/ballast", "b".repeat(32_768));
      const log = openAuditLog({ directory: path.join(disk, "audit") });
      const append = (index: number) => log.append({ kind: "test", index, padding: "x ".repeat(450) });
      let written = 0;
      while (written < 200 && (await append(written)).ok) written += 1;
      expect(written).toBeLessThan(100);
      expect(log.status()).toMatchObject({ state: "failing", lastError: { code: "WRITE_FAILED" } });
      execFileSync("rm", [path.join(disk, "ballast")]);
      expect(await append(1000)).toMatchObject({ ok: true });
      expect(log.status()).toMatchObject({ state: "working", written: written + 1, failed: 1 });
      expectOneTornLine(await linesIn(path.join(disk, "audit")), written + 1);
      await log.close();
    } finally {
      execFileSync("umount", [disk]);
    }
  },
);
