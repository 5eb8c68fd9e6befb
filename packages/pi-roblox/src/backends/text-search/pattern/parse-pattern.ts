/**
 * The one dialect of search patterns, a part of what both Rust's regex and JavaScript know, so that either engine finds
 * the same. A match lies within one line.
 *
 *     x . [a-z] [^a-z]   \d \w \s (ASCII) and \D \W \S   \t \v \f \x41 \u00e9 \u{1F600}   \. and other punctuation
 *     ^ $ of a line, LF or CRLF   \b \B of words (ASCII)   (x) (?:x) (?<name>x)   x|y   * + ? {n} {n,} {n,m}, lazy with ?
 *
 * A brace that begins no count stands for itself. Not there: look-around, references to groups, flags within the
 * pattern, possessive and Unicode classes; they are refused by name. Pure.
 */

import { readClass } from "./parse-class.ts";
import { readEscape, refuseUnsearchable } from "./parse-escape.ts";
import { patternInvalid } from "./pattern-error.ts";
import type { PatternNode } from "./pattern-node.ts";

export const MAX_PATTERN_CHARACTERS = 2000;
const MAX_NESTING = 50;
/** Counts of nested repetitions multiply; Rust unfolds them all. */
const MAX_REPETITIONS = 1000;

const COUNT = /\{(\d{1,5})(?:(,)(\d{0,5}))?\}/y;
const GROUP = /\?(?::|P?<([A-Za-z_]\w*)>)/y;
const REFUSED_GROUPS: readonly (readonly [start: string, name: string])[] = [
  ["?=", "(?= look-ahead"],
  ["?!", "(?! look-ahead"],
  ["?<=", "(?<= look-behind"],
  ["?<!", "(?<! look-behind"],
  ["?>", "(?> atomic group"],
  ["?#", "(?# comment"],
  ["?P=", "(?P= reference to a group"],
];

/** @throws PATTERN_INVALID with `data.column`, counted from 1 in UTF-16 code units */
export function parsePattern(text: string): PatternNode {
  checkLength(text);
  const parser = new PatternParser(text);
  return parser.parse();
}

/** `text` taken character by character. @throws PATTERN_INVALID for line breaks, NUL, or an empty or overlong text */
export function literalPattern(text: string): PatternNode {
  checkLength(text);
  const parts: PatternNode[] = [];
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    refuseUnsearchable(codePoint, at);
    parts.push({ kind: "character", codePoint });
    at += codePoint > 0xffff ? 2 : 1;
  }
  return { kind: "sequence", parts };
}

function checkLength(text: string): void {
  if (text === "") throw patternInvalid(0, "the pattern is empty", "Say what to search for.");
  if (text.length > MAX_PATTERN_CHARACTERS)
    throw patternInvalid(MAX_PATTERN_CHARACTERS, `a pattern has at most ${MAX_PATTERN_CHARACTERS} characters`);
}

class PatternParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#text.length) throw patternInvalid(this.#at, "this ) closes nothing");
    refuseUnfolding(node, 1);
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#text[this.#at] === "|") {
      this.#at += 1;
      options.push(this.#sequence());
    }
    return options.length === 1 && options[0] !== undefined ? options[0] : { kind: "choice", options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !"|)".includes(this.#text[this.#at] ?? "")) parts.push(this.#repeated());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "sequence", parts };
  }

  #repeated(): PatternNode {
    const start = this.#at;
    const node = this.#atom();
    const count = this.#count();
    if (count === undefined) return node;
    if (node.kind === "line-start" || node.kind === "line-end" || node.kind === "word-edge")
      throw patternInvalid(start, `${this.#text.slice(start, count.start)} cannot be repeated`);
    const isLazy = this.#text[this.#at] === "?";
    if (isLazy) this.#at += 1;
    const sign = this.#text[this.#at];
    if (sign === "+") throw patternInvalid(count.start, "possessive repetition is not supported");
    const next = this.#at;
    if (this.#count() !== undefined) throw patternInvalid(next, "there is nothing to repeat here");
    return { kind: "repeat", node, min: count.min, max: count.max, isLazy };
  }

  #count(): { readonly start: number; readonly min: number; readonly max: number | undefined } | undefined {
    const start = this.#at;
    const sign = this.#text[start];
    if (sign === "*" || sign === "+" || sign === "?") {
      this.#at += 1;
      return { start, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : undefined };
    }
    COUNT.lastIndex = start;
    const found = COUNT.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === "" ? undefined : Number(found[3]);
    if (max !== undefined && max < min) throw patternInvalid(start, "the second number is below the first");
    return { start, min, max };
  }

  #atom(): PatternNode {
    const text = this.#text;
    const start = this.#at;
    const codePoint = text.codePointAt(start) ?? 0;
    const character = String.fromCodePoint(codePoint);
    if (character === "(") return this.#group();
    if (character === "[" || character === "\\") {
      const { node, end } = character === "[" ? readClass(text, start) : readEscape(text, start, false);
      this.#at = end;
      return node;
    }
    COUNT.lastIndex = start;
    if ("*+?".includes(character) || COUNT.test(text)) throw patternInvalid(start, "there is nothing to repeat here");
    this.#at += character.length;
    if (character === ".") return { kind: "any" };
    if (character === "^") return { kind: "line-start" };
    if (character === "$") return { kind: "line-end" };
    refuseUnsearchable(codePoint, start);
    return { kind: "character", codePoint };
  }

  #group(): PatternNode {
    const start = this.#at;
    if (this.#depth === MAX_NESTING) throw patternInvalid(start, `groups nest at most ${MAX_NESTING} deep`);
    this.#at += 1;
    if (this.#text[this.#at] === "?") this.#groupKind(start);
    this.#depth += 1;
    const node = this.#choice();
    this.#depth -= 1;
    if (this.#text[this.#at] !== ")") throw patternInvalid(start, "this ( is not closed");
    this.#at += 1;
    return node.kind === "sequence" && node.parts.length === 1 ? node : { kind: "sequence", parts: [node] };
  }

  #groupKind(start: number): void {
    const refused = REFUSED_GROUPS.find(([kind]) => this.#text.startsWith(kind, start + 1));
    if (refused !== undefined) throw patternInvalid(start, `${refused[1]} is not supported`);
    GROUP.lastIndex = this.#at;
    const found = GROUP.exec(this.#text);
    if (found === null)
      throw patternInvalid(start, "flags within the pattern are not supported", "Use the option for case instead.");
    this.#at += found[0].length;
  }
}

/** @param times how often what is around `node` unfolds it */
function refuseUnfolding(node: PatternNode, times: number): void {
  if (times > MAX_REPETITIONS)
    throw patternInvalid(0, `its repetitions multiply to more than ${MAX_REPETITIONS}`, "Use smaller counts, or *.");
  if (node.kind === "sequence") for (const part of node.parts) refuseUnfolding(part, times);
  if (node.kind === "choice") for (const option of node.options) refuseUnfolding(option, times);
  if (node.kind === "repeat") refuseUnfolding(node.node, times * Math.max(1, node.min, node.max ?? 0));
}
