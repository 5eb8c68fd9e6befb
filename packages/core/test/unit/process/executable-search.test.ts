import { findExecutable } from "pi-extension-core/process";
import { describe, expect, it } from "vitest";
import {
  type ExecutableQuery,
  isFullyAbsolute,
  isInside,
  planExecutableSearch,
} from "../../../src/process/executable-search.ts";

const posix = (pathEnv: string | undefined, exclude?: string): ExecutableQuery => ({
  name: "rojo",
  pathEnv,
  platform: "linux",
  exclude,
});
const windows = (pathEnv: string, more: Partial<ExecutableQuery> = {}): ExecutableQuery => ({
  name: "rojo",
  pathEnv,
  platform: "win32",
  ...more,
});

describe("a search on POSIX", () => {
  it("looks into each absolute folder once, in order", () => {
    expect(planExecutableSearch(posix("/b:/a:/b")).candidates).toEqual(["/b/rojo", "/a/rojo"]);
  });

  it("leaves out empty and relative entries, and says so", () => {
    expect(planExecutableSearch(posix(":/a:.:bin:~/bin:"))).toEqual({
      candidates: ["/a/rojo"],
      ignored: [
        { entry: "", reason: "empty" },
        { entry: ".", reason: "relative" },
        { entry: "bin", reason: "relative" },
        { entry: "~/bin", reason: "relative" },
        { entry: "", reason: "empty" },
      ],
    });
  });

  it("leaves out the project and what lies in it, but not its neighbours", () => {
    const plan = planExecutableSearch(posix("/p:/p/node_modules/.bin:/p/../p/x:/p2:/..p", "/p"));
    expect(plan.candidates).toEqual(["/p2/rojo", "/..p/rojo"]);
    expect(plan.ignored.map((entry) => entry.reason)).toEqual(Array(3).fill("inside-project"));
  });

  it("has no place to look without PATH", () => {
    expect(planExecutableSearch(posix(undefined))).toEqual({ candidates: [], ignored: [] });
  });
});

describe("a search on Windows", () => {
  it("tries the extensions of PATHEXT that are programs, in its order", () => {
    const plan = planExecutableSearch(windows("C:\\t", { pathExt: ".CMD;.JS;.EXE;.VBS;.PY" }));
    expect(plan.candidates).toEqual(["C:\\t\\rojo.cmd", "C:\\t\\rojo.exe"]);
  });

  it("tries the usual extensions without PATHEXT", () => {
    const plan = planExecutableSearch(windows("C:\\t"));
    expect(plan.candidates.map((file) => file.slice(-4))).toEqual([".com", ".exe", ".bat", ".cmd"]);
  });

  it("tries a name with an extension as it is first, and never the bare name of a shell script", () => {
    expect(planExecutableSearch(windows("C:\\t", { name: "npm.cmd" })).candidates[0]).toBe("C:\\t\\npm.cmd");
    expect(planExecutableSearch(windows("C:\\t")).candidates).not.toContain("C:\\t\\rojo");
  });

  it("takes a quoted entry with a semicolon as one", () => {
    const { candidates } = planExecutableSearch(windows('"C:\\a;b";D:\\c', { pathExt: ".EXE" }));
    expect(candidates).toEqual(["C:\\a;b\\rojo.exe", "D:\\c\\rojo.exe"]);
  });

  it("leaves out empty entries and those without a drive", () => {
    const { candidates, ignored } = planExecutableSearch(
      windows(";\\tools;C:tools;.\\bin;\\\\host\\share\\bin;", { pathExt: ".EXE" }),
    );
    expect(candidates).toEqual(["\\\\host\\share\\bin\\rojo.exe"]);
    expect(ignored.map((entry) => entry.reason)).toEqual(["empty", "relative", "relative", "relative", "empty"]);
  });

  it("leaves out the project whatever the case of its letters", () => {
    const { candidates } = planExecutableSearch(
      windows("c:\\WORK\\p\\bin;C:\\tools", { exclude: "C:\\work\\P", pathExt: ".EXE" }),
    );
    expect(candidates).toEqual(["C:\\tools\\rojo.exe"]);
  });
});

describe("a name", () => {
  it.each(["", ".", "..", "a/b", "a\\b", "C:rojo", "a\0"])("%j is not looked up", (name) => {
    expect(() => planExecutableSearch({ name, pathEnv: "/a", platform: "linux" })).toThrow(
      expect.objectContaining({ code: "INPUT_INVALID" }),
    );
  });
});

describe("the hit of a search", () => {
  it("is the first candidate that can be executed, with every place before it", () => {
    const found = findExecutable({ ...posix("/a:/b:/c"), isExecutable: (file) => file >= "/b" });
    expect(found).toEqual({ path: "/b/rojo", looked: ["/a/rojo", "/b/rojo"], ignored: [] });
  });

  it("is missing when no candidate can be executed", () => {
    const found = findExecutable({ ...windows("C:\\a", { pathExt: ".EXE" }), isExecutable: () => false });
    expect(found).toEqual({ path: undefined, looked: ["C:\\a\\rojo.exe"], ignored: [] });
  });
});

describe("paths", () => {
  it.each([
    ["/a", "linux", true],
    ["a", "linux", false],
    ["C:\\a", "win32", true],
    ["C:/a", "win32", true],
    ["\\\\server\\share", "win32", true],
    ["\\a", "win32", false],
    ["/a", "win32", false],
    ["C:a", "win32", false],
  ] as const)("%s on %s is absolute: %s", (file, platform, expected) => {
    expect(isFullyAbsolute(file, platform)).toBe(expected);
  });

  it.each([
    ["/p", "/p", "linux", true],
    ["/p", "/p/..x", "linux", true],
    ["/p", "/p/../q", "linux", false],
    ["/p", "/P", "linux", false],
    ["C:\\p", "D:\\p", "win32", false],
    ["C:\\p", "c:\\P\\x", "win32", true],
  ] as const)("from %s, %s on %s is inside: %s", (root, target, platform, expected) => {
    expect(isInside(root, target, platform)).toBe(expected);
  });
});
