import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, readlink, rename, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import { writeFileAtomic } from "pi-extension-core/fs";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

const onPosix = process.platform !== "win32";
let workspace: Workspace;
let stagingDir: string;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { "dir/old.txt": "old" }, awkwardPath: true });
  stagingDir = workspace.path("staging");
});
afterEach(() => workspace.cleanup());

const write = (file: string, data: string | Uint8Array, options = {}) =>
  writeFileAtomic(workspace.path(file), data, { stagingDir, ...options });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "written",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: "rename" });

describe("atomic write", () => {
  it("replaces bytes exactly and leaves nothing behind", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await write("dir/old.txt", bytes)).toMatchObject({ sizeBytes: 256, created: false });
    expect(new Uint8Array(await readFile(workspace.path("dir/old.txt")))).toEqual(bytes);
    expect(await readdir(stagingDir)).toEqual([]);
    expect(await readdir(workspace.path("dir"))).toEqual(["old.txt"]);
  });

  it("creates an empty file", async () => {
    expect(await write("dir/empty", "")).toMatchObject({ sizeBytes: 0, created: true });
  });

  it.skipIf(!onPosix)("keeps the mode of the old file, also bits that the umask takes away", async () => {
    const file = workspace.path("dir/old.txt");
    for (const mode of [0o755, 0o666, 0o600, 0o640]) {
      await chmod(file, mode);
      await write("dir/old.txt", "new");
      expect((await stat(file)).mode & 0o777).toBe(mode);
    }
    await write("dir/old.txt", "new", { mode: 0o600 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.getuid?.() !== 0)("leaves a file to its owner when another user replaces it", async () => {
    const file = workspace.path("dir/old.txt");
    await chown(file, 1234, 2345);
    await chmod(file, 0o4750);
    await write("dir/old.txt", "new");
    expect(await stat(file)).toMatchObject({ uid: 1234, gid: 2345, mode: 0o104750 });
  });

  it.skipIf(!onPosix)("writes the file that a link leads to, and refuses the link where asked", async () => {
    await symlink("old.txt", workspace.path("dir/link"));
    await write("dir/link", "new");
    expect(await readlink(workspace.path("dir/link"))).toBe("old.txt");
    expect(await workspace.read("dir/old.txt")).toBe("new");
    expect(await codeOf(write("dir/link", "x", { symlinks: "refuse" }))).toBe("SYMLINK_REFUSED");
    await symlink("nowhere", workspace.path("dir/dangling"));
    expect(await codeOf(write("dir/dangling", "x"))).toBe("FILE_INVALID");
  });

  it("refuses a folder, a missing parent, and an existing file where it may not replace", async () => {
    expect(await codeOf(write("dir", "x"))).toBe("FILE_INVALID");
    expect(await codeOf(write("gone/x", "x"))).toBe("WRITE_FAILED");
    expect(await codeOf(write("dir/old.txt", "x", { replace: false }))).toBe("ALREADY_EXISTS");
    expect(await workspace.read("dir/old.txt")).toBe("old");
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it("lets exactly one of many creators have the name", async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOf(write("dir/new", String(index), { replace: false }))),
    );
    expect(codes.filter((code) => code === "written")).toHaveLength(1);
    expect(codes.filter((code) => code === "ALREADY_EXISTS")).toHaveLength(19);
  });

  it("still replaces nothing on a file system without hard links", async () => {
    const operations = { link: () => Promise.reject(systemError("EPERM")) };
    expect(await codeOf(write("dir/old.txt", "x", { replace: false, operations }))).toBe("ALREADY_EXISTS");
    expect(await codeOf(write("dir/new", "x", { replace: false, operations }))).toBe("written");
    expect(await workspace.read("dir/new")).toBe("x");
  });

  it("keeps the old file when the rename is refused, and removes the staged one", async () => {
    const operations = { rename: () => Promise.reject(systemError("EPERM")) };
    await expect(write("dir/old.txt", "new", { operations })).rejects.toMatchObject({
      code: "WRITE_FAILED",
      data: { errno: "EPERM" },
    });
    expect(await workspace.read("dir/old.txt")).toBe("old");
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it("keeps the old file when aborted before the commit, and when the last check throws", async () => {
    const abort = new AbortController();
    const reason = new Error("Esc");
    const stale = new Error("stale");
    const beforeCommit = (): Promise<void> => Promise.reject(stale);
    await expect(write("dir/old.txt", "new", { beforeCommit })).rejects.toBe(stale);
    abort.abort(reason);
    await expect(write("dir/old.txt", "new", { signal: abort.signal })).rejects.toBe(reason);
    expect(await workspace.read("dir/old.txt")).toBe("old");
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it("tries a refused rename again before it gives up", async () => {
    const renamePausesMs = [1, 1];
    let refusals = 2;
    const operations = {
      rename: async (from: string, to: string) => {
        refusals -= 1;
        if (refusals >= 0) throw systemError("EPERM");
        await rename(from, to);
      },
    };
    expect(await codeOf(write("dir/old.txt", "new", { operations, renamePausesMs }))).toBe("written");
    refusals = 3;
    expect(await codeOf(write("dir/old.txt", "newer", { operations, renamePausesMs }))).toBe("WRITE_FAILED");
    expect(refusals).toBe(0);
    expect(await workspace.read("dir/old.txt")).toBe("new");
  });

  it("tells a write that is done but not surely on disk from one that failed", async () => {
    const operations = { syncFolder: () => Promise.reject(systemError("EIO")) };
    expect(await codeOf(write("dir/old.txt", "new", { operations }))).toBe("WRITE_UNCONFIRMED");
    expect(await workspace.read("dir/old.txt")).toBe("new");
  });

  it("makes missing folders where asked, reports them, and takes them away when the write fails", async () => {
    const createParents = true;
    expect(await write("a/b/new.txt", "x", { createParents })).toMatchObject({
      createdFolders: [workspace.path("a"), workspace.path("a/b")],
    });
    expect(await write("a/b/new.txt", "y", { createParents })).toMatchObject({ createdFolders: [] });
    const operations = { rename: () => Promise.reject(systemError("EPERM")) };
    expect(await codeOf(write("a/c/d/new.txt", "x", { createParents, operations }))).toBe("WRITE_FAILED");
    expect(await readdir(workspace.path("a"))).toEqual(["b"]);
    expect(await codeOf(write("dir/old.txt/new.txt", "x", { createParents }))).toBe("WRITE_FAILED");
  });

  const otherDisk = "/dev/shm";
  it.skipIf(!existsSync(otherDisk))(
    "says that the staging folder is on another file system, old file intact",
    async () => {
      const foreign = path.join(otherDisk, `staging-${process.pid}`);
      try {
        const failure = await write("dir/old.txt", "new", { stagingDir: foreign }).catch((error: unknown) => error);
        expect(hasCode(failure, "WRITE_FAILED") && failure.data["errno"]).toBe("EXDEV");
        expect(await workspace.read("dir/old.txt")).toBe("old");
        expect(await readdir(foreign)).toEqual([]);
      } finally {
        execFileSync("rm", ["-rf", foreign]);
      }
    },
  );
});

describe.skipIf(!onPosix)("atomic write on a full disk", () => {
  const attempt = (program: string, args: string[]): { code: string; errno: string } =>
    JSON.parse(execFileSync(program, args, { encoding: "utf8" }));

  it("keeps the old file when the process may not write so much", async () => {
    const args = fixtureArgs("fs/write-once.ts", [workspace.path("dir/old.txt"), stagingDir]);
    // In blocks of 512 bytes: 51,200 bytes.
    expect(attempt("sh", ["-c", 'ulimit -f 100 && exec "$0" "$@"', process.execPath, ...args])).toMatchObject({
      code: "WRITE_FAILED",
      errno: "EFBIG",
    });
    expect(await workspace.read("dir/old.txt")).toBe("old");
    expect(await readdir(stagingDir)).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
    "keeps the old file when a 64 KiB disk has no space",
    async () => {
      const disk = workspace.path("disk");
      await mkdir(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]);
      try {
        await writeFile(path.join(disk, "old.txt"), "old");
        const args = fixtureArgs("fs/write-once.ts", [path.join(disk, "old.txt"), path.join(disk, "staging")]);
        expect(attempt(process.execPath, args)).toMatchObject({ code: "WRITE_FAILED", errno: "ENOSPC" });
        expect(await readFile(path.join(disk, "old.txt"), "utf8")).toBe("old");
        expect(await readdir(path.join(disk, "staging"))).toEqual([]);
      } finally {
        execFileSync("umount", [disk]);
      }
    },
  );
});

describe("rename with patience", () => {
  it("tries again while Windows holds the file, and gives up with the system's error", async () => {
    const { renameWithRetry } = await import("pi-extension-core/fs");
    let refusals = 3;
    const options = {
      platform: "win32" as const,
      pausesMs: [1, 1, 1],
      rename: async (from: string, to: string) => {
        refusals -= 1;
        if (refusals >= 0) throw systemError("EBUSY");
        await rename(from, to);
      },
    };
    await renameWithRetry(workspace.path("dir/old.txt"), workspace.path("dir/moved.txt"), options);
    expect(await workspace.read("dir/moved.txt")).toBe("old");
    refusals = 99;
    await expect(renameWithRetry(workspace.path("dir/moved.txt"), workspace.path("x"), options)).rejects.toMatchObject({
      code: "EBUSY",
    });
  });
});
