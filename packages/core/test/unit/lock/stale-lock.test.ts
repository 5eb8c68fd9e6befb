import { describe, expect, it } from "vitest";
import type { LockState } from "../../../src/lock/holder-record.ts";
import { isStale, watch } from "../../../src/lock/stale-lock.ts";

const stateOf = (life: LockState["life"], touchedAtMs = 1000, record = "holder"): LockState => ({
  life,
  record,
  touchedAtMs,
});
const rule = { staleMs: 15_000, nowMs: 60_000, watchedMs: 3000 };

describe("a stale lock", () => {
  it.each([
    ["of a dead holder, at once", "dead", { watchedMs: 0, nowMs: 1000 }, true],
    ["of a living holder, never", "living", {}, false],
    ["of an unknown holder, when it is old and stayed so", "unknown", {}, true],
    ["of an unknown holder, not when it is young", "unknown", { nowMs: 16_000 }, false],
    // A holder on a machine that was asleep needs a moment to give its sign of life.
    ["of an unknown holder, not when it was only just seen", "unknown", { watchedMs: 2999 }, false],
    ["without holder, after half a second", "none", { nowMs: 1000, watchedMs: 500 }, true],
    ["without holder, when it is a second old", "none", { nowMs: 2001, watchedMs: 0 }, true],
    ["without holder, not at first sight", "none", { nowMs: 1000, watchedMs: 499 }, false],
  ] as const)("is one %s", (_, life, change, expected) => {
    expect(isStale(stateOf(life), { ...rule, ...change })).toBe(expected);
  });

  it("is watched from the first look on, and from anew after each change", () => {
    const first = watch(undefined, stateOf("unknown"), 10);
    expect(first.sinceMs).toBe(10);
    expect(watch(first, stateOf("unknown"), 20).sinceMs).toBe(10);
    expect(watch(first, stateOf("unknown", 1001), 20).sinceMs).toBe(20);
    expect(watch(first, stateOf("unknown", 1000, "other"), 20).sinceMs).toBe(20);
  });
});
