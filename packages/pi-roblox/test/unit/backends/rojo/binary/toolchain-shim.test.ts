import { describe, expect, it } from "vitest";
import { manifestCandidates, shimOfPlace, shimOfText } from "../../../../../src/backends/rojo/binary/toolchain-shim.ts";

const place = (file: string, realFile = file, env: Record<string, string> = {}) => ({
  file,
  realFile,
  env,
  platform: file.includes("\\") ? ("win32" as const) : ("linux" as const),
});

describe("a shim is known by its place", () => {
  it.each([
    ["rokit", "/Users/ann/.rokit/bin/rojo"],
    ["aftman", "/Users/ann/.aftman/bin/rojo"],
    ["foreman", "/Users/ann/.foreman/bin/rojo"],
    ["mise", "/Users/ann/.local/share/mise/shims/rojo"],
    ["asdf", "/Users/ann/.asdf/shims/rojo"],
    ["rokit", "C:\\Users\\Ann\\.Rokit\\Bin\\rojo.exe"],
  ])("of %s: %s", (kind, file) => {
    expect(shimOfPlace(place(file))).toBe(kind);
  });

  it("also where a variable has moved its folder, in other case on Windows", () => {
    expect(shimOfPlace(place("/opt/tools/bin/rojo", undefined, { ROKIT_ROOT: "/opt/tools" }))).toBe("rokit");
    expect(shimOfPlace(place("D:\\Tools\\bin\\rojo.exe", undefined, { AFTMAN_ROOT: "d:\\tools" }))).toBe("aftman");
  });

  it("also when it is a link to its manager", () => {
    expect(shimOfPlace(place("/usr/local/bin/rojo", "/opt/rokit/rokit"))).toBe("rokit");
    expect(shimOfPlace(place("C:\\bin\\rojo.exe", "C:\\x\\Foreman.EXE"))).toBe("foreman");
  });

  it.each(["/usr/bin/rojo", "/Users/ann/.cargo/bin/rojo", "/Users/ann/rokit/rojo", "C:\\Tools\\rojo.exe"])(
    "and %s is none",
    (file) => {
      expect(shimOfPlace(place(file, file, { ROKIT_ROOT: "" }))).toBeUndefined();
    },
  );
});

describe("a shim is known by its words", () => {
  it.each([
    ["rokit", "Failed to find tool 'rojo' in any project manifest file.\nAdd the tool to a project using 'rokit add'"],
    ["rokit", "Failed to find tool 'rojo' in any project manifest file."],
    ["aftman", "[ERROR aftman] 'rojo' is not a known tool"],
    ["foreman", "'rojo' is not a known Foreman tool, but Foreman was invoked with its name."],
    ["mise", "mise ERROR No version is set for shim: rojo"],
  ])("of %s: %s", (kind, text) => {
    expect(shimOfText(text)).toBe(kind);
  });

  it.each(["Rojo 7.7.1", "[ERROR rojo] Rojo requires a project file", "", "promised", "misery"])(
    "and %j are no shim's",
    (text) => {
      expect(shimOfText(text)).toBeUndefined();
    },
  );
});

describe("the manifests that a shim may read in a project", () => {
  it("are looked for from the project's folder up to the workspace", () => {
    const folders = { workspaceRoot: "/w", projectFolder: "/w/games/one" };
    expect(manifestCandidates("aftman", folders, "linux")).toEqual([
      "/w/games/one/aftman.toml",
      "/w/games/aftman.toml",
      "/w/aftman.toml",
    ]);
  });

  it("are those of three managers for Rokit", () => {
    const folders = { workspaceRoot: "C:\\w", projectFolder: "c:\\W" };
    expect(manifestCandidates("rokit", folders, "win32")).toEqual([
      "c:\\W\\rokit.toml",
      "c:\\W\\aftman.toml",
      "c:\\W\\foreman.toml",
    ]);
  });

  it("are in the project's folder alone when that is outside the workspace", () => {
    expect(manifestCandidates("foreman", { workspaceRoot: "/w", projectFolder: "/other/p" }, "linux")).toEqual([
      "/other/p/foreman.toml",
    ]);
    expect(manifestCandidates("foreman", { workspaceRoot: "C:\\w", projectFolder: "D:\\p" }, "win32")).toEqual([
      "D:\\p\\foreman.toml",
    ]);
  });
});
