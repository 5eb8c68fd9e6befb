import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { openAuditLog, pruneAudit, readAudit } from "pi-extension-core/audit";
import {
  createFakeClock,
  createFakeIds,
  createWorkspace,
  type FakeClock,
  findSecretLeaks,
  type Workspace,
} from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const onPosix = process.platform !== "win32";
let workspace: Workspace;
let directory: string;
let clock: FakeClock;

beforeEach(async () => {
  workspace = await createWorkspace({ awkwardPath: true });
  directory = workspace.path("project/.pi/audit");
  clock = createFakeClock("2026-12-01T23:59:00Z");
});
afterEach(() => workspace.cleanup());

const open = (options = {}) => openAuditLog({ directory, clock, ids: createFakeIds(), ...options });
const today = () => path.join(directory, "2026-12-01.jsonl");
const indexesOf = async () => (await readAudit(directory)).records.map((record) => record["index"]);

describe("audit log", () => {
  it("makes nothing before the first record, then a private folder and file", async () => {
    const log = open();
    await expect(stat(directory)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await log.append({ kind: "test", index: 1 })).toEqual({ ok: true, id: "id-0001" });
    expect(log.status()).toEqual({ state: "working", written: 1, failed: 0, pending: 0, lastError: undefined });
    const record = { version: 1, id: "id-0001", at: "2026-12-01T23:59:00.000Z", kind: "test", index: 1 };
    expect(await readFile(today(), "utf8")).toBe(`${JSON.stringify(record)}\n`);
  });

  it.skipIf(!onPosix)("keeps folder and file to the user, also a file that was open to others", async () => {
    await open().append({ kind: "test" });
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(today())).mode & 0o777).toBe(0o600);
    await chmod(today(), 0o644);
    await open().append({ kind: "test" });
    expect((await stat(today())).mode & 0o777).toBe(0o600);
  });

  it("keeps the order of a burst and starts a new file with each UTC day", async () => {
    const log = open();
    for (let index = 0; index < 600; index += 1) void log.append({ kind: "test", index });
    clock.advance(60_000);
    for (let index = 600; index < 650; index += 1) void log.append({ kind: "test", index });
    expect(log.status().pending).toBe(650);
    await log.flush();
    const { records } = await readAudit(directory, { limit: 1000 });
    expect(records.map((record) => record["index"])).toEqual(Array.from({ length: 650 }, (_, index) => 649 - index));
    expect((await readFile(path.join(directory, "2026-12-02.jsonl"), "utf8")).split("\n")).toHaveLength(51);
  });

  it("records an entry as it was when it was appended", async () => {
    const entry = { kind: "test", index: 1 };
    const appended = open().append(entry);
    entry.index = 2;
    await appended;
    expect(await indexesOf()).toEqual([1]);
  });

  it("lets no planted secret through", async () => {
    const known = "kn0wn-s3cret/with+signs";
    const model = "sk-ant-planted0123456789";
    const git = "ghp_planted0123456789abcdefghij";
    const log = open({ secrets: [known] });
    await log.append({
      kind: "test.secrets",
      apiKey: model,
      [git]: "as a key",
      text: `failed with OPENAI_API_KEY=${model} and ${known}`,
      nested: JSON.stringify({ body: JSON.stringify({ token: git, note: known }) }),
      url: `https://me:${git}@example.org/?api_key=${model}&q=${encodeURIComponent(known)}`,
      encoded: Buffer.from(`user:${known}`).toString("base64"),
      error: new Error(`no access with ${known}`, { cause: new Error(git) }),
      argv: ["--api-key", model],
    });
    expect(log.status()).toMatchObject({ written: 1, failed: 0 });
    expect(await findSecretLeaks({ directories: [directory], secrets: { known, model, git } })).toEqual([]);
  });
});

