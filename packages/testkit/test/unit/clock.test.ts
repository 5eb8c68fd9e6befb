import { createFakeClock, createFakeIds } from "testkit/clock";
import { describe, expect, it } from "vitest";
import type { Clock, IdSource } from "../../../core/src/seams/index.ts";

describe("createFakeClock", () => {
  it("stands still until it is moved, and fits core's Clock", () => {
    const fake = createFakeClock("2026-12-01T00:00:00Z");
    const clock: Clock = fake;
    expect(clock.now()).toBe(Date.UTC(2026, 11, 1));
    fake.advance(1500);
    expect(clock.now()).toBe(Date.UTC(2026, 11, 1) + 1500);
    fake.set(7);
    expect(clock.now()).toBe(7);
  });
});

describe("createFakeIds", () => {
  it("counts, sorts in order of creation, and fits core's IdSource", () => {
    const ids: IdSource = createFakeIds("audit");
    const made = Array.from({ length: 11 }, () => ids.next());
    expect(made[0]).toBe("audit-0001");
    expect([...made].sort()).toEqual(made);
  });
});
