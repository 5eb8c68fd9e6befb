/** Puts primitives in place of primitives in JSON text, many in one pass; each `modify` would parse all of it. Pure. */

import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { JsonEdit } from "./edit-json.ts";

export interface Replacement {
  readonly node: Node;
  readonly content: string;
}

const isPrimitive = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** The edits from `from` on, up to the first one that is not a primitive in place of another. */
export function replacementsFrom(text: string, edits: readonly JsonEdit[], from: number): Replacement[] {
  const root = isPrimitive(edits[from]?.value) ? parseTree(text) : undefined;
  if (root === undefined) return [];
  const found: Replacement[] = [];
  const seen = new Set<Node>();
  for (const { path, value } of edits.slice(from)) {
    const node = isPrimitive(value) ? findNodeAtLocation(root, [...path]) : undefined;
    if (node === undefined || node.type === "object" || node.type === "array" || seen.has(node)) break;
    seen.add(node);
    found.push({ node, content: JSON.stringify(value) });
  }
  return found;
}

export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let from = 0;
  const parts = replacements
    .toSorted((left, right) => left.node.offset - right.node.offset)
    .map(({ node, content }) => {
      const kept = text.slice(from, node.offset);
      from = node.offset + node.length;
      return kept + content;
    });
  return parts.join("") + text.slice(from);
}
