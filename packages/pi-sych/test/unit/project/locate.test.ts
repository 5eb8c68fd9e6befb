import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { workspaceFolders } from "../../../src/project/locate.ts";

describe("workspaceFolders", () => {
  it("ends at the folder that holds .git", () => {
    expect(workspaceFolders("/Users/u/p/a/b", "/Users/u/p", "/Users/u", posix)).toEqual([
      "/Users/u/p/a/b",
      "/Users/u/p/a",
      "/Users/u/p",
    ]);
  });

  it("ends below the home directory without one", () => {
    expect(workspaceFolders("/Users/u/p/a", undefined, "/Users/u", posix)).toEqual(["/Users/u/p/a", "/Users/u/p"]);
    expect(workspaceFolders("/Users/u", undefined, "/Users/u", posix)).toEqual(["/Users/u"]);
  });

  it("is the working directory alone outside of both", () => {
    expect(workspaceFolders("/tmp/x/y", undefined, "/Users/u", posix)).toEqual(["/tmp/x/y"]);
    expect(workspaceFolders("/", undefined, "/Users/u", posix)).toEqual(["/"]);
  });

  it("works with drives and network shares", () => {
    expect(workspaceFolders("C:\\Users\\u\\p\\a", undefined, "c:\\users\\u", win32)).toEqual([
      "C:\\Users\\u\\p\\a",
      "C:\\Users\\u\\p",
    ]);
    expect(workspaceFolders("\\\\host\\share\\p", undefined, "C:\\Users\\u", win32)).toEqual(["\\\\host\\share\\p"]);
    expect(workspaceFolders("D:\\p\\a", "D:\\p", "C:\\Users\\u", win32)).toEqual(["D:\\p\\a", "D:\\p"]);
  });
});
