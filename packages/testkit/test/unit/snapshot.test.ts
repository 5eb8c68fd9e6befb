import { diffSnapshots, type SnapshotEntry } from "testkit/snapshot";
import { describe, expect, it } from "vitest";

const file = (sha256: string, mode = 0o644): SnapshotEntry => ({ kind: "file", mode, sha256 });

describe("diffSnapshots", () => {
  it("tells added, removed and changed paths apart", () => {
    const before = { same: file("1"), edited: file("1"), chmodded: file("1"), gone: file("1"), toString: file("1") };
    const after = { same: file("1"), edited: file("2"), chmodded: file("1", 0o755), constructor: file("1") };
    expect(diffSnapshots(before, after)).toEqual({
      added: ["constructor"],
      removed: ["gone", "toString"],
      changed: ["edited", "chmodded"],
    });
  });
});
