import { hashBytes } from "pi-extension-core/fs";
import { describe, expect, it } from "vitest";
import { matchesExpected, parseExpected, shortFingerprint } from "../../../src/project/expected-fingerprints.ts";

const fingerprint = hashBytes("x");
const hex = fingerprint.slice("sha256:".length);

describe("parseExpected", () => {
  it.each([fingerprint, hex, ` ${hex.toUpperCase()} `, shortFingerprint(fingerprint), hex.slice(0, 12)])(
    "accepts %s",
    (text) => {
      expect(matchesExpected(fingerprint, parseExpected(text))).toBe(true);
    },
  );

  it.each(["", "sha256:", hex.slice(0, 11), `${hex}0`, `md5:${hex}`, "g".repeat(64)])("refuses %j", (text) => {
    expect(() => parseExpected(text)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  });
});

describe("matchesExpected", () => {
  it("tells two files apart by their first digits", () => {
    expect(matchesExpected(hashBytes("y"), parseExpected(shortFingerprint(fingerprint)))).toBe(false);
  });
});
