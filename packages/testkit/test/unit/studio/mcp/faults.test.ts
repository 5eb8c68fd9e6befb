import { describe, expect, it } from "vitest";
import { Faults } from "../../../../src/studio/mcp/server/faults.ts";

const HANG = { kind: "hang" } as const;

describe("Faults", () => {
  it("are used up one call each", () => {
    const faults = new Faults();
    faults.add({ action: HANG });
    expect([faults.take("a", {}), faults.take("a", {})]).toEqual([HANG, undefined]);
  });

  it("skip calls and come several times", () => {
    const faults = new Faults();
    faults.add({ action: HANG, skip: 2, times: 2 });
    const taken = Array.from({ length: 5 }, () => faults.take("a", {}) !== undefined);
    expect(taken).toEqual([false, false, true, true, false]);
  });

  it("count only calls of their tool with their arguments", () => {
    const faults = new Faults();
    faults.add({ action: HANG, tool: "a", args: { x: 1 } });
    expect(faults.take("b", { x: 1 })).toBeUndefined();
    expect(faults.take("a", { x: 2 })).toBeUndefined();
    expect(faults.take("a", { x: 1, y: 3 })).toEqual(HANG);
  });
});
