import { describe, expect, it } from "vitest";
import { RustPath } from "../../../../src/ownership/mapper/rust-path.ts";

const posix = new RustPath("linux");
const windows = new RustPath("win32");

describe("a path as Rust has it", () => {
  it("is joined without being resolved", () => {
    expect(posix.join("/a", "../b/./c")).toBe("/a/../b/./c");
    expect(posix.join("/a/", "b")).toBe("/a/b");
    expect(posix.join("/a", "/b")).toBe("/b");
    expect(posix.join("/a", "")).toBe("/a/");
    expect(windows.join("C:\\a", "b/c")).toBe("C:\\a\\b/c");
    expect(windows.join("C:\\a", "D:\\b")).toBe("D:\\b");
    expect(windows.join("C:\\a", "\\b")).toBe("C:\\b");
  });

  it("has a name unless it ends in two dots", () => {
    expect(posix.fileName("/a/b/.")).toBe("b");
    expect(posix.fileName("/a/b/")).toBe("b");
    expect(posix.fileName("/a/..")).toBeUndefined();
    expect(posix.fileName("/")).toBeUndefined();
    expect(windows.fileName("C:\\")).toBeUndefined();
    expect(windows.fileName("\\\\host\\share\\a")).toBe("a");
  });

  it("has a parent, which is the root's own for the root", () => {
    expect(posix.parent("/a/b/")).toBe("/a");
    expect(posix.parent("/a")).toBe("/");
    expect(posix.parent("/")).toBe("/");
    expect(windows.parent("C:\\a")).toBe("C:\\");
    expect(windows.parent("C:\\")).toBe("C:\\");
  });

  it("has a stem: what is before the last dot that is not the first character", () => {
    expect(["a.b.c", ".a", "..a", "a.", "a", ".."].map((name) => posix.fileStem(name))).toEqual([
      "a.b",
      ".a",
      ".",
      "a",
      "a",
      "..",
    ]);
  });

  it("loses a prefix name by name, and keeps the rest as it is written", () => {
    expect(posix.stripPrefix("/a/./b/./c", "/a")).toBe("b/./c");
    expect(posix.stripPrefix("/a/../b", "/a")).toBe("../b");
    expect(posix.stripPrefix("/ab/c", "/a")).toBeUndefined();
    expect(posix.stripPrefix("/a/", "/a")).toBe("");
    expect(windows.stripPrefix("c:\\a\\b", "C:\\a")).toBe("b");
  });

  it("is shown relative to a folder", () => {
    expect(posix.relativeTo("/a/b/c", "/a/x")).toBe("../b/c");
    expect(posix.relativeTo("/a/../b", "/a")).toBe("../b");
    expect(windows.relativeTo("C:\\a\\b", "C:\\a")).toBe("b");
  });

  it("names the folders that it leaves upward", () => {
    expect(posix.foldersLeft("/a/b/../../c")).toEqual(["/a/b", "/a/b/.."]);
    expect(posix.foldersLeft("/a/..b")).toEqual([]);
  });
});
