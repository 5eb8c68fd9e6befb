/** The text that every match of a pattern holds, by which most files are passed over without running the pattern. Pure. */

import type { PatternNode } from "./pattern-node.ts";

/** The longest run of characters that each match holds; empty when there is none. */
export function requiredLiteral(node: PatternNode): string {
  return runsOf(node).reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** The whole pattern, when it is nothing but characters. */
export function wholeLiteral(node: PatternNode): string | undefined {
  if (node.kind === "character") return String.fromCodePoint(node.codePoint);
  if (node.kind !== "sequence") return undefined;
  const parts = node.parts.map(wholeLiteral);
  return parts.includes(undefined) ? undefined : parts.join("");
}

function runsOf(node: PatternNode): readonly string[] {
  const whole = wholeLiteral(node);
  if (whole !== undefined) return [whole];
  if (node.kind === "repeat") return node.min > 0 ? runsOf(node.node) : [];
  if (node.kind !== "sequence") return [];
  const runs: string[] = [];
  let run = "";
  for (const part of node.parts) {
    const literal = wholeLiteral(part);
    if (literal !== undefined) {
      run += literal;
      continue;
    }
    runs.push(run, ...runsOf(part));
    run = "";
  }
  return [...runs, run];
}
