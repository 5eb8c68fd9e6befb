import { coreError } from "pi-extension-core/errors";
import { expect, it } from "vitest";
import {
  type Failures,
  NO_FAILURES,
  planRejoin,
  probeError,
} from "../../../../../src/backends/rojo/live-tree/rejoin-policy.ts";
import { robloxError } from "../../../../../src/errors.ts";

const options = { firstDelayMs: 100, maxDelayMs: 1000, maxStrikes: 3 };
const lost = robloxError("ROJO_SERVER_LOST", "gone");
const nonsense = robloxError("ROJO_ANSWER_INVALID", "what?");

/** The pauses that follow the same failure again and again, until the end of the tries. */
function pauses(error: unknown, followedForMs: number | undefined, tries: number): (number | "end")[] {
  let failures: Failures = NO_FAILURES;
  return Array.from({ length: tries }, () => {
    const plan = planRejoin(error, followedForMs, failures, options);
    if (plan.kind === "give-up") return "end";
    failures = plan.failures;
    return plan.delayMs;
  });
}

it("tries a lost server again for ever, at growing intervals", () => {
  expect(pauses(lost, undefined, 7)).toEqual([100, 200, 400, 800, 1000, 1000, 1000]);
  expect(pauses(lost, undefined, 2000).at(-1)).toBe(1000);
});

it("leaves a server alone that keeps on talking nonsense", () => {
  expect(pauses(nonsense, undefined, 3)).toEqual([100, 200, "end"]);
});

it("leaves a server alone that hangs up again and again right after it was joined", () => {
  expect(pauses(lost, 5, 3)).toEqual([100, 200, "end"]);
});

it("begins anew after the tree was followed for a while", () => {
  expect(pauses(nonsense, 60_000, 5)).toEqual([100, 100, 100, 100, 100]);
});

it("does not try again what cannot get better", () => {
  for (const error of [
    coreError("LIMIT_EXCEEDED", "large"),
    probeError({ kind: "host-refused" }),
    new TypeError("bug"),
  ])
    expect(planRejoin(error, undefined, NO_FAILURES, options)).toEqual({ kind: "give-up" });
});

it("tells a server that is down from a port that something else has", () => {
  expect(probeError({ kind: "nothing" }).code).toBe("ROJO_SERVER_LOST");
  expect(probeError({ kind: "silent" }).code).toBe("ROJO_SERVER_LOST");
  expect(probeError({ kind: "foreign", detail: "x" }).code).toBe("ROJO_ANSWER_INVALID");
});
