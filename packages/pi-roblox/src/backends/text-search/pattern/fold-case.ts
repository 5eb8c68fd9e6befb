/**
 * Makes a pattern take letters in either case, by writing both into it. So no engine's own folding takes part: an ASCII
 * letter has its one ASCII counterpart, another letter what JavaScript gives as its single upper and lower form. Pure.
 */

import { type CodeRange, mergeRanges, type PatternNode } from "./pattern-node.ts";

/** In ranges with more characters beyond ASCII, those are left as they are. */
const MAX_FOLDED_RANGE = 2048;
const ASCII_LAST = 0x7f;

function single(text: string): number | undefined {
  const codePoint = text.codePointAt(0) ?? 0;
  return String.fromCodePoint(codePoint) === text ? codePoint : undefined;
}

/** All forms of a character, itself first. */
function formsOf(codePoint: number): readonly number[] {
  const character = String.fromCodePoint(codePoint);
  const upper = character.toUpperCase();
  const forms = new Set([codePoint]);
  for (const text of [upper, character.toLowerCase(), upper.toLowerCase()]) {
    const form = single(text);
    // The Kelvin sign has the lower form `k`, but a search for `k` does not find it.
    if (form !== undefined && form <= ASCII_LAST === codePoint <= ASCII_LAST) forms.add(form);
  }
  return [...forms];
}

function foldRange(range: CodeRange): readonly CodeRange[] {
  const [first, last] = range;
  const folded: CodeRange[] = [range];
  const end = last - Math.max(first, ASCII_LAST + 1) < MAX_FOLDED_RANGE ? last : ASCII_LAST;
  for (let codePoint = first; codePoint <= end; codePoint += 1)
    for (const form of formsOf(codePoint)) if (form !== codePoint) folded.push([form, form]);
  return folded;
}

export function foldCase(node: PatternNode): PatternNode {
  switch (node.kind) {
    case "character": {
      const forms = formsOf(node.codePoint);
      if (forms.length === 1) return node;
      return { kind: "class", isNegated: false, ranges: mergeRanges(forms.map((form): CodeRange => [form, form])) };
    }
    case "class":
      return { ...node, ranges: mergeRanges(node.ranges.flatMap(foldRange)) };
    case "sequence":
      return { ...node, parts: node.parts.map(foldCase) };
    case "choice":
      return { ...node, options: node.options.map(foldCase) };
    case "repeat":
      return { ...node, node: foldCase(node.node) };
    case "any":
    case "line-start":
    case "line-end":
    case "word-edge":
      return node;
  }
}
