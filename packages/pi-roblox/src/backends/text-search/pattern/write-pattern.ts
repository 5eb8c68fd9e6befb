/** Writes a pattern for each of the two engines. Pure. */

import type { CodeRange, PatternNode } from "./pattern-node.ts";

interface Syntax {
  readonly any: string;
  readonly codePoint: (hex: string) => string;
  /** What a negated class excludes besides its ranges. */
  readonly neverInClass: string;
  readonly lineStart: string;
  readonly lineEnd: string;
  readonly wordEdge: string;
  readonly notWordEdge: string;
}

const RUST: Syntax = {
  any: ".",
  codePoint: (hex) => `\\x{${hex}}`,
  neverInClass: "\\r\\n",
  lineStart: "^",
  lineEnd: "$",
  // ASCII words. The negated form would also match within a character, hence the two sides.
  wordEdge: "(?-u:\\b)",
  notWordEdge: "(?-u:\\B)",
};

const JAVASCRIPT: Syntax = {
  any: "[^\\r\\n\\ud800-\\udfff]",
  codePoint: (hex) => `\\u{${hex}}`,
  // Surrogates stand for bytes that are no UTF-8, which Rust's classes never match.
  neverInClass: "\\r\\n\\ud800-\\udfff",
  // JavaScript also breaks lines at U+2028 and U+2029, and between CR and LF.
  lineStart: "^(?<![\\u2028\\u2029])(?!(?<=\\r)\\n)",
  lineEnd: "$(?![\\u2028\\u2029])(?!(?<=\\r)\\n)",
  wordEdge: "\\b",
  notWordEdge: "\\B",
};

/** For ripgrep with `--crlf`. */
export function writeRust(node: PatternNode): string {
  return write(node, RUST);
}

/** For `new RegExp(..., JAVASCRIPT_FLAGS)` over text of several lines, as `decodeEscaped` gives it. */
export function writeJavaScript(node: PatternNode): string {
  return write(node, JAVASCRIPT);
}

export const JAVASCRIPT_FLAGS = "gmu";

function writeCodePoint(codePoint: number, syntax: Syntax): string {
  const character = String.fromCodePoint(codePoint);
  return /[A-Za-z0-9_]/.test(character) ? character : syntax.codePoint(codePoint.toString(16));
}

function writeRange([first, last]: CodeRange, syntax: Syntax): string {
  const from = writeCodePoint(first, syntax);
  return first === last ? from : `${from}-${writeCodePoint(last, syntax)}`;
}

function writeRepeat({ min, max, isLazy }: Extract<PatternNode, { kind: "repeat" }>): string {
  const count = max === undefined ? `{${min},}` : `{${min},${max}}`;
  const short = min === 0 && max === undefined ? "*" : min === 1 && max === undefined ? "+" : undefined;
  return `${short ?? count}${isLazy ? "?" : ""}`;
}

function write(node: PatternNode, syntax: Syntax): string {
  switch (node.kind) {
    case "character":
      return writeCodePoint(node.codePoint, syntax);
    case "any":
      return syntax.any;
    case "class": {
      const ranges = node.ranges.map((range) => writeRange(range, syntax)).join("");
      return node.isNegated ? `[^${ranges}${syntax.neverInClass}]` : `[${ranges}]`;
    }
    case "line-start":
      return syntax.lineStart;
    case "line-end":
      return syntax.lineEnd;
    case "word-edge":
      return node.isNegated ? syntax.notWordEdge : syntax.wordEdge;
    case "sequence":
      return node.parts.map((part) => (part.kind === "choice" ? group(part, syntax) : write(part, syntax))).join("");
    case "choice":
      return node.options.map((option) => write(option, syntax)).join("|");
    case "repeat":
      return `${group(node.node, syntax)}${writeRepeat(node)}`;
  }
}

function group(node: PatternNode, syntax: Syntax): string {
  return `(?:${write(node, syntax)})`;
}
