/** Dependency cycles: one for each group of artifacts that depend on each other. Iterative Tarjan, linear. Pure. */

import type { GraphNode } from "./impact.ts";

interface Frame {
  readonly node: number;
  nextEdge: number;
}

/** Groups of two and more nodes that reach each other, and single nodes with an edge to themselves. */
function findComponents(edges: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const onStack = new Uint8Array(edges.length);
  const stack: number[] = [];
  const components: number[][] = [];
  let counter = 0;

  const close = (node: number): void => {
    const component: number[] = [];
    for (let member = -1; member !== node; ) {
      member = stack.pop() ?? node;
      onStack[member] = 0;
      component.push(member);
    }
    if (component.length > 1 || edges[node]?.includes(node) === true) components.push(component);
  };
  const open = (node: number): Frame => {
    order[node] = low[node] = counter;
    counter += 1;
    stack.push(node);
    onStack[node] = 1;
    return { node, nextEdge: 0 };
  };

  for (let root = 0; root < edges.length; root += 1) {
    if (order[root] !== -1) continue;
    const frames = [open(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node } = frame;
      const target = edges[node]?.[frame.nextEdge];
      frame.nextEdge += 1;
      if (target === undefined) {
        frames.pop();
        const parent = frames.at(-1)?.node;
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
        if (low[node] === order[node]) close(node);
      } else if (order[target] === -1) frames.push(open(target));
      else if (onStack[target] === 1) low[node] = Math.min(low[node] ?? 0, order[target] ?? 0);
    }
  }
  return components;
}

/** A shortest cycle through the lowest member of a component; members are node numbers. */
function shortestCycle(edges: readonly (readonly number[])[], component: readonly number[]): number[] {
  const members = new Set(component);
  const start = component.reduce((least, node) => Math.min(least, node));
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head];
    if (node === undefined) break;
    for (const target of edges[node] ?? []) {
      if (target === start) {
        const cycle = [node];
        for (let at = cameFrom.get(node); at !== undefined; at = cameFrom.get(at)) cycle.push(at);
        return cycle.reverse();
      }
      if (!members.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return [start];
}

export interface Cycle {
  /** Keys in the order of dependency; the last depends on the first. */
  readonly keys: readonly string[];
  /** How many artifacts reach each other here; at least as many as `keys`. */
  readonly groupSize: number;
}

/** In the order in which the nodes first appear. Dependencies on keys outside `nodes` are ignored. */
export function findCycles(nodes: readonly GraphNode[]): readonly Cycle[] {
  const numbers = new Map(nodes.map(({ key }, index) => [key, index]));
  const edges = nodes.map(({ dependsOn }) => dependsOn.flatMap((key) => numbers.get(key) ?? []));
  return findComponents(edges)
    .map((component) => ({ cycle: shortestCycle(edges, component), groupSize: component.length }))
    .sort((left, right) => (left.cycle[0] ?? 0) - (right.cycle[0] ?? 0))
    .map(({ cycle, groupSize }) => ({ keys: cycle.map((node) => nodes[node]?.key ?? ""), groupSize }));
}
