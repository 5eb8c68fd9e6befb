import { chmod, link, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { CheckpointStore } from "pi-extension-core/checkpoint";
import { hasCode } from "pi-extension-core/errors";
import { createFakeClock, createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const onPosix = process.platform !== "win32";
const STORE = ".pi/checkpoints";
let workspace: Workspace;
let clock: ReturnType<typeof createFakeClock>;

beforeEach(async () => {
  clock = createFakeClock();
  workspace = await createWorkspace({
    awkwardPath: true,
    files: {
      "a.txt": "a",
      "bytes.bin": Uint8Array.from({ length: 256 }, (_, index) => index),
      empty: "",
      "d/e.txt": "e",
      "run.sh": { content: "#!/bin/sh\n", mode: 0o755 },
    },
  });
});
afterEach(() => workspace.cleanup());

const store = (options: { isCaseSensitive?: boolean } = {}): CheckpointStore =>
  new CheckpointStore({ root: workspace.root, directory: workspace.path(STORE), clock, ...options });
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
  );
/** The text of `value` with one of its parts replaced by something else. */
const anyDamageOf = (value: unknown): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(60), fc.jsonValue({ maxDepth: 1 })).map(([at, other]) => {
    let index = 0;
    return JSON.stringify(value, (_, part: unknown) => (index++ === at ? other : part));
  });
/** The tree without the store. */
const tree = async () =>
  Object.fromEntries(
    Object.entries(await workspace.snapshot()).filter(([file]) => file !== ".pi" && !file.startsWith(".pi/")),
  );

