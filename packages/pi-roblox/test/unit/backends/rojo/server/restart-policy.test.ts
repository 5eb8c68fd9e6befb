import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_RESTART_POLICY, decideRestart } from "../../../../../src/backends/rojo/server/restart-policy.ts";

const policy = { delaysMs: [1, 2], windowMs: 100 };

describe("a death", () => {
  it("is followed by growing pauses and then by none", () => {
    const first = decideRestart([], 10, policy);
    const second = decideRestart(first.deathsMs, 20, policy);
    const third = decideRestart(second.deathsMs, 30, policy);
    expect([first, second, third]).toEqual([
      { kind: "restart", delayMs: 1, deathsMs: [10] },
      { kind: "restart", delayMs: 2, deathsMs: [10, 20] },
      { kind: "give-up", deathsMs: [10, 20, 30] },
    ]);
  });

  it("is forgotten after the window, and when the clock was set back", () => {
    expect(decideRestart([10, 20], 120, policy)).toMatchObject({ kind: "restart", delayMs: 1 });
    expect(decideRestart([500, 600], 20, policy)).toMatchObject({ kind: "restart", delayMs: 1 });
  });

  it("never leads to more restarts in a window than the policy has pauses", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { maxLength: 50 }), (gapsMs) => {
        let [nowMs, deathsMs, restartsMs]: [number, readonly number[], number[]] = [0, [], []];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const decision = decideRestart(deathsMs, nowMs, DEFAULT_RESTART_POLICY);
          ({ deathsMs } = decision);
          if (decision.kind === "restart") restartsMs = [...restartsMs, nowMs];
          const recent = restartsMs.filter((atMs) => nowMs - atMs < DEFAULT_RESTART_POLICY.windowMs);
          expect(recent.length).toBeLessThanOrEqual(DEFAULT_RESTART_POLICY.delaysMs.length);
        }
      }),
    );
  });
});
