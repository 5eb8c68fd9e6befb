import { isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import type { RobloxErrorCode } from "../../../../src/errors.ts";
import { mayWrite, requireMayWrite, type WritePolicy } from "../../../../src/ownership/resolve/may-write.ts";
import type { Owner, Ownership } from "../../../../src/ownership/resolve/ownership.ts";

const owned = (owner: Owner, more: Partial<Ownership> = {}): Ownership => ({
  owner,
  target: { kind: "instance", path: ["A"] },
  reason: "because",
  whatToDo: "do this",
  evidence: [],
  disagreement: undefined,
  instances: [],
  files: ["/p/a.luau"],
  deletesUnknown: undefined,
  ...more,
});

const studio: WritePolicy = { via: "studio", blockAmbiguousWrites: true };
const file: WritePolicy = { via: "file", blockAmbiguousWrites: true };

const codeOf = (ownership: Ownership, policy: WritePolicy): RobloxErrorCode | "allowed" => {
  const verdict = mayWrite(ownership, policy);
  return verdict.isAllowed ? "allowed" : verdict.code;
};

describe("a write", () => {
  it.each<[Owner, RobloxErrorCode | "allowed", RobloxErrorCode | "allowed"]>([
    ["rojo-owned", "OWNED_BY_ROJO", "allowed"],
    ["studio-owned", "allowed", "OWNED_BY_STUDIO"],
    ["script-sync-owned", "OWNED_BY_SCRIPT_SYNC", "allowed"],
    ["ambiguous-rojo-scope", "OWNERSHIP_AMBIGUOUS", "OWNERSHIP_AMBIGUOUS"],
    ["filesystem-unmapped", "TARGET_READ_ONLY", "allowed"],
    ["generated-output", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
    ["external-package", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
    ["binary-asset", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
    ["symbolic-link", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
    ["ownership-unresolved", "OWNERSHIP_UNRESOLVED", "OWNERSHIP_UNRESOLVED"],
    ["outside-workspace", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
    ["protected", "TARGET_READ_ONLY", "TARGET_READ_ONLY"],
  ])("to %s is %s in Studio and %s in a file", (owner, inStudio, inFile) => {
    expect(codeOf(owned(owner), studio)).toBe(inStudio);
    expect(codeOf(owned(owner), file)).toBe(inFile);
  });

  it("to an ambiguous instance is allowed in Studio by the setting, with the reason as a warning", () => {
    const verdict = mayWrite(owned("ambiguous-rojo-scope"), { via: "studio", blockAmbiguousWrites: false });
    expect(verdict).toEqual({ isAllowed: true, warning: "because" });
  });

  it("to a file by way of an instance is refused when it may come from several or from none", () => {
    for (const files of [[], ["/p/a.luau", "/p/b.luau"]])
      expect(codeOf(owned("rojo-owned", { files }), file)).toBe("OWNERSHIP_AMBIGUOUS");
    expect(codeOf(owned("rojo-owned", { target: { kind: "file", file: "/p/a.luau" } }), file)).toBe("allowed");
  });

  it("that is allowed warns when maps contradict each other", () => {
    expect(requireMayWrite(owned("rojo-owned", { disagreement: "differ" }), file)).toBe("differ");
  });

  it("that is refused fails with its code, the reason, what to do, and the owner", () => {
    let thrown: unknown;
    try {
      requireMayWrite(owned("rojo-owned"), studio);
    } catch (error) {
      thrown = error;
    }
    expect(isCodedError(thrown) && thrown).toMatchObject({
      code: "OWNED_BY_ROJO",
      message: "because",
      hint: "do this",
      data: { owner: "rojo-owned", files: ["/p/a.luau"] },
    });
  });
});
