import { buildChildEnv } from "pi-extension-core/process";
import { describe, expect, it } from "vitest";

const posix = { platform: "linux" } as const;
const windows = { platform: "win32" } as const;

describe("the environment of a child", () => {
  it("holds what programs need and nothing that is not on the list", () => {
    const kept = { PATH: "/bin", HOME: "/h", LC_ALL: "C", LANG: "C", https_proxy: "http://p", TMPDIR: "/t", TZ: "UTC" };
    const dropped = {
      AWS_SECRET_ACCESS_KEY: "s",
      OPENAI_API_KEY: "s",
      NODE_OPTIONS: "-r x",
      LD_PRELOAD: "x",
      BASH_ENV: "x",
    };
    expect(buildChildEnv({ ...posix, source: { ...dropped, ...kept, PWD: "/x", npm_config_x: "1" } })).toEqual(kept);
  });

  it("holds named additions, and settings over everything else", () => {
    const source = { HOME: "/h", API_KEY: "k", OTHER: "o", LANG: "C" };
    const set = { HOME: "/other", NEW: "n", LANG: undefined };
    expect(buildChildEnv({ ...posix, source, pass: ["API_KEY", "ABSENT"], set })).toEqual({
      HOME: "/other",
      API_KEY: "k",
      NEW: "n",
    });
  });

  it("takes names as they are written on POSIX", () => {
    expect(buildChildEnv({ ...posix, source: { Path: "/a", home: "/h" } })).toEqual({});
  });

  it("has a PATH of absolute folders outside the project, or none", () => {
    const source = { PATH: ".::/p/node_modules/.bin:/usr/bin:bin:/bin" };
    expect(buildChildEnv({ ...posix, source, exclude: "/p" })).toEqual({ PATH: "/usr/bin:/bin" });
    expect(buildChildEnv({ ...posix, source: { PATH: ".:" } })).toEqual({});
    expect(buildChildEnv({ ...posix, source: {}, set: { PATH: "x:/a" } })).toEqual({ PATH: "/a" });
  });

  it("ignores the case of names on Windows and keeps their spelling", () => {
    const source = { Path: "C:\\a;.", systemroot: "C:\\W", "programfiles(X86)": "C:\\P", Secret: "s" };
    expect(buildChildEnv({ ...windows, source, set: { SYSTEMROOT: "D:\\W" } })).toEqual({
      Path: "C:\\a",
      SYSTEMROOT: "D:\\W",
      "programfiles(X86)": "C:\\P",
      NoDefaultCurrentDirectoryInExePath: "1",
    });
  });

  it("keeps a quoted PATH entry with a semicolon on Windows", () => {
    const source = { PATH: '"C:\\a;b";C:\\c' };
    expect(buildChildEnv({ ...windows, source })["PATH"]).toBe('"C:\\a;b";C:\\c');
  });

  it.each([[{ "A=B": "x" }], [{ "": "x" }], [{ "A\0": "x" }], [{ A: "x\0" }]])("refuses to set %j", (set) => {
    expect(() => buildChildEnv({ ...posix, source: {}, set })).toThrow(
      expect.objectContaining({ code: "INPUT_INVALID" }),
    );
  });
});