describe("restoring a checkpoint", () => {
  it("brings back bytes, empty files, modes, and removes what was made since", async () => {
    const before = await tree();
    const paths = ["a.txt", "bytes.bin", "empty", "run.sh", "d/e.txt", "new.txt", "made/deep/f.txt"];
    const { id } = await store().create(paths, { label: "edit" });
    await workspace.write("a.txt", "changed");
    await workspace.write("bytes.bin", "text");
    await rm(workspace.path("empty"));
    await chmod(workspace.path("run.sh"), 0o600);
    await rm(workspace.path("d"), { recursive: true });
    await workspace.write("new.txt", "n");
    await workspace.write("made/deep/f.txt", "f");
    await store().finalize(id);
    const outcome = await store().restore(id);
    expect(outcome).toMatchObject({ kept: [], checkpoint: { state: "restored" } });
    expect(await tree()).toEqual(before);
    expect(await readdir(workspace.path(`${STORE}/staging`))).toEqual([]);
  });

  it("changes nothing where nothing changed, and can be repeated", async () => {
    const { id } = await store().create(["a.txt"], { label: "none" });
    await store().finalize(id);
    expect((await store().restore(id)).changed).toEqual([]);
    expect((await store().restore(id)).changed).toEqual([]);
  });

  it("handles 1,000 files", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `many/${index % 20}/${index}.txt`);
    for (const name of names) await workspace.write(name, name);
    const before = await tree();
    const { id } = await store().create(names, { label: "many" });
    for (const name of names) await workspace.write(name, "x");
    await store().finalize(id);
    expect((await store().restore(id)).changed).toHaveLength(1000);
    expect(await tree()).toEqual(before);
  });

  it("keeps what others put into a new folder, and says so", async () => {
    const { id } = await store().create(["made/f.txt"], { label: "folder" });
    await workspace.write("made/f.txt", "f");
    await store().finalize(id);
    await workspace.write("made/foreign.txt", "theirs");
    expect((await store().restore(id)).kept).toEqual([{ path: "made", foreign: ["made/foreign.txt"] }]);
    expect(await readdir(workspace.path("made"))).toEqual(["foreign.txt"]);
  });

  it("refuses to put a file in place of a folder with files of others, and saves them when forced", async () => {
    const { id } = await store().create(["a.txt"], { label: "kind" });
    await rm(workspace.path("a.txt"));
    await workspace.write("a.txt/deep/theirs", "theirs");
    await store().finalize(id);
    const full = await tree();
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_DIVERGED");
    expect(await tree()).toEqual(full);
    const { safetyId = "" } = await store().restore(id, { force: true });
    expect(await workspace.read("a.txt")).toBe("a");
    await store().restore(safetyId);
    expect(await tree()).toEqual(full);
  });

  it("brings back a named folder with everything in it", async () => {
    await workspace.write("tree/deep/run.sh", { content: "#!/bin/sh\n", mode: 0o755 });
    await workspace.write("tree/empty/", "");
    const before = await tree();
    const { id } = await store().create(["tree"], { label: "remove a folder" });
    await rm(workspace.path("tree"), { recursive: true });
    await store().finalize(id);
    await store().restore(id);
    expect(await tree()).toEqual(before);
  });

  it.skipIf(!onPosix)("gets into folders that were closed, and closes them again", async () => {
    const modes = ["d", "d/sub"];
    await workspace.write("d/sub/f.txt", "f");
    for (const one of modes) await chmod(workspace.path(one), 0o555);
    const before = await tree();
    const { id } = await store().create(["d"], { label: "closed" });
    for (const one of modes) await chmod(workspace.path(one), 0o755);
    await rm(workspace.path("d/sub"), { recursive: true });
    await workspace.write("d/e.txt", "changed");
    await chmod(workspace.path("d"), 0o500);
    await store().finalize(id);
    await store().restore(id);
    expect(await tree()).toEqual(before);
    for (const one of modes) await chmod(workspace.path(one), 0o755);
  });

  it("tells before what it would do, and changes nothing by that", async () => {
    const { id } = await store().create(["a.txt", "new.txt"], { label: "look" });
    await workspace.write("a.txt", "changed");
    await workspace.write("new.txt", "n");
    const changed = await tree();
    const { steps, diverged } = await store().preview(id);
    expect(steps.map(({ kind, path }) => [kind, path])).toEqual([
      ["remove-file", "new.txt"],
      ["write-file", "a.txt"],
    ]);
    expect(diverged).toEqual([]);
    await store().finalize(id);
    await workspace.write("a.txt", "later");
    expect((await store().preview(id)).diverged).toMatchObject([{ path: "a.txt", difference: "content" }]);
    await workspace.write("a.txt", "changed");
    expect(await tree()).toEqual(changed);
  });

  it.skipIf(!onPosix)("turns folders, files and links back into one another", async () => {
    await symlink("a.txt", workspace.path("link"));
    const before = await tree();
    const { id } = await store().create(["a.txt", "d", "d/e.txt", "link", "a.txt/x"], { label: "kinds" });
    await rm(workspace.path("a.txt"));
    await workspace.write("a.txt/x", "x");
    await rm(workspace.path("d"), { recursive: true });
    await writeFile(workspace.path("d"), "file");
    await rm(workspace.path("link"));
    await symlink("elsewhere", workspace.path("link"));
    await store().finalize(id);
    await store().restore(id);
    expect(await tree()).toEqual(before);
  });

  it("brings back the spelling after a rename of case only", async () => {
    const { id } = await store().create(["a.txt", "A.txt"], { label: "case" });
    await rename(workspace.path("a.txt"), workspace.path("A.txt"));
    await store().finalize(id);
    await store().restore(id);
    const names = await readdir(workspace.path("."));
    expect(names.filter((name) => name.toLowerCase() === "a.txt")).toEqual(["a.txt"]);
    expect(await workspace.read("a.txt")).toBe("a");
  });

  it.skipIf(!onPosix)("renames instead of removing where the file system folds case", async () => {
    const folding = store({ isCaseSensitive: false });
    const { id } = await folding.create(["a.txt", "A.txt"], { label: "case" });
    await rename(workspace.path("a.txt"), workspace.path("A.txt"));
    await folding.finalize(id);
    const inode = (await stat(workspace.path("A.txt"))).ino;
    await folding.restore(id);
    expect((await stat(workspace.path("a.txt"))).ino).toBe(inode);
  });

  it.skipIf(!onPosix)("does not change the other name of a file with two names", async () => {
    await link(workspace.path("a.txt"), workspace.path("other.txt"));
    const { id } = await store().create(["a.txt"], { label: "hard link" });
    await workspace.write("a.txt", "changed");
    await store().finalize(id);
    await store().restore(id);
    expect(await workspace.read("a.txt")).toBe("a");
    expect(await workspace.read("other.txt")).toBe("changed");
  });
});

