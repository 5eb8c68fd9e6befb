import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { absoluteFile, type FileNaming, fileKey, namesBelow } from "../../../src/datamodel/file-key.ts";

const windows: FileNaming = { platform: "win32", isCaseSensitive: false };
const mac: FileNaming = { platform: "darwin", isCaseSensitive: false };
const linux: FileNaming = { platform: "linux", isCaseSensitive: true };

const keyOf = (base: string, file: string, naming: FileNaming): string =>
  fileKey(absoluteFile(base, file, naming), naming);

describe("the key of a file", () => {
  it("is one for every form of a Windows path", () => {
    const forms = [
      "src\\Shared\\A.luau",
      "src/Shared/A.luau",
      "//?/C:/p/src/Shared/A.luau",
      "\\\\?\\C:\\p\\src\\Shared\\A.luau",
      "c:/p/src/Shared/A.luau",
      "C:\\p\\.\\x\\..\\src\\shared\\a.LUAU",
      "src/Shared/A.luau.",
      "src/Shared /A.luau",
      "/p/src/Shared/A.luau",
    ];
    expect(new Set(forms.map((form) => keyOf("C:\\p", form, windows)))).toEqual(
      new Set(["c:\\p\\src\\shared\\a.luau"]),
    );
  });

  it("is one for every form of a UNC path, apart from a drive", () => {
    const forms = [
      "\\\\host\\share\\a.luau",
      "//host/share/a.luau",
      "\\\\?\\UNC\\host\\share\\a.luau",
      "//?/UNC/Host/share/a.luau",
    ];
    expect(new Set(forms.map((form) => keyOf("C:\\p", form, windows))).size).toBe(1);
  });

  it("takes a relative path from a verbatim project folder", () => {
    expect(absoluteFile("\\\\?\\c:\\p", "src/a.luau", windows)).toBe("C:\\p\\src\\a.luau");
  });

  it("keeps case, backslash and composition apart on Linux", () => {
    const files = ["/p/A.luau", "/p/a.luau", "/p/x\\a.luau", "/p/x/a.luau", "/p/é.luau", "/p/e\u0301.luau"];
    expect(new Set(files.map((file) => fileKey(file, linux))).size).toBe(files.length);
  });

  it("folds case and composition on macOS, and composition alone where case counts", () => {
    expect(fileKey("/p/É.luau", mac)).toBe(fileKey("/p/e\u0301.luau", mac));
    const strict: FileNaming = { platform: "darwin", isCaseSensitive: true };
    expect(fileKey("/p/é.luau", strict)).toBe(fileKey("/p/e\u0301.luau", strict));
    expect(fileKey("/p/A.luau", strict)).not.toBe(fileKey("/p/a.luau", strict));
  });

  it("keeps composed and decomposed letters apart on Windows, where they are two files", () => {
    expect(fileKey("C:\\é", windows)).not.toBe(fileKey("C:\\e\u0301", windows));
    expect(fileKey("C:\\ΑΣ", windows)).toBe(fileKey("C:\\ας", windows));
    expect(fileKey("C:\\ß", windows)).not.toBe(fileKey("C:\\ss", windows));
  });

  it("is its own key, for any path and platform", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(windows, mac, linux),
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."\\/. :aC?".split("")) })),
        (naming, text) => {
          const key = keyOf(naming.platform === "win32" ? "C:\\p" : "/p", text, naming);
          expect(fileKey(key, naming)).toBe(key);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("the names below a folder", () => {
  it("are none for a sibling whose name begins the same", () => {
    expect(namesBelow("/p/src2/a", "/p/src", linux)).toBeUndefined();
    expect(namesBelow("/p/src/x/a", "/p/src", linux)).toEqual(["x", "a"]);
    expect(namesBelow("/p/src", "/p/src", linux)).toEqual([]);
    expect(namesBelow("c:\\a", "c:\\", windows)).toEqual(["a"]);
    expect(namesBelow("/a", "/", linux)).toEqual(["a"]);
  });
});
