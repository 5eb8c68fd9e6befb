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

/** Digits, then an exponent with a sign, then what else clings to it, as in `Lexer::readNumber`. */
const NUMBER = /[\d._]+(?:[eE][+-]?)?\w*/y;
const LONG_OPEN = /\[(=*)\[/y;
const QUOTED_REST = /(?:\\(?:\r\n|z\s*|[^])|[^\\\r\n"])*"?/y;
const APOSTROPHE_REST = /(?:\\(?:\r\n|z\s*|[^])|[^\\\r\n'])*'?/y;
const TEMPLATE_REST = /(?:\\(?:u\{[0-9a-fA-F]*\}|\r\n|z\s*|[^])|[^\\\r\n`{])*[`{]?/y;
const LINE_REST = /[^\n]*/y;

/** Signs of several characters, by the first one, the longest first. */
const LONG_SIGNS: Readonly<Record<string, readonly string[]>> = {
  ".": ["...", "..=", ".."],
  "/": ["//=", "//", "/="],
  "-": ["->", "-="],
  ":": ["::"],
  "=": ["=="],
  "~": ["~="],
  "<": ["<="],
  ">": [">="],
  "+": ["+="],
  "*": ["*="],
  "%": ["%="],
  "^": ["^="],
};

const CharacterKind = { other: 0, space: 1, letter: 2, digit: 3 } as const;
/** By ASCII code. */
const CHARACTER_KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return CharacterKind.space;
  if (/[A-Za-z_]/.test(character)) return CharacterKind.letter;
  return /\d/.test(character) ? CharacterKind.digit : CharacterKind.other;
});

function matchEnd(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function kindAt(source: string, at: number): number {
  const code = source.charCodeAt(at);
  return code < 128 ? (CHARACTER_KINDS[code] ?? 0) : CharacterKind.other;
}

function spaceEnd(source: string, at: number): number {
  let end = at;
  while (kindAt(source, end) === CharacterKind.space) end += 1;
  return end;
}

function nameEnd(source: string, at: number): number {
  let end = at;
  while (kindAt(source, end) >= CharacterKind.letter) end += 1;
  return end;
}

function signEnd(source: string, at: number): number {
  const code = source.charCodeAt(at);
  const longer = code < 128 ? LONG_SIGNS[source[at] ?? ""] : undefined;
  if (longer !== undefined) for (const sign of longer) if (source.startsWith(sign, at)) return at + sign.length;
  return at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
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
  while (at < source.length) {
    const start = at;
    const character = kindAt(source, at);
    let kind: TokenKind;
    if (character === CharacterKind.space) {
      at = spaceEnd(source, at);
      continue;
    }
    if (character === CharacterKind.letter) {
      kind = TokenKind.name;
      at = nameEnd(source, at);
    } else if (source.startsWith("--", at)) {
      at = commentEnd(source, at);
      continue;
    } else {
      kind = kindOf(source, at, character, braces);
      at = tokenEnd(source, at, kind);
      if (kind === TokenKind.template && at > start + 1 && source[at - 1] === "{") braces.push(true);
    }
    kinds.push(kind);
    starts.push(start);
    ends.push(at);
  }
  return { source, kinds, starts, ends };
}

/** @param braces open ones, of which this token may open or close one */
function kindOf(source: string, at: number, character: number, braces: boolean[]): TokenKind {
  if (character === CharacterKind.digit) return TokenKind.number;
  switch (source[at] ?? "") {
    case ".":
      return kindAt(source, at + 1) === CharacterKind.digit ? TokenKind.number : TokenKind.sign;
    case '"':
    case "'":
      return TokenKind.quoted;
    case "`":
      return TokenKind.template;
    case "}":
      return braces.pop() === true ? TokenKind.template : TokenKind.sign;
    case "{":
      braces.push(false);
      return TokenKind.sign;
    case "[":
      return longEnd(source, at) === undefined ? TokenKind.sign : TokenKind.long;
    default:
      return TokenKind.sign;
  }
}

function tokenEnd(source: string, at: number, kind: TokenKind): number {
  if (kind === TokenKind.sign) return signEnd(source, at);
  if (kind === TokenKind.number) return matchEnd(NUMBER, source, at);
  if (kind === TokenKind.template) return matchEnd(TEMPLATE_REST, source, at + 1);
  if (kind === TokenKind.long) return longEnd(source, at) ?? source.length;
  return matchEnd(source[at] === '"' ? QUOTED_REST : APOSTROPHE_REST, source, at + 1);
}

/** The text of a token; empty behind the last and before the first. */
export function tokenText({ source, starts, ends }: LuauTokens, index: number): string {
  const start = starts[index];
  return start === undefined ? "" : source.slice(start, ends[index]);
}