describe("later changes", () => {
  const finalized = async (): Promise<string> => {
    const { id } = await store().create(["a.txt", "new.txt"], { label: "edit" });
    await workspace.write("a.txt", "changed");
    await store().finalize(id);
    return id;
  };

  it("are not overwritten, and are named", async () => {
    const id = await finalized();
    await workspace.write("a.txt", "someone else's");
    const failure = await store()
      .restore(id)
      .catch((error: unknown) => error);
    expect(hasCode(failure, "CHECKPOINT_DIVERGED") && failure.data["divergences"]).toMatchObject([
      { path: "a.txt", difference: "content" },
    ]);
    expect(await workspace.read("a.txt")).toBe("someone else's");
    expect((await store().get(id)).state).toBe("finalized");
  });

  it("are overwritten by force, and can be brought back from the checkpoint that force makes", async () => {
    const id = await finalized();
    await workspace.write("a.txt", "someone else's");
    clock.advance(10);
    const { safetyId = "" } = await store().restore(id, { force: true });
    expect(await workspace.read("a.txt")).toBe("a");
    await store().restore(safetyId);
    expect(await workspace.read("a.txt")).toBe("someone else's");
  });

  it("that already undo the work are no reason to refuse", async () => {
    const id = await finalized();
    await workspace.write("a.txt", "a");
    expect(await codeOf(store().restore(id))).toBe("done");
  });

  it.skipIf(!onPosix)("of the mode and of the kind count, too", async () => {
    const id = await finalized();
    await chmod(workspace.path("a.txt"), 0o600);
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_DIVERGED");
    await rm(workspace.path("a.txt"));
    await mkdir(workspace.path("a.txt"));
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_DIVERGED");
  });
});

describe("a checkpoint", () => {
  it("takes paths later, before they are touched, and keeps its first record of a path", async () => {
    const { id } = await store().create(["a.txt"], { label: "grow" });
    await workspace.write("a.txt", "changed");
    await store().addPaths(id, ["a.txt", "d/e.txt"]);
    await workspace.write("d/e.txt", "changed");
    await store().restore(id);
    expect([await workspace.read("a.txt"), await workspace.read("d/e.txt")]).toEqual(["a", "e"]);
  });

  it("has saved nothing and leaves nothing when it may not be made", async () => {
    const code = await codeOf(store().create(["a.txt", "way/../../x"], { label: "x" }));
    expect(code).toBe("PATH_OUTSIDE_ROOT");
    const small = new CheckpointStore({ root: workspace.root, directory: workspace.path(STORE), maxEntries: 2 });
    await workspace.write("many/1", "1");
    await workspace.write("many/2", "2");
    expect(await codeOf(small.create(["many"], { label: "x" }))).toBe("LIMIT_EXCEEDED");
    expect(await store().list()).toEqual({ checkpoints: [], corrupt: [], torn: [] });
  });

  it("stops when it is aborted, before anything counts as a checkpoint", async () => {
    const controller = new AbortController();
    const stopping = new CheckpointStore({
      root: workspace.root,
      directory: workspace.path(STORE),
      reached: (point) => (point === "blob-saved" ? controller.abort(new Error("stopped")) : undefined),
    });
    const making = stopping.create(["a.txt", "bytes.bin", "d/e.txt"], { label: "x", signal: controller.signal });
    await expect(making).rejects.toThrow("stopped");
    expect((await store().list()).checkpoints).toEqual([]);
    await store().recover();
    expect(await readdir(workspace.path(`${STORE}/blobs`))).toEqual([]);
  });

  it("is not made by looking for one", async () => {
    expect(await store().recover()).toEqual([]);
    expect(await store().list()).toEqual({ checkpoints: [], corrupt: [], torn: [] });
    expect(await readdir(workspace.root)).not.toContain(".pi");
  });

  it("covers nothing outside the root, in .git, in the store, or through a link", async () => {
    await symlink(workspace.path("d"), workspace.path("way"));
    const create = (file: string) => codeOf(store().create([file], { label: "x" }));
    expect(await create("../x")).toBe("PATH_OUTSIDE_ROOT");
    for (const file of [".git/hooks/pre-commit", `${STORE}/x`, ".pi", ".", "nul"])
      expect(await create(file)).toBe("PATH_UNSAFE");
    expect(await create("way/e.txt")).toBe("SYMLINK_REFUSED");
  });

  it("allows in each state only what makes sense there", async () => {
    const { id } = await store().create(["a.txt"], { label: "x" });
    await store().finalize(id);
    expect(await codeOf(store().addPaths(id, ["d/e.txt"]))).toBe("CHECKPOINT_STATE");
    expect(await codeOf(store().finalize(id))).toBe("CHECKPOINT_STATE");
    expect(await codeOf(store().get("no-such"))).toBe("NOT_FOUND");
    expect(await codeOf(store().get("../../etc"))).toBe("NOT_FOUND");
  });

  it("shares the bytes of equal files", async () => {
    await workspace.write("copy.txt", "a");
    await store().create(["a.txt", "copy.txt"], { label: "x" });
    await store().create(["a.txt"], { label: "y" });
    expect(await readdir(workspace.path(`${STORE}/blobs`))).toHaveLength(1);
  });
});

