import path from "node:path";
import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { hashBytes, isInside, parseFingerprint, resolveInside, stripAtPrefix } from "pi-extension-core/fs";
import { describe, expect, it } from "vitest";

const attempt = (root: string, file: string, flavor: path.PlatformPath): string => {
  try {
    return resolveInside(root, file, flavor).relative;
  } catch (error) {
    if (isCodedError(error)) return error.code;
    throw error;
  }
};

describe("paths inside a folder", () => {
  it.each([
    ["a/b.txt", "a/b.txt"],
    ["./a//b/../c", "a/c"],
    ["/r/a", "a"],
    ["", "."],
    ["..hidden/x", "..hidden/x"],
    ["a/../..", "PATH_OUTSIDE_ROOT"],
    ["/rx/a", "PATH_OUTSIDE_ROOT"],
    ["/", "PATH_OUTSIDE_ROOT"],
    ["a\\b", "PATH_UNSAFE"],
    ["a\0b", "PATH_UNSAFE"],
    ["nul.txt", "PATH_UNSAFE"],
    ["a/COM1", "PATH_UNSAFE"],
    ["a.txt:stream", "PATH_UNSAFE"],
    ["a./b", "PATH_UNSAFE"],
    ["a /b", "PATH_UNSAFE"],
    ["a\nb", "PATH_UNSAFE"],
    ["dir:ads/../x", "PATH_UNSAFE"],
    ["console/communion.txt", "console/communion.txt"],
  ])("POSIX: %j gives %s", (file, expected) => {
    expect(attempt("/r", file, path.posix)).toBe(expected);
  });

  it.each([
    ["a\\b/c", "a/b/c"],
    ["c:\\R\\a", "a"],
    ["D:\\r\\a", "PATH_OUTSIDE_ROOT"],
    ["\\\\srv\\share\\a", "PATH_OUTSIDE_ROOT"],
    ["\\\\?\\C:\\r\\a", "PATH_OUTSIDE_ROOT"],
    ["\\\\.\\NUL", "PATH_OUTSIDE_ROOT"],
    ["C:a", "PATH_OUTSIDE_ROOT"],
    ["..\\x", "PATH_OUTSIDE_ROOT"],
    ["a\\con", "PATH_UNSAFE"],
    ["a.txt::$DATA", "PATH_UNSAFE"],
    ["lpt1 .txt", "PATH_UNSAFE"],
  ])("Windows: %j gives %s", (file, expected) => {
    expect(attempt("C:\\r", file, path.win32)).toBe(expected);
  });

  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "r", "C:", "\\", "/", "nul", "x:y", "\\\\?\\", "~"),
    fc.string({ maxLength: 4 }),
  );
  it.each([
    ["/r/s", path.posix],
    ["C:\\r\\s", path.win32],
  ] as const)("whatever is accepted below %s stays there", (root, flavor) => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("/", "\\"), (parts, separator) => {
        try {
          const { absolute, relative } = resolveInside(root, parts.join(separator), flavor);
          expect(isInside(root, absolute, flavor)).toBe(true);
          expect(relative.split("/")).not.toContain("..");
          expect(resolveInside(root, relative, flavor).absolute).toBe(absolute);
        } catch (error) {
          if (!isCodedError(error)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("spells the root as the caller does, also when the path spells it in other case", () => {
    expect(resolveInside("C:\\r\\s", "..\\S\\a", path.win32).absolute).toBe("C:\\r\\s\\a");
  });

  it("drops the @ that models put before a path, once", () => {
    expect([stripAtPrefix("@src/a"), stripAtPrefix("src/@a"), stripAtPrefix("@@a")]).toEqual(["src/a", "src/@a", "@a"]);
  });
});

describe("fingerprints", () => {
  const hash = hashBytes("x");

  it("are read with and without prefix, in either case", () => {
    const hex = hash.slice("sha256:".length);
    for (const text of [hash, hex, hex.toUpperCase(), `SHA256:${hex.toUpperCase()}`, ` ${hash}\n`])
      expect(parseFingerprint(text)).toBe(hash);
  });

  it.each([[""], ["sha256:"], ["md5:0123"], ["g".repeat(64)], ["a".repeat(63)]])("refuse %j", (text) => {
    expect(() => parseFingerprint(text)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  });
});
