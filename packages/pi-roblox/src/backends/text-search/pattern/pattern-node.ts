/** What a search pattern says, independent of the engine that runs it. Pure. */

/** First and last code point, both included. */
export type CodeRange = readonly [first: number, last: number];

export type PatternNode =
  | { readonly kind: "character"; readonly codePoint: number }
  /** Any character but a line break. */
  | { readonly kind: "any" }
  /** Never holds a line break, NUL or a surrogate, whether it is negated or not. */
  | { readonly kind: "class"; readonly isNegated: boolean; readonly ranges: readonly CodeRange[] }
  | { readonly kind: "line-start" }
  | { readonly kind: "line-end" }
  | { readonly kind: "word-edge"; readonly isNegated: boolean }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly node: PatternNode;
      readonly min: number;
      /** Undefined for no limit. */
      readonly max: number | undefined;
      readonly isLazy: boolean;
    };

/** ASCII alone, as in Luau's own identifiers, so that no two versions of Unicode disagree. */
export const DIGITS: readonly CodeRange[] = [[0x30, 0x39]];
export const WORD: readonly CodeRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** Tab, vertical tab, form feed and space: those that are no line breaks. */
export const SPACES: readonly CodeRange[] = [
  [0x09, 0x09],
  [0x0b, 0x0c],
  [0x20, 0x20],
];

const LAST_CODE_POINT = 0x10ffff;
/** What a class never holds: NUL, line breaks, and surrogates, which stand for bytes that are no UTF-8. */
const NEVER: readonly CodeRange[] = [
  [0, 0],
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0xd800, 0xdfff],
];

/** Sorted, without overlaps. */
export function mergeRanges(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Everything that is not in `ranges`. */
export function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const gaps: CodeRange[] = [];
  let next = 0;
  for (const [first, last] of mergeRanges(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** `ranges` without what a class never holds. */
export function searchable(ranges: readonly CodeRange[]): readonly CodeRange[] {
  return complement([...complement(ranges), ...NEVER]);
}