describe("a damaged or hostile store", () => {
  const manifest = async (id: string, edit: (value: Record<string, unknown>) => unknown): Promise<void> => {
    const file = workspace.path(`${STORE}/${id}/manifest.json`);
    await writeFile(file, JSON.stringify(edit(JSON.parse(await readFile(file, "utf8")))));
  };

  it("is told apart from sound checkpoints, which go on working", async () => {
    const bad = await store().create(["a.txt"], { label: "bad" });
    const good = await store().create(["a.txt"], { label: "good" });
    await writeFile(workspace.path(`${STORE}/${bad.id}/manifest.json`), "{ damaged");
    const { checkpoints, corrupt } = await store().list();
    expect(checkpoints.map(({ id }) => id)).toEqual([good.id]);
    expect(corrupt.map(({ id }) => id)).toEqual([bad.id]);
    expect(await codeOf(store().restore(bad.id))).toBe("CHECKPOINT_CORRUPT");
    await store().discard(bad.id);
    expect((await store().list()).corrupt).toEqual([]);
  });

  it.each([["../outside.txt"], ["/etc/x"], ["d/../../x"], [".git/config"], ["nul"], ["a\\b"]])(
    "never writes to %j",
    async (evil) => {
      const { id } = await store().create(["a.txt"], { label: "x" });
      await manifest(id, (value) => ({
        ...value,
        entries: (value["entries"] as object[]).map((entry) => ({ ...entry, path: evil })),
      }));
      await workspace.write("a.txt", "changed");
      expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_CORRUPT");
    },
  );

  it.skipIf(!onPosix)("never writes through a link that came since", async () => {
    const { id } = await store().create(["d/e.txt"], { label: "x" });
    await workspace.write("d/e.txt", "changed");
    await store().finalize(id);
    await rename(workspace.path("d"), workspace.path("real"));
    await symlink(workspace.path("real"), workspace.path("d"));
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_DIVERGED");
    const { safetyId = "" } = await store().restore(id, { force: true });
    expect(await workspace.read("real/e.txt")).toBe("changed");
    expect((await lstat(workspace.path("d"))).isDirectory()).toBe(true);
    expect(await workspace.read("d/e.txt")).toBe("e");
    await store().restore(safetyId);
    expect((await lstat(workspace.path("d"))).isSymbolicLink()).toBe(true);
    expect(await workspace.read("real/e.txt")).toBe("changed");
  });

  it.skipIf(!onPosix)("never writes through a link that it brought along itself", async () => {
    await workspace.write("outside/", "");
    const { id } = await store().create(["a.txt", "b", "b/x"], { label: "x" });
    const [file] = (await store().get(id)).entries;
    await manifest(id, (value) => ({
      ...value,
      entries: [
        { path: "b", isImplied: false, before: { kind: "symlink", target: "outside" } },
        { ...file, path: "b/x" },
      ],
    }));
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_CORRUPT");
    expect(await readdir(workspace.path("outside"))).toEqual([]);
  });

  it.each([
    ["a mode with more than permissions", { kind: "file", mode: 0o4755 }],
    ["a hash that is a path", { kind: "file", fingerprint: "../../../../etc/passwd" }],
    ["a size that is no number", { kind: "file", sizeBytes: "1" }],
    ["a state that nothing can bring back", { kind: "other" }],
    ["an unknown state", { kind: "pipe" }],
  ])("is corrupt with %s", async (_, state) => {
    const { id } = await store().create(["a.txt"], { label: "x" });
    await manifest(id, (value) => ({
      ...value,
      entries: (value["entries"] as { before: object }[]).map((one) => ({
        ...one,
        before: { ...one.before, ...state },
      })),
    }));
    expect(await codeOf(store().get(id))).toBe("CHECKPOINT_CORRUPT");
  });

  it("has corrupt manifests of any JSON, and says so by code alone", async () => {
    const { id } = await store().create(["a.txt"], { label: "x" });
    const file = workspace.path(`${STORE}/${id}/manifest.json`);
    const sound: unknown = JSON.parse(await readFile(file, "utf8"));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), anyDamageOf(sound)), async (text) => {
        await writeFile(file, text);
        expect(["done", "CHECKPOINT_CORRUPT"]).toContain(await codeOf(store().get(id)));
      }),
      { numRuns: 200 },
    );
  });

  it("refuses to restore from damaged bytes, and changes nothing", async () => {
    const { id } = await store().create(["a.txt", "d/e.txt"], { label: "x" });
    await workspace.write("a.txt", "changed");
    await workspace.write("d/e.txt", "changed");
    await store().finalize(id);
    const [blob = ""] = await readdir(workspace.path(`${STORE}/blobs`));
    await writeFile(workspace.path(`${STORE}/blobs/${blob}`), "tampered");
    expect(await codeOf(store().restore(id))).toBe("CHECKPOINT_CORRUPT");
    expect([await workspace.read("a.txt"), await workspace.read("d/e.txt")]).toEqual(["changed", "changed"]);
  });

  it.skipIf(!onPosix)("is refused when its folder is a link", async () => {
    await workspace.write("elsewhere/", "");
    await workspace.write(".pi/", "");
    await symlink(workspace.path("elsewhere"), workspace.path(STORE));
    expect(await codeOf(store().create(["a.txt"], { label: "x" }))).toBe("SYMLINK_REFUSED");
    expect(path.basename(STORE)).toBe("checkpoints");
  });
});

