/** Reads what stands in square brackets of a search pattern. Pure. */

import { readEscape } from "./parse-escape.ts";
import { patternInvalid } from "./pattern-error.ts";
import { type CodeRange, mergeRanges, type PatternNode, searchable } from "./pattern-node.ts";

export interface ParsedClass {
  readonly node: PatternNode;
  readonly end: number;
}

type Item = { readonly end: number } & ({ readonly codePoint: number } | { readonly ranges: readonly CodeRange[] });

function readItem(text: string, offset: number): Item {
  const codePoint = text.codePointAt(offset) ?? 0;
  const character = String.fromCodePoint(codePoint);
  if (character !== "\\") {
    if (character === "[")
      throw patternInvalid(
        offset,
        text[offset + 1] === ":" ? "named classes such as [:alpha:] are not supported" : "[ within [] is written \\[",
      );
    for (const operator of ["&&", "--", "~~"])
      if (text.startsWith(operator, offset)) throw patternInvalid(offset, `${operator} within [] is not supported`);
    return { codePoint, end: offset + character.length };
  }
  const { node, end } = readEscape(text, offset, true);
  if (node.kind === "character") return { codePoint: node.codePoint, end };
  if (node.kind === "class") return { ranges: node.ranges, end };
  throw patternInvalid(offset, `${text.slice(offset, end)} cannot stand within []`);
}

/** @param offset of the opening bracket */
export function readClass(text: string, offset: number): ParsedClass {
  let at = offset + 1;
  const isNegated = text[at] === "^";
  if (isNegated) at += 1;
  const ranges: CodeRange[] = [];
  for (let isFirst = true; text[at] !== "]" || isFirst; isFirst = false) {
    if (at >= text.length) throw patternInvalid(offset, "this [ is not closed");
    const from = readItem(text, at);
    const isRange = text[from.end] === "-" && text[from.end + 1] !== "]" && from.end + 1 < text.length;
    if ("ranges" in from) {
      if (isRange) throw patternInvalid(at, "a range begins with one character");
      ranges.push(...from.ranges);
      at = from.end;
      continue;
    }
    if (!isRange || text.startsWith("--", from.end)) {
      ranges.push([from.codePoint, from.codePoint]);
      at = from.end;
      continue;
    }
    const to = readItem(text, from.end + 1);
    if ("ranges" in to) throw patternInvalid(from.end + 1, "a range ends with one character");
    if (to.codePoint < from.codePoint) throw patternInvalid(at, "the ends of this range are in the wrong order");
    ranges.push([from.codePoint, to.codePoint]);
    at = to.end;
  }
  const kept = mergeRanges(searchable(ranges));
  if (kept.length === 0 && !isNegated)
    throw patternInvalid(offset, "this class holds only line breaks, but a match is within one line");
  return { node: { kind: "class", isNegated, ranges: kept }, end: at + 1 };
}
