import { hashBytes } from "pi-extension-core/fs";
import { describe, expect, it } from "vitest";
import {
  type FileTimes,
  formatStatCache,
  isSettled,
  readStatCache,
  stampOf,
  trustedFingerprint,
} from "../../../src/project/stat-cache.ts";

const at = (ms: number): bigint => BigInt(ms) * 1_000_000n;
const file = (changes: Partial<FileTimes> = {}): FileTimes => ({
  dev: 1n,
  ino: 2n,
  size: 3n,
  mtimeNs: at(10_000),
  ctimeNs: at(11_000),
  ...changes,
});

describe("isSettled", () => {
  it.each([
    [13_001, true],
    [13_000, false],
    [11_000, false],
    [5000, false],
  ])("of a file changed at 11,000 ms and hashed at %i is %s", (hashedAtMs, expected) => {
    expect(isSettled(file(), hashedAtMs)).toBe(expected);
  });

  it("goes by the newer of the two times", () => {
    expect(isSettled(file({ mtimeNs: at(20_000), ctimeNs: 0n }), 21_000)).toBe(false);
  });
});

describe("trustedFingerprint", () => {
  const entry = { stamp: stampOf(file()), fingerprint: hashBytes("x"), hashedAtMs: 20_000 };

  it("is the cached one while nothing changed", () => {
    expect(trustedFingerprint(entry, file())).toBe(entry.fingerprint);
  });

  it.each(["dev", "ino", "size", "mtimeNs", "ctimeNs"] as const)("is none when %s is another", (name) => {
    expect(trustedFingerprint(entry, file({ [name]: 12_345n }))).toBeUndefined();
  });

  it("is none when the file was hashed too soon after its change, or never", () => {
    expect(trustedFingerprint({ ...entry, hashedAtMs: 12_000 }, file())).toBeUndefined();
    expect(trustedFingerprint(undefined, file())).toBeUndefined();
  });
});

describe("readStatCache", () => {
  it("gives back what formatStatCache wrote, whatever the names", () => {
    const entries = new Map(
      ["a.md", "__proto__", 'q"\n'].map((key) => [key, { stamp: "1:2", fingerprint: hashBytes(key), hashedAtMs: 5 }]),
    );
    expect(readStatCache("/p", JSON.parse(formatStatCache("/p", entries)))).toEqual(entries);
  });

  it.each([
    null,
    [],
    "x",
    {},
    { version: 1, root: "/p" },
    { version: 1, root: "/p", files: { a: ["x", "sha256:12", 1] } },
  ])("takes nothing from %j", (value) => {
    expect(readStatCache("/p", value).size).toBe(0);
  });
});
