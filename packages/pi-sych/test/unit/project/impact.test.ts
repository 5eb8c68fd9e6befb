import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findImpact, type GraphNode } from "../../../src/project/impact.ts";

const graph = (edges: Readonly<Record<string, readonly string[]>>): readonly GraphNode[] =>
  Object.entries(edges).map(([key, dependsOn]) => ({ key, dependsOn }));

describe("findImpact", () => {
  it("finds direct and indirect dependants with a shortest chain", () => {
    const impact = findImpact(graph({ a: [], b: ["a"], c: ["b"], d: ["c", "a"], e: [] }), new Set(["a"]));
    expect(impact.effects.map(({ key, distance }) => [key, distance])).toEqual([
      ["b", 1],
      ["c", 2],
      ["d", 1],
    ]);
    expect(impact.chainOf("c", 10)).toEqual(["c", "b", "a"]);
  });

  it("names every direct cause and stops at a nearer one", () => {
    const impact = findImpact(graph({ a: [], b: ["a"], c: ["b", "x"], x: [] }), new Set(["a", "b", "x"]));
    expect(impact.effects).toEqual([
      { key: "b", direct: ["a"], cause: "a", distance: 1 },
      expect.objectContaining({ key: "c", direct: ["b", "x"], distance: 1 }),
    ]);
  });

  it("ends in cycles and lets nothing affect itself", () => {
    const impact = findImpact(graph({ a: ["c"], b: ["a"], c: ["b"], s: ["s"] }), new Set(["a", "s"]));
    expect(impact.effects.map(({ key }) => key)).toEqual(["b", "c"]);
  });

  it("ignores causes and dependencies that are no artifacts", () => {
    expect(findImpact(graph({ a: ["gone"] }), new Set(["other"])).effects).toEqual([]);
  });

  it("handles a chain of 20,000 and cuts its way in the middle", () => {
    const nodes = Array.from({ length: 20_000 }, (_unused, index) => ({
      key: `n${index}`,
      dependsOn: index === 0 ? [] : [`n${index - 1}`],
    }));
    const impact = findImpact(nodes, new Set(["n0"]));
    expect(impact.effects).toHaveLength(19_999);
    expect(impact.effects.at(-1)).toMatchObject({ key: "n19999", cause: "n0", distance: 19_999 });
    expect(impact.chainOf("n19999", 4)).toEqual(["n19999", "n19998", "n19997", "n0"]);
  });

  it("agrees with a plain search on random graphs", () => {
    const size = 8;
    const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 });
    fc.assert(
      fc.property(edges, fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), (pairs, causeNumbers) => {
        const nodes = Array.from({ length: size }, (_unused, node) => ({
          key: String(node),
          dependsOn: pairs.filter(([from]) => from === node).map(([, to]) => String(to)),
        }));
        const causes = new Set(causeNumbers.map(String));
        const dependsOnCause = (key: string, seen = new Set<string>()): boolean => {
          if (seen.has(key)) return false;
          seen.add(key);
          const sources = nodes[Number(key)]?.dependsOn ?? [];
          return sources.some((source) => causes.has(source) || dependsOnCause(source, seen));
        };
        const affected = new Set(findImpact(nodes, causes).effects.map(({ key }) => key));
        const others = nodes.map(({ key }) => key).filter((key) => !causes.has(key));
        expect(others.filter((key) => affected.has(key))).toEqual(others.filter((key) => dependsOnCause(key)));
      }),
    );
  });
});
