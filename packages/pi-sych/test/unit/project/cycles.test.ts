import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCycles } from "../../../src/project/cycles.ts";

const find = (edges: Readonly<Record<string, readonly string[]>>) =>
  findCycles(Object.entries(edges).map(([key, dependsOn]) => ({ key, dependsOn })));

describe("findCycles", () => {
  it("finds a cycle, a self-dependency and nothing else", () => {
    expect(find({ a: ["b"], b: ["c"], c: ["a"], d: ["a"], e: ["e"], f: ["gone"] })).toEqual([
      { keys: ["a", "b", "c"], groupSize: 3 },
      { keys: ["e"], groupSize: 1 },
    ]);
  });

  it("shows a shortest way through a group with several", () => {
    expect(find({ a: ["b", "c"], b: ["c"], c: ["a"] })).toEqual([{ keys: ["a", "c"], groupSize: 3 }]);
  });

  it("handles 20,000 artifacts in one circle and in one chain", () => {
    const chain = Array.from({ length: 20_000 }, (_unused, index) => ({
      key: `${index}`,
      dependsOn: [`${index + 1}`],
    }));
    expect(findCycles(chain)).toEqual([]);
    const circle = [...chain.slice(0, -1), { key: "19999", dependsOn: ["0"] }];
    expect(findCycles(circle)[0]?.groupSize).toBe(20_000);
  });

  it("gives only real cycles, and one whenever a node reaches itself", () => {
    const size = 7;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 15 }), (pairs) => {
        const nodes = Array.from({ length: size }, (_unused, node) => ({
          key: String(node),
          dependsOn: pairs.filter(([from]) => from === node).map(([, to]) => String(to)),
        }));
        const edges = new Map(nodes.map(({ key, dependsOn }) => [key, dependsOn]));
        const cycles = findCycles(nodes);
        for (const { keys } of cycles)
          keys.forEach((key, index) => expect(edges.get(key)).toContain(keys[(index + 1) % keys.length]));
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          (edges.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
        const inGroups = cycles.reduce((sum, { groupSize }) => sum + groupSize, 0);
        expect(inGroups).toBe(nodes.filter(({ key }) => reaches(key, key)).length);
      }),
    );
  });
});