describe("audit log after failures", () => {
  it("does not lose later records to a folder that lay in the file's place", async () => {
    await mkdir(today(), { recursive: true });
    const log = open();
    const first = await log.append({ kind: "test", index: 1 });
    expect(first).toMatchObject({ ok: false, error: { code: "WRITE_FAILED", data: { errno: "EISDIR" } } });
    expect(log.status()).toMatchObject({ state: "failing", failed: 1, lastError: { code: "WRITE_FAILED" } });
    await rmdir(today());
    expect(await log.append({ kind: "test", index: 2 })).toMatchObject({ ok: true });
    expect(log.status()).toMatchObject({ state: "working", written: 1, failed: 1 });
    expect(log.status().lastError).toBeDefined();
    await log.close();
    expect(await indexesOf()).toEqual([2]);
  });

  it.skipIf(!onPosix)("does not lose later records to a read-only folder", async () => {
    await mkdir(directory, { recursive: true });
    // Permissions do not stop root, a read-only file system does.
    const isMounted = process.getuid?.() === 0 && process.platform === "linux";
    if (isMounted) execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", directory]);
    else await chmod(directory, 0o500);
    try {
      const log = open();
      const refused = await log.append({ kind: "test", index: 1 });
      expect(refused).toMatchObject({
        ok: false,
        error: { code: "WRITE_FAILED", data: { errno: isMounted ? "EROFS" : "EACCES" } },
      });
      if (isMounted) execFileSync("mount", ["-o", "remount,rw", directory]);
      else await chmod(directory, 0o700);
      expect(await log.append({ kind: "test", index: 2 })).toMatchObject({ ok: true });
      expect(log.status()).toMatchObject({ state: "working", written: 1, failed: 1 });
      expect(await indexesOf()).toEqual([2]);
    } finally {
      if (isMounted) execFileSync("umount", [directory]);
    }
  });

  it("refuses what is no record, counts it, and goes on", async () => {
    const log = open();
    expect(await log.append({ kind: "" })).toMatchObject({ ok: false, error: { code: "AUDIT_INVALID" } });
    expect(await log.append({ kind: "test", index: 1 })).toMatchObject({ ok: true });
    await log.close();
    expect(await log.append({ kind: "test" })).toMatchObject({ ok: false, error: { code: "QUEUE_CLOSED" } });
    expect(log.status()).toMatchObject({ state: "closed", written: 1, failed: 2 });
    await log.close();
  });

  it("bounds the records that wait", async () => {
    const log = open({ maxPending: 3 });
    const outcomes = await Promise.all(Array.from({ length: 5 }, (_, index) => log.append({ kind: "test", index })));
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true, false, false]);
    expect(await log.append({ kind: "test", index: 9 })).toMatchObject({ ok: true });
  });

  it.skipIf(!onPosix)("writes through no link: neither the file nor a folder on the way", async () => {
    await mkdir(directory, { recursive: true });
    await writeFile(workspace.path("victim"), "precious");
    await symlink(workspace.path("victim"), today());
    expect(await open().append({ kind: "test" })).toMatchObject({ ok: false, error: { code: "SYMLINK_REFUSED" } });
    expect(await workspace.read("victim")).toBe("precious");
    await mkdir(workspace.path("elsewhere"));
    await symlink(workspace.path("elsewhere"), workspace.path("project/link"));
    const log = open({ directory: workspace.path("project/link/audit"), root: workspace.path("project") });
    expect(await log.append({ kind: "test" })).toMatchObject({ ok: false, error: { code: "SYMLINK_REFUSED" } });
    await expect(stat(workspace.path("elsewhere/audit"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.skipIf(!onPosix)("does not wait for a pipe in the file's place", async () => {
    await mkdir(directory, { recursive: true });
    execFileSync("mkfifo", [today()]);
    expect(await open().append({ kind: "test" })).toMatchObject({ ok: false, error: { code: "FILE_INVALID" } });
    expect(await readAudit(directory)).toMatchObject({ records: [], unreadableFiles: ["2026-12-01.jsonl"] });
  });
});

describe("reading the audit log", () => {
  it.skipIf(!onPosix)("does not follow a day file that is a link, to another project's log for instance", async () => {
    const other = openAuditLog({ directory: workspace.path("other"), clock });
    await other.append({ kind: "other.project" });
    await other.close();
    await mkdir(directory, { recursive: true });
    await symlink(workspace.path("other/2026-12-01.jsonl"), today());
    expect(await readAudit(directory)).toMatchObject({ records: [], unreadableFiles: ["2026-12-01.jsonl"] });
  });

  it("gives nothing for a folder that is not there", async () => {
    expect(await readAudit(directory)).toEqual({ records: [], damagedLines: 0, unreadableFiles: [], hasMore: false });
  });

  it("counts torn and foreign lines and reads the rest newest first, up to the limit", async () => {
    const line = (index: number, padding = "") =>
      JSON.stringify({
        version: 1,
        id: `${index}`,
        at: "2026-12-01T00:00:00.000Z",
        kind: index % 2 ? "odd" : "even",
        index,
        padding,
      });
    const long = line(3, "ü".repeat(100_000));
    await mkdir(directory, { recursive: true });
    await writeFile(path.join(directory, "2026-11-30.jsonl"), `${line(1)}\n`);
    await writeFile(
      today(),
      `${line(2)}\n\n${long}\r\nnot json\n${"z".repeat(5 << 20)}\n{"a":1}\n${line(4)}\n${line(5).slice(0, 40)}`,
    );
    await writeFile(path.join(directory, "notes.txt"), "kept");
    const all = await readAudit(directory);
    expect(all.records.map((record) => record["index"])).toEqual([4, 3, 2, 1]);
    expect(all).toMatchObject({ damagedLines: 4, hasMore: false });
    expect(await readAudit(directory, { limit: 2 })).toMatchObject({
      hasMore: true,
      records: [{ index: 4 }, { index: 3 }],
    });
    const odd = await readAudit(directory, { limit: 2, where: (record) => record.kind === "odd" });
    expect(odd).toMatchObject({ hasMore: false, records: [{ index: 3 }, { index: 1 }] });
  });

  it("stops with the reason of an aborted signal", async () => {
    await open().append({ kind: "test" });
    const reason = new Error("not now");
    await expect(readAudit(directory, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("retention", () => {
  const put = async (...names: string[]) => {
    await mkdir(directory, { recursive: true });
    for (const name of names) await writeFile(path.join(directory, name), "");
  };

  it("removes expired day files and nothing else", async () => {
    await put("2026-11-01.jsonl", "2026-11-30.jsonl", "2026-01-01.jsonl.bak");
    expect(await pruneAudit(directory, { retentionDays: 1, clock })).toEqual(["2026-11-01.jsonl"]);
    await expect(stat(path.join(directory, "2026-01-01.jsonl.bak"))).resolves.toBeDefined();
    await expect(pruneAudit(directory, { retentionDays: -1, clock })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  it("runs with the first record of a day", async () => {
    await put("2026-11-01.jsonl");
    const log = open({ retentionDays: 7 });
    await log.append({ kind: "test" });
    await log.close();
    await expect(stat(path.join(directory, "2026-11-01.jsonl"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await readAudit(directory)).toMatchObject({ records: [{ kind: "test" }] });
  });
});
