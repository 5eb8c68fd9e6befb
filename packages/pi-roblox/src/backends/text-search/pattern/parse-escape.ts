/** Reads what begins with a backslash in a search pattern. Pure. */

import { patternInvalid } from "./pattern-error.ts";
import { complement, DIGITS, type PatternNode, SPACES, searchable, WORD } from "./pattern-node.ts";

export interface ParsedEscape {
  readonly node: PatternNode;
  readonly end: number;
}

const HEX_CODE = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|[xu]\{([0-9a-fA-F]{1,6})\}/y;
const PUNCTUATION = /[!-/:-@[-`{-~ ]/;
const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, v: 0x0b, f: 0x0c };
const LINE_BREAKS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d };
const CLASSES: Readonly<Record<string, Extract<PatternNode, { kind: "class" }>>> = {
  d: { kind: "class", isNegated: false, ranges: DIGITS },
  w: { kind: "class", isNegated: false, ranges: WORD },
  s: { kind: "class", isNegated: false, ranges: SPACES },
  D: { kind: "class", isNegated: true, ranges: DIGITS },
  W: { kind: "class", isNegated: true, ranges: WORD },
  S: { kind: "class", isNegated: true, ranges: SPACES },
};
const REFUSED: Readonly<Record<string, string>> = {
  A: "\\A is not supported; ^ is the beginning of a line",
  Z: "\\Z is not supported; $ is the end of a line",
  z: "\\z is not supported; $ is the end of a line",
  p: "\\p, a Unicode property, is not supported",
  P: "\\P, a Unicode property, is not supported",
  k: "\\k, a reference to a group, is not supported",
  "<": "\\< is not supported; \\b is the edge of a word",
  ">": "\\> is not supported; \\b is the edge of a word",
};

/**
 * @param offset of the backslash
 * @param isInClass whether it stands in square brackets, where a line break is allowed (and matches nothing)
 */
export function readEscape(text: string, offset: number, isInClass: boolean): ParsedEscape {
  const letter = text[offset + 1];
  const end = offset + 2;
  if (letter === undefined) throw patternInvalid(offset, "the pattern ends with a single backslash");
  const known = CLASSES[letter];
  if (known !== undefined) return { node: isInClass ? insideClass(known) : known, end };
  const control = CONTROLS[letter] ?? (isInClass ? LINE_BREAKS[letter] : undefined);
  if (control !== undefined) return { node: { kind: "character", codePoint: control }, end };
  if (letter in LINE_BREAKS) throw patternInvalid(offset, `\\${letter}: a match is within one line`);
  if (letter === "b" || letter === "B") return { node: { kind: "word-edge", isNegated: letter === "B" }, end };
  if (/[0-9]/.test(letter)) throw patternInvalid(offset, `\\${letter}, a reference to a group, is not supported`);
  const refused = REFUSED[letter];
  if (refused !== undefined) throw patternInvalid(offset, refused);
  HEX_CODE.lastIndex = offset + 1;
  const code = HEX_CODE.exec(text);
  if (code !== null)
    return readCode(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16), offset, code[0].length, isInClass);
  if (PUNCTUATION.test(letter)) return { node: { kind: "character", codePoint: letter.codePointAt(0) ?? 0 }, end };
  throw patternInvalid(offset, `\\${String.fromCodePoint(text.codePointAt(offset + 1) ?? 0)} is not a known escape`);
}

/** Brackets hold what is in the class, never a second negation. */
function insideClass(node: Extract<PatternNode, { kind: "class" }>): PatternNode {
  return node.isNegated ? { kind: "class", isNegated: false, ranges: searchable(complement(node.ranges)) } : node;
}

function readCode(codePoint: number, offset: number, length: number, isInClass: boolean): ParsedEscape {
  if (codePoint > 0x10ffff) throw patternInvalid(offset, "there is no character of this number");
  if (!isInClass) refuseUnsearchable(codePoint, offset);
  return { node: { kind: "character", codePoint }, end: offset + 1 + length };
}

/** @throws PATTERN_INVALID for a character that no searched line can hold */
export function refuseUnsearchable(codePoint: number, offset: number): void {
  if (codePoint === 0) throw patternInvalid(offset, "NUL occurs only in binary files, which are not searched");
  if (codePoint === 0x0a || codePoint === 0x0d) throw patternInvalid(offset, "a match is within one line");
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw patternInvalid(offset, "half a character cannot be searched");
}
