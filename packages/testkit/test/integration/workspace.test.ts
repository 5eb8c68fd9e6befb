import { rm, stat, symlink } from "node:fs/promises";
import { basename } from "node:path";
import { createWorkspace } from "testkit/workspace";
import { expect, it, onTestFinished } from "vitest";

const isPosix = process.platform !== "win32";

async function workspace(options: Parameters<typeof createWorkspace>[0]) {
  const made = await createWorkspace(options);
  onTestFinished(made.cleanup);
  return made;
}

it("makes the given files, bytes, modes and empty folders", async () => {
  const ws = await workspace({
    files: {
      "src/a.txt": "text",
      "bin/b": { content: new Uint8Array([0, 255]), mode: 0o700 },
      "empty/": "",
    },
  });
  expect(await ws.read("src/a.txt")).toBe("text");
  expect([...(await ws.readBytes("bin/b"))]).toEqual([0, 255]);
  const snapshot = await ws.snapshot();
  expect(Object.keys(snapshot)).toEqual(["bin", "bin/b", "empty", "src", "src/a.txt"]);
  expect(snapshot["empty"]?.kind).toBe("directory");
  expect(snapshot["bin/b"]?.mode).toBe(isPosix ? 0o700 : 0);
});

it("tells what changed since a snapshot: content, mode, links, new and lost files", async () => {
  const ws = await workspace({ files: { same: "1", edited: "1", lost: "1", mode: { content: "1", mode: 0o644 } } });
  const before = await ws.snapshot();
  await ws.write("edited", "2");
  await ws.write("deep/new", "1");
  await ws.write("mode", { content: "1", mode: 0o755 });
  await rm(ws.path("lost"));
  if (isPosix) await symlink("same", ws.path("link"));
  expect(await ws.diff(before)).toEqual({
    added: ["deep", "deep/new", ...(isPosix ? ["link"] : [])],
    removed: ["lost"],
    changed: isPosix ? ["edited", "mode"] : ["edited"],
  });
});

it.runIf(isPosix)("takes a symbolic link for itself, also one that makes a cycle", async () => {
  const ws = await workspace({ files: { "dir/file": "1" } });
  await symlink("..", ws.path("dir/up"));
  const snapshot = await ws.snapshot();
  expect(Object.keys(snapshot)).toEqual(["dir", "dir/file", "dir/up"]);
  expect(snapshot["dir/up"]?.kind).toBe("symlink");
});

it("works in a folder whose name has spaces, a quote and letters outside ASCII", async () => {
  const ws = await workspace({ awkwardPath: true, files: { "a.txt": "text" } });
  expect(basename(ws.root)).toMatch(/ .*[^ -~]/);
  expect(await ws.read("a.txt")).toBe("text");
});

it("leaves nothing behind, and a second cleanup does nothing", async () => {
  const ws = await createWorkspace({ awkwardPath: true, files: { "a.txt": "text" } });
  await ws.cleanup();
  await ws.cleanup();
  await expect(stat(ws.root)).rejects.toMatchObject({ code: "ENOENT" });
});
