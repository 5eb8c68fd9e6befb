import { posix, win32 } from "node:path";
import { parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../src/project/parse-manifest.ts";
import { selectArtifacts } from "../../../src/project/select-artifacts.ts";

const manifest = parseManifest(
  parseJson(
    JSON.stringify({
      version: 2,
      artifacts: [{ path: "d/a.md" }, { path: "a.md" }, { path: "é.md" }, { path: "@b.md" }],
    }),
    {
      source: "SYNC.json",
    },
  ),
);

const select = (name: string, cwd = "/p/d") =>
  selectArtifacts(manifest, [name], { root: "/p", cwd }, posix)[0]?.artifact?.path;

describe("selectArtifacts", () => {
  it.each([
    ["a path from the project root, before the same one from the working directory", "a.md", "a.md"],
    ["a path from the working directory", "../d/a.md", "d/a.md"],
    ["an absolute path", "/p/d/a.md", "d/a.md"],
    ["a leading @ and spaces around", " @d/a.md ", "d/a.md"],
    ["a name that itself begins with @", "@b.md", "@b.md"],
    ["a decomposed name", "e\u0301.md", "é.md"],
  ])("finds %s", (_what, name, path) => {
    expect(select(name)).toBe(path);
  });

  it.each(["", ".", "..", "../../a.md", "/etc/a.md", "D/A.md", "a.md/x"])("finds nothing for %j", (name) => {
    expect(select(name)).toBeUndefined();
  });

  it("accepts backslashes and other case of the drive on Windows", () => {
    const base = { root: "C:\\p", cwd: "C:\\p\\d" };
    const found = selectArtifacts(manifest, ["d\\a.md", "c:\\P\\a.md"], base, win32);
    expect(found.map(({ artifact }) => artifact?.path)).toEqual(["d/a.md", "a.md"]);
  });
});
