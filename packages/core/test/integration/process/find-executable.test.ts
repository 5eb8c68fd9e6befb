import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ExecutableSearch, findExecutable } from "pi-extension-core/process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const { platform } = process;
const file = platform === "win32" ? "tool.cmd" : "tool";
let root: string;
let project: string;
let userBin: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "core find ü-")));
  project = path.join(root, "project");
  userBin = path.join(root, "user bin");
  for (const folder of [path.join(project, "bin"), userBin]) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, file), "", { mode: 0o755 });
  }
});
afterEach(() => rm(root, { recursive: true }));

function search(entries: readonly string[], exclude?: string): ExecutableSearch {
  const pathEnv = entries.join(path.delimiter);
  return findExecutable({ name: "tool", pathEnv, pathExt: ".CMD", platform, exclude });
}

describe("a program on PATH", () => {
  it("is found in the first folder that holds it, past folders that do not exist", () => {
    const nowhere = path.join(root, "nowhere");
    expect(search([nowhere, userBin, path.join(project, "bin")])).toEqual({
      path: path.join(userBin, file),
      looked: [path.join(nowhere, file), path.join(userBin, file)],
      ignored: [],
    });
  });

  it("is not found inside the project", () => {
    expect(search([path.join(project, "bin"), userBin], project).path).toBe(path.join(userBin, file));
    expect(search([path.join(project, "bin")], project).path).toBeUndefined();
  });

  it("is not a folder of that name", async () => {
    await mkdir(path.join(root, file));
    expect(search([root]).path).toBeUndefined();
  });

  describe.skipIf(platform === "win32")("on POSIX", () => {
    it("is not found inside the project through a link, in either direction", async () => {
      const link = path.join(root, "link");
      await symlink(project, link);
      expect(search([path.join(link, "bin")], project)).toMatchObject({
        path: undefined,
        ignored: [{ entry: path.join(link, "bin"), reason: "inside-project" }],
      });
      expect(search([path.join(project, "bin")], link).path).toBeUndefined();
    });

    it("is not a link outside the project to a program inside it", async () => {
      const outside = path.join(root, "outside");
      await mkdir(outside);
      await symlink(path.join(project, "bin", file), path.join(outside, file));
      expect(search([outside], project)).toMatchObject({
        path: undefined,
        ignored: [{ entry: outside, reason: "inside-project" }],
      });
    });

    it("is not a file without permission to execute, nor a link that leads nowhere", async () => {
      const other = path.join(root, "other");
      await mkdir(other);
      await writeFile(path.join(other, "tool"), "", { mode: 0o644 });
      await symlink(path.join(root, "gone"), path.join(root, "tool"));
      expect(search([other, root]).path).toBeUndefined();
    });
  });
});
