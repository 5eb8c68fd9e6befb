import path from "node:path";
import { describe, expect, it } from "vitest";
import { entryPathOf, isCheckpointId, storePathsOf } from "../../../src/checkpoint/store-layout.ts";

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
};

describe("the paths that a checkpoint may cover", () => {
  const posix = (one: string): unknown =>
    codeOf(() => entryPathOf(storePathsOf("/p", "/p/.pi/checkpoints"), one, path.posix));
  const windows = (one: string): unknown =>
    codeOf(() => entryPathOf(storePathsOf("C:\\p", "C:\\p\\.pi\\checkpoints"), one, path.win32));

  it("are held from the root, with forward slashes", () => {
    expect(posix("/p/src/a.txt")).toBe("src/a.txt");
    expect(posix("src//b/../a.txt")).toBe("src/a.txt");
    expect(windows("src\\a.txt")).toBe("src/a.txt");
    expect(windows("c:\\P\\src\\a.txt")).toBe("src/a.txt");
  });

  it.each(["..", "../x", "/etc/passwd", "src/../../x"])("do not leave the root: %j", (one) => {
    expect(posix(one)).toBe("PATH_OUTSIDE_ROOT");
  });

  it.each(["..\\x", "D:\\x", "\\\\server\\share\\x", "\\\\?\\C:\\p\\x", "C:x"])(
    "do not leave it on Windows: %j",
    (one) => {
      expect(windows(one)).toBe("PATH_OUTSIDE_ROOT");
    },
  );

  it.each(["nul", "src/CON.txt", "a.txt:stream", "trailing.", "a\\b", ".", ".git", "sub/.GIT/hooks/x", "git~1/config"])(
    "mean the same on every platform, and nothing that git runs: %j",
    (one) => {
      expect(posix(one)).toBe("PATH_UNSAFE");
    },
  );

  it.each([".pi", ".pi/checkpoints", ".pi/checkpoints/blobs/x", ".PI/Checkpoints/x"])(
    "are not the checkpoints themselves: %j",
    (one) => {
      expect(posix(one)).toBe("PATH_UNSAFE");
      expect(windows(one.replaceAll("/", "\\"))).toBe("PATH_UNSAFE");
    },
  );

  it("may be beside the checkpoints, and named like git", () => {
    expect(posix(".pi/settings.json")).toBe(".pi/settings.json");
    expect(posix(".gitignore")).toBe(".gitignore");
  });
});

describe("ids", () => {
  it.each(["20261201T091500123Z-9f86d081", "id-0001", "a.b_c"])("may be %j", (id) => {
    expect(isCheckpointId(id)).toBe(true);
  });

  it.each(["", ".", "..", "../x", "a/b", "a\\b", "blobs", "Staging", "store", "store.lock", "nul", "-a", "a ", "a."])(
    "may not be %j",
    (id) => {
      expect(isCheckpointId(id)).toBe(false);
    },
  );
});
