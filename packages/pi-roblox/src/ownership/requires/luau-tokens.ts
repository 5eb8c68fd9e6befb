/**
 * Splits Luau source into tokens, comments left out. Never fails: what is not closed ends where Luau's lexer gives up on
 * it, a quoted string at the line break and a long one at the end of the text. Rules: Luau's Lexer.cpp. Pure.
 */

export const TokenKind = {
  /** Names and keywords. */
  name: 0,
  number: 1,
  /** `"x"` or `'x'`. */
  quoted: 2,
  /** `[[x]]`, `[=[x]=]`. */
  long: 3,
  /** A stretch of an interpolated string, from the backquote or `}` to `{` or the backquote. */
  template: 4,
  sign: 5,
} as const;

export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** Parallel lists: one token is one index. */
export interface LuauTokens {
  readonly source: string;
  readonly kinds: readonly TokenKind[];
  readonly starts: readonly number[];
  /** Behind the last character. */
  readonly ends: readonly number[];
}

const NAME = /[A-Za-z_]\w*/y;
/** Digits, then an exponent with a sign, then what else clings to it, as in `Lexer::readNumber`. */
const NUMBER = /[\d._]+(?:[eE][+-]?)?\w*/y;
const SIGN = /\.{2,3}=?|\/\/=?|->|::|[=~<>]=|[-+*/%^]=|[^]/uy;
const SPACE = /\s+/y;
const LONG_OPEN = /\[(=*)\[/y;
const QUOTED_REST = /(?:\\(?:\r\n|z\s*|[^])|[^\\\r\n"])*"?/y;
const APOSTROPHE_REST = /(?:\\(?:\r\n|z\s*|[^])|[^\\\r\n'])*'?/y;
const TEMPLATE_REST = /(?:\\(?:u\{[0-9a-fA-F]*\}|\r\n|z\s*|[^])|[^\\\r\n`{])*[`{]?/y;
const LINE_REST = /[^\n]*/y;

function matchEnd(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** The end of a long bracket that opens at an offset, or undefined when none does. */
function longEnd(source: string, at: number): number | undefined {
  LONG_OPEN.lastIndex = at;
  const open = LONG_OPEN.exec(source);
  if (open === null) return undefined;
  const close = `]${open[1] ?? ""}]`;
  const found = source.indexOf(close, LONG_OPEN.lastIndex);
  return found === -1 ? source.length : found + close.length;
}

function commentEnd(source: string, at: number): number {
  return longEnd(source, at + 2) ?? matchEnd(LINE_REST, source, at);
}

export function tokenize(source: string): LuauTokens {
  const kinds: TokenKind[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** Open braces; true for one that interrupts an interpolated string. */
  const braces: boolean[] = [];
  let at = source.startsWith("#!") ? matchEnd(LINE_REST, source, 0) : 0;

  const push = (kind: TokenKind, end: number): void => {
    kinds.push(kind);
    starts.push(at);
    ends.push(end);
    at = end;
  };
  const pushTemplate = (): void => {
    const end = matchEnd(TEMPLATE_REST, source, at + 1);
    if (source[end - 1] === "{" && end > at + 1) braces.push(true);
    push(TokenKind.template, end);
  };

  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      at = matchEnd(SPACE, source, at);
      continue;
    }
    const sign = source[at] ?? "";
    const next = source[at + 1] ?? "";
    if (sign === "-" && next === "-") at = commentEnd(source, at);
    else if (/[A-Za-z_]/.test(sign)) push(TokenKind.name, matchEnd(NAME, source, at));
    else if (/\d/.test(sign) || (sign === "." && /\d/.test(next))) push(TokenKind.number, matchEnd(NUMBER, source, at));
    else if (sign === '"') push(TokenKind.quoted, matchEnd(QUOTED_REST, source, at + 1));
    else if (sign === "'") push(TokenKind.quoted, matchEnd(APOSTROPHE_REST, source, at + 1));
    else if (sign === "`") pushTemplate();
    else if (sign === "}" && braces.pop() === true) pushTemplate();
    else {
      const end = sign === "[" ? longEnd(source, at) : undefined;
      if (sign === "{") braces.push(false);
      if (end === undefined) push(TokenKind.sign, matchEnd(SIGN, source, at));
      else push(TokenKind.long, end);
    }
  }
  return { source, kinds, starts, ends };
}

/** The text of a token; empty behind the last and before the first. */
export function tokenText({ source, starts, ends }: LuauTokens, index: number): string {
  const start = starts[index];
  return start === undefined ? "" : source.slice(start, ends[index]);
}
