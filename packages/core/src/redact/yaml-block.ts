/** Finds the lines of a YAML block scalar, such as a private key under `key: |`. Pure. */

import type { Range } from "./ranges.ts";

const MAX_INDENT = 128;

/** The lines of a YAML block (`name: |`): those that stand further right than the line of the name. */
export function yamlBlockAt(text: string, at: number, nameStart: number): Range | undefined {
  const head = /^[|>][+-]?\d?[+-]?[ \t]{0,16}\r?\n/.exec(text.slice(at, at + 24));
  if (head === null) return undefined;
  const line = text.lastIndexOf("\n", nameStart) + 1;
  const indent = /^[ \t]*/.exec(text.slice(line, Math.min(nameStart, line + MAX_INDENT)))?.[0].length ?? 0;
  const start = at + head[0].length;
  let end = start;
  while (end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    const isInside =
      text.slice(end, next).trim() === "" ||
      /^[ \t]*/.exec(text.slice(end, end + indent + 1))?.[0].length === indent + 1;
    if (!isInside) break;
    end = next;
  }
  const content = text.slice(start, end);
  if (content.trim() === "") return undefined;
  return { start: start + (content.length - content.trimStart().length), end: start + content.trimEnd().length };
}
