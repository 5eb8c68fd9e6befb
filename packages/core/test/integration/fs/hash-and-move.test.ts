import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { symlink } from "node:fs/promises";
import { hasCode } from "pi-extension-core/errors";
import {
  hashBytes,
  hashFile,
  moveWithoutReplacing,
  readRegularFile,
  refuseSymlinks,
  removeInside,
  writeFileIfUnchanged,
} from "pi-extension-core/fs";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const onPosix = process.platform !== "win32";
let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { "a.txt": "a", "d/b.txt": "b" } });
});
afterEach(() => workspace.cleanup());

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );

describe("hashing a file", () => {
  it("equals the hash of its bytes, over many chunks", async () => {
    const bytes = randomBytes(3_000_001);
    await workspace.write("big", bytes);
    expect(await hashFile(workspace.path("big"))).toMatchObject({
      fingerprint: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
      sizeBytes: bytes.length,
    });
  });

  it.skipIf(!onPosix)("refuses a named pipe at once, and a device and a folder", async () => {
    execFileSync("mkfifo", [workspace.path("pipe")]);
    for (const file of [workspace.path("pipe"), workspace.path("d"), "/dev/zero"])
      expect(await codeOf(hashFile(file))).toBe("FILE_INVALID");
  });

  it.skipIf(process.platform !== "linux")("refuses a file of the system that opens but cannot be read", async () => {
    expect(await codeOf(hashFile("/proc/self/mem"))).toBe("FILE_INVALID");
  });

  it("stops at a limit and at an abort", async () => {
    await workspace.write("big", randomBytes(2_000_000));
    expect(await codeOf(hashFile(workspace.path("big"), { maxBytes: 1000 }))).toBe("LIMIT_EXCEEDED");
    expect(await codeOf(readRegularFile(workspace.path("big"), 1000))).toBe("LIMIT_EXCEEDED");
    const reason = new Error("Esc");
    await expect(hashFile(workspace.path("big"), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("tells a missing file from a file that is in the way of a folder", async () => {
    expect(await codeOf(hashFile(workspace.path("gone")))).toBe("NOT_FOUND");
    expect(await codeOf(hashFile(workspace.path("a.txt/x")))).toBe("NOT_FOUND");
  });
});

describe("compare-and-set", () => {
  const set = (file: string, expected: string) =>
    writeFileIfUnchanged(workspace.path(file), "new", expected, { stagingDir: workspace.path("staging") });

  it("accepts a fingerprint with and without prefix, in either case", async () => {
    const hex = hashBytes("a").slice("sha256:".length);
    for (const expected of [`sha256:${hex}`, hex, hex.toUpperCase(), `SHA256:${hex}`]) {
      await workspace.write("a.txt", "a");
      await set("a.txt", expected);
      expect(await workspace.read("a.txt")).toBe("new");
    }
  });

  it("refuses a stale one with both hashes, and writes nothing", async () => {
    const failure = await set("a.txt", hashBytes("other")).catch((error: unknown) => error);
    expect(hasCode(failure, "STALE_PRECONDITION") && failure.data).toMatchObject({
      expected: hashBytes("other"),
      actual: hashBytes("a"),
    });
    expect(hasCode(failure, "STALE_PRECONDITION") && failure.message).toContain(hashBytes("a"));
    expect(await workspace.read("a.txt")).toBe("a");
  });

  it("creates only where nothing is", async () => {
    expect(await codeOf(set("a.txt", "absent"))).toBe("STALE_PRECONDITION");
    expect(await codeOf(set("new.txt", "absent"))).toBe("done");
    expect(await codeOf(set("gone.txt", hashBytes("x")))).toBe("STALE_PRECONDITION");
    expect(await codeOf(set("a.txt", "nonsense"))).toBe("INPUT_INVALID");
  });
});

describe("moving without replacing", () => {
  it("gives the name to one of two, and keeps the other file", async () => {
    const [first, second] = await Promise.all([
      codeOf(moveWithoutReplacing(workspace.path("a.txt"), workspace.path("c.txt"))),
      codeOf(moveWithoutReplacing(workspace.path("d/b.txt"), workspace.path("c.txt"))),
    ]);
    expect(new Set([first, second])).toEqual(new Set(["ALREADY_EXISTS", "done"]));
    expect(await workspace.read(first === "done" ? "d/b.txt" : "a.txt")).toBe(first === "done" ? "b" : "a");
    expect(await codeOf(moveWithoutReplacing(workspace.path("gone"), workspace.path("x")))).toBe("NOT_FOUND");
  });
});

describe.skipIf(!onPosix)("links on the way", () => {
  it("are refused in any component below the root, and only there", async () => {
    await symlink(workspace.path("d"), workspace.path("link"));
    expect(await codeOf(refuseSymlinks(workspace.root, workspace.path("link/b.txt")))).toBe("SYMLINK_REFUSED");
    expect(await codeOf(refuseSymlinks(workspace.path("link"), workspace.path("link/b.txt")))).toBe("done");
    expect(await codeOf(refuseSymlinks(workspace.root, workspace.path("d/new/deep.txt")))).toBe("done");
    expect(await codeOf(refuseSymlinks(workspace.root, workspace.path("a.txt/x")))).toBe("FILE_INVALID");
  });
});

describe("removing inside a root", () => {
  it("refuses the root and what is outside", async () => {
    for (const target of [workspace.root, workspace.path(".."), "/"])
      expect(await codeOf(removeInside(workspace.root, target))).toBe("PATH_OUTSIDE_ROOT");
    await removeInside(workspace.root, workspace.path("d"));
    expect(await codeOf(hashFile(workspace.path("d/b.txt")))).toBe("NOT_FOUND");
  });
});
