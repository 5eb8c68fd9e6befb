import { describe, expect, it } from "vitest";
import type { EntryState } from "../../../src/checkpoint/entry-state.ts";
import type { Checkpoint, CheckpointEntry } from "../../../src/checkpoint/manifest.ts";
import { planPrune } from "../../../src/checkpoint/plan-prune.ts";
import { findDivergences, planCaseRenames, planSteps } from "../../../src/checkpoint/plan-restore.ts";

const file = (digit: string, mode = 0o644): EntryState => ({
  kind: "file",
  fingerprint: `sha256:${digit.repeat(64)}`,
  sizeBytes: 1,
  mode,
});
const folder: EntryState = { kind: "directory", mode: 0o755 };
const absent: EntryState = { kind: "absent" };
const entry = (path: string, before: EntryState, after?: EntryState): CheckpointEntry => ({
  path,
  isImplied: false,
  before,
  after,
});
const checkpoint = (
  state: Checkpoint["state"],
  entries: CheckpointEntry[],
  id = "c1",
  createdAt = "2026-01-01T00:00:00.000Z",
): Checkpoint => ({
  id,
  label: "test",
  createdAt,
  changedAt: createdAt,
  state,
  owner: { pid: 1, startToken: undefined, host: "h" },
  interrupted: undefined,
  safetyFor: undefined,
  safetyId: undefined,
  entries,
});
const kinds = (steps: ReturnType<typeof planSteps>): string[] => steps.map((step) => `${step.kind} ${step.path}`);

describe("steps of a restore", () => {
  it("remove what is deepest first, then make what is outermost first", () => {
    const entries = [entry("n", absent), entry("n/f", absent), entry("d", folder), entry("d/f", file("1"))];
    const now = new Map<string, EntryState>([
      ["n", folder],
      ["n/f", file("2")],
      ["d", absent],
      ["d/f", absent],
    ]);
    expect(kinds(planSteps(entries, now))).toEqual([
      "remove-file n/f",
      "remove-folder n",
      "make-folder d",
      "write-file d/f",
    ]);
  });

  it("write only what differs, and only the mode where only that does", () => {
    const entries = [entry("a", file("1")), entry("b", file("1", 0o755)), entry("c", file("1"))];
    const now = new Map<string, EntryState>([
      ["a", file("1")],
      ["b", file("1", 0o644)],
      ["c", file("2")],
    ]);
    expect(kinds(planSteps(entries, now))).toEqual(["set-mode b", "write-file c"]);
  });

  it("set modes of folders last, innermost first", () => {
    const closed: EntryState = { kind: "directory", mode: 0o555 };
    const entries = [entry("d", closed), entry("d/e", closed), entry("d/e/f", file("1"))];
    const now = new Map<string, EntryState>([
      ["d", folder],
      ["d/e", folder],
      ["d/e/f", absent],
    ]);
    expect(kinds(planSteps(entries, now))).toEqual(["write-file d/e/f", "set-mode d/e", "set-mode d"]);
  });

  it("leave the mode of a folder that is only on the way", () => {
    const entries = [{ ...entry("d", folder), isImplied: true }];
    expect(planSteps(entries, new Map([["d", { kind: "directory", mode: 0o700 }]]))).toEqual([]);
  });

  it("rename a spelling back only where something was before", () => {
    const entries = [entry("a", file("1")), entry("B", absent)];
    expect(
      planCaseRenames(
        entries,
        new Map([
          ["a", "A"],
          ["B", "b"],
        ]),
      ),
    ).toEqual([{ from: "A", to: "a" }]);
  });
});

describe("divergence", () => {
  const entries = [entry("a", file("1"), file("2"))];
  const found = (state: Checkpoint["state"], now: EntryState) =>
    findDivergences(checkpoint(state, entries), new Map([["a", now]])).length;

  it.each([
    ["finalized", file("2"), 0],
    ["finalized", file("3"), 1],
    ["finalized", file("1"), 0],
    ["finalized", absent, 1],
    ["interrupted", file("3"), 1],
    ["open", file("3"), 0],
    ["restoring", file("3"), 0],
    ["restored", file("1"), 0],
    ["restored", file("2"), 1],
  ] as const)("of a %s checkpoint with %o: %i", (state, now, count) => {
    expect(found(state, now)).toBe(count);
  });
});

describe("retention", () => {
  it("never removes the newest, nor one that is not closed", () => {
    const all = [
      checkpoint("finalized", [], "old", "2026-01-01T00:00:00.000Z"),
      checkpoint("open", [], "open", "2026-01-02T00:00:00.000Z"),
      checkpoint("restored", [], "mid", "2026-01-03T00:00:00.000Z"),
      checkpoint("finalized", [], "new", "2026-01-04T00:00:00.000Z"),
    ];
    expect(planPrune(all, 0).map(({ id }) => id)).toEqual(["mid", "old"]);
    expect(planPrune(all, 2).map(({ id }) => id)).toEqual(["old"]);
    expect(planPrune([], 0)).toEqual([]);
  });
});
