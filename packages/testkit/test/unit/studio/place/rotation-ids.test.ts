import { describe, expect, it } from "vitest";
import { rotationOf } from "../../../../src/studio/place/rotation-ids.ts";
import { codeOf } from "../../../fixtures/studio/place/code-of.ts";

function determinant([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

describe("rotationOf", () => {
  // From rbx_types 3.1.0, src/basic_types.rs.
  it.each([
    [0x02, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    [0x03, [1, 0, 0, 0, 0, -1, 0, 1, 0]],
    [0x07, [0, 1, 0, 1, 0, 0, 0, 0, -1]],
    [0x0d, [0, 1, 0, 0, 0, 1, 1, 0, 0]],
    [0x11, [0, 0, 1, 0, -1, 0, 1, 0, 0]],
  ])("of %i", (id, rows) => {
    expect(rotationOf(id)).toEqual(rows);
  });

  it("has 24 rotations among all bytes, each another one", () => {
    const ids = Array.from({ length: 256 }, (_, id) => id);
    const codes = ids.map((id) => codeOf(() => rotationOf(id)));
    expect(new Set(codes)).toEqual(new Set([undefined, "PLACE_INVALID"]));
    const rotations = ids.filter((id) => codes[id] === undefined).map(rotationOf);
    expect(rotations).toHaveLength(24);
    expect(new Set(rotations.map(String)).size).toBe(24);
    for (const rows of rotations) expect(determinant(rows)).toBe(1);
  });
});
