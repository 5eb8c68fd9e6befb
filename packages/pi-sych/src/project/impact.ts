/**
 * Which artifacts are affected by which others, over `dependsOn`. Breadth first from everything that is not in order, so
 * each affected artifact gets a shortest way to its nearest cause. Linear in artifacts and dependencies, without
 * recursion. Pure.
 */

/** One artifact as a node: the keys that it depends on. */
export interface GraphNode {
  readonly key: string;
  readonly dependsOn: readonly string[];
}

interface Effect {
  /** Key of the affected artifact. */
  readonly key: string;
  /** Keys of causes that it depends on itself, in the order of its `dependsOn`. */
  readonly direct: readonly string[];
  /** The nearest cause. */
  readonly cause: string;
  /** Number of dependencies from it to the cause; 1 is direct. */
  readonly distance: number;
}

export interface Impact {
  /** In the order of the nodes. */
  readonly effects: readonly Effect[];
  /** Keys from an affected artifact to its nearest cause, both included; at most `maxNodes`, the cause always last. */
  chainOf(key: string, maxNodes: number): readonly string[];
}

interface Reached {
  readonly next: string;
  readonly cause: string;
  readonly distance: number;
}

/** For each key, the keys that depend on it. */
function dependantsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  const dependants = new Map<string, string[]>();
  for (const { key, dependsOn } of nodes) {
    for (const source of new Set(dependsOn)) {
      const known = dependants.get(source);
      if (known === undefined) dependants.set(source, [key]);
      else known.push(key);
    }
  }
  return dependants;
}

function reach(nodes: readonly GraphNode[], causes: ReadonlySet<string>): Map<string, Reached> {
  const dependants = dependantsOf(nodes);
  const reached = new Map<string, Reached>();
  // A cause may itself be affected by another one, so it is a start and can also be reached.
  const queue = [...causes].map((key) => ({ key, cause: key, distance: 0 }));
  for (let head = 0; head < queue.length; head += 1) {
    const current = queue[head];
    if (current === undefined) break;
    for (const key of dependants.get(current.key) ?? []) {
      // In a cycle, the way back to the cause says nothing.
      if (key === current.cause || reached.has(key)) continue;
      const step = { cause: current.cause, distance: current.distance + 1 };
      reached.set(key, { next: current.key, ...step });
      if (!causes.has(key)) queue.push({ key, ...step });
    }
  }
  return reached;
}

/** @param causes keys of the artifacts that are not in order; those outside `nodes` affect nothing. */
export function findImpact(nodes: readonly GraphNode[], causes: ReadonlySet<string>): Impact {
  const reached = reach(nodes, causes);
  const effects = nodes.flatMap(({ key, dependsOn }): Effect[] => {
    const found = reached.get(key);
    if (found === undefined) return [];
    const direct = [...new Set(dependsOn)].filter((source) => source !== key && causes.has(source));
    return [{ key, direct, cause: found.cause, distance: found.distance }];
  });
  const chainOf = (key: string, maxNodes: number): readonly string[] => {
    const chain = [key];
    const end = reached.get(key)?.cause;
    if (end === undefined) return chain;
    for (let at = key; chain.length < maxNodes - 1; ) {
      const next = reached.get(at)?.next;
      if (next === undefined || next === end) break;
      chain.push(next);
      at = next;
    }
    return [...chain, end];
  };
  return { effects, chainOf };
}
