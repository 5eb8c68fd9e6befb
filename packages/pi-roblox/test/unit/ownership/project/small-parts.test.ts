import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareBytes } from "../../../../src/ownership/project/byte-order.ts";
import { chooseProjectFile } from "../../../../src/ownership/project/choose-project.ts";
import { isIpAddress } from "../../../../src/ownership/project/ip-address.ts";
import { propertyProblem } from "../../../../src/ownership/project/property-value.ts";
import { reflection } from "../../../fixtures/ownership/mapper/memory-disk.ts";

describe("the order of bytes", () => {
  it("is that of the UTF-8 forms", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 4 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe("the project file of a folder", () => {
  it("is the default one, the plain form first", () => {
    const names = ["a.project.json", "default.project.jsonc", "default.project.json"];
    expect(chooseProjectFile(names)).toEqual({ kind: "one", name: "default.project.json" });
    expect(chooseProjectFile(names.slice(0, 2))).toEqual({ kind: "one", name: "default.project.jsonc" });
  });

  it("is the only one where there is no default", () => {
    expect(chooseProjectFile(["readme.md", "game.project.jsonc"])).toEqual({ kind: "one", name: "game.project.jsonc" });
  });

  it("is not guessed among several", () => {
    expect(chooseProjectFile(["b.project.json", "a.project.json"])).toEqual({
      kind: "several",
      names: ["a.project.json", "b.project.json"],
    });
  });

  it("is not there", () => {
    expect(chooseProjectFile(["project.json", "a.json"])).toEqual({ kind: "none" });
  });
});

describe("an IP address", () => {
  it.for(["127.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "::", "fe80::1:2", "::ffff:1.2.3.4"])(
    "%s is one",
    (text) => {
      expect(isIpAddress(text)).toBe(true);
    },
  );

  it.for([
    "localhost",
    "",
    "127.0.0",
    "127.0.0.01",
    "256.0.0.1",
    "1.2.3.4.",
    "1.2.3.4:80",
    "[::1]",
    ":::",
    "fe80::1%eth0",
    "1:2",
  ])("%s is none", (text) => {
    expect(isIpAddress(text)).toBe(false);
  });
});

describe("a property", () => {
  const problem = (name: string, value: unknown) => propertyProblem("Part", name, value, reflection);

  it("that the class has takes its short form", () => {
    expect(problem("Anchored", true)).toBeUndefined();
    expect(problem("Anchored", "yes")).toContain("Bool");
  });

  it("that the class lacks is refused with the one that was meant", () => {
    expect(problem("Anchord", true)).toContain("Anchored");
  });

  it("that is written out is taken as it is", () => {
    expect(problem("Whatever", { Bool: true })).toBeUndefined();
  });
});
