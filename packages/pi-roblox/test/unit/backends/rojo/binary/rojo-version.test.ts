import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareVersions,
  describeVersionMismatch,
  parseVersionNumber,
  parseVersionOutput,
} from "../../../../../src/backends/rojo/binary/rojo-version.ts";

describe("the version in the output of rojo", () => {
  it.each([
    ["Rojo 7.6.1\n", { text: "7.6.1", major: 7, minor: 6, patch: 1, prerelease: undefined }],
    ["Rojo 7.7.0-rc.1\r\n", { text: "7.7.0-rc.1", major: 7, minor: 7, patch: 0, prerelease: "rc.1" }],
    ["Downloading rojo 7.7.1\nRojo 7.7.1\n", { text: "7.7.1", major: 7, minor: 7, patch: 1, prerelease: undefined }],
  ])("is read from %j", (stdout, version) => {
    expect(parseVersionOutput(stdout)).toEqual(version);
  });

  it.each([
    "",
    "7.6.1",
    "rokit 1.0.0",
    "Rojo",
    "Rojo seven",
    "Rojo 7.6",
    "You are running Rojo 7.7.1.",
    "Rojo 99999999999999999999.0.0",
  ])("is not found in %j", (stdout) => {
    expect(parseVersionOutput(stdout)).toBeUndefined();
  });
});

describe("the order of versions", () => {
  it("counts numbers as numbers and releases after their prereleases", () => {
    const texts = ["7.10.0", "7.7.0", "7.7.0-rc.1", "7.4.4", "7.7.0-rc.2", "7.7.1"];
    const sorted = texts
      .map((text) => parseVersionNumber(text))
      .filter((version) => version !== undefined)
      .toSorted(compareVersions);
    expect(sorted.map((version) => version.text)).toEqual([
      "7.4.4",
      "7.7.0-rc.1",
      "7.7.0-rc.2",
      "7.7.0",
      "7.7.1",
      "7.10.0",
    ]);
  });

  it("is the other way round for the other side", () => {
    const version = fc
      .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.constantFrom("", "-rc.1", "-rc.2"))
      .map(([major, minor, patch, pre]) => parseVersionNumber(`${major}.${minor}.${patch}${pre}`))
      .filter((parsed) => parsed !== undefined);
    fc.assert(
      fc.property(version, version, (left, right) => {
        expect(Math.sign(compareVersions(left, right)) + Math.sign(compareVersions(right, left))).toBe(0);
      }),
    );
  });
});

describe("a difference between program and server", () => {
  it("is told when both are known and differ", () => {
    expect(describeVersionMismatch("7.6.1", "7.7.1")).toContain("7.6.1");
  });

  it.each([
    ["7.7.1", "7.7.1"],
    [undefined, "7.7.1"],
    ["7.7.1", undefined],
  ])("is not told of %s and %s", (program, server) => {
    expect(describeVersionMismatch(program, server)).toBeUndefined();
  });
});
