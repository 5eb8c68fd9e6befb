import { describe, expect, it } from "vitest";
import type { Checkpoint } from "../../../src/checkpoint/manifest.ts";
import { neededBlobs, planPrune } from "../../../src/checkpoint/plan-prune.ts";

const checkpoint = (id: string, day: number, state: Checkpoint["state"], digit = "1"): Checkpoint => ({
  id,
  label: "test",
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
  changedAt: `2026-01-0${day}T00:00:00.000Z`,
  state,
  owner: { pid: 1, startToken: undefined, host: "h" },
  interrupted: undefined,
  safetyFor: undefined,
  safetyId: undefined,
  entries: [
    {
      path: "a",
      isImplied: false,
      before: { kind: "file", fingerprint: `sha256:${digit.repeat(64)}`, sizeBytes: 1, mode: 0o644 },
      after: { kind: "file", fingerprint: `sha256:${"f".repeat(64)}`, sizeBytes: 1, mode: 0o644 },
    },
    { path: "b", isImplied: false, before: { kind: "absent" }, after: undefined },
  ],
});

describe("retention", () => {
  const all = [
    checkpoint("old", 1, "finalized"),
    checkpoint("open", 2, "open"),
    checkpoint("stopped", 3, "interrupted"),
    checkpoint("half", 4, "restoring"),
    checkpoint("mid", 5, "restored"),
    checkpoint("new", 6, "finalized"),
  ];
  const removed = (keep: number, from = all): string[] => planPrune(from, keep).map(({ id }) => id);

  it("removes the oldest of the closed ones, and never one that is not closed", () => {
    expect(removed(2)).toEqual(["old"]);
    expect(removed(1)).toEqual(["mid", "old"]);
    expect(removed(9)).toEqual([]);
  });

  it("never removes the newest of all, also when none shall be kept", () => {
    expect(removed(0)).toEqual(["mid", "old"]);
    expect(removed(0, [checkpoint("only", 1, "restored")])).toEqual([]);
    expect(removed(0, [])).toEqual([]);
  });

  it("needs the bytes that were there before, not those that the work left", () => {
    const needed = neededBlobs([checkpoint("one", 1, "open", "1"), checkpoint("two", 2, "finalized", "2")]);
    expect(needed).toEqual(new Set([`sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`]));
  });
});