describe("retention", () => {
  const closed = async (content: string): Promise<string> => {
    await workspace.write("a.txt", content);
    clock.advance(1000);
    const { id } = await store().create(["a.txt"], { label: content });
    await store().finalize(id);
    return id;
  };

  it("keeps the newest, the open and the interrupted ones, and the bytes they need", async () => {
    const open = await store().create(["bytes.bin"], { label: "open" });
    const stopped = await store().create(["run.sh"], { label: "stopped" });
    await store().markInterrupted(stopped.id);
    const ids = [await closed("one"), await closed("two"), await closed("three")];
    expect(new Set(await store().prune({ keep: 1 }))).toEqual(new Set([ids[0], ids[1]]));
    expect(await store().prune({ keep: 0 })).toEqual([]);
    const left = (await store().list()).checkpoints.map(({ id }) => id);
    expect(new Set(left)).toEqual(new Set([ids[2], open.id, stopped.id]));
    expect(await readdir(workspace.path(`${STORE}/blobs`))).toHaveLength(3);
    await workspace.write("a.txt", "later");
    expect(await codeOf(store().restore(ids[2] ?? "", { force: true }))).toBe("done");
    expect(await workspace.read("a.txt")).toBe("three");
  });

  it("removes no bytes while a checkpoint cannot be read", async () => {
    const ids = [await closed("one"), await closed("two")];
    await writeFile(workspace.path(`${STORE}/${ids[0]}/manifest.json`), "damaged");
    await store().prune({ keep: 0 });
    expect((await readdir(workspace.path(`${STORE}/blobs`))).length).toBe(2);
  });
});
