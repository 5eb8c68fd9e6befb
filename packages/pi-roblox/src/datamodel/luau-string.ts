/**
 * What stands between the quotes of a Luau string, read and written. Luau strings are bytes; a name is their UTF-8 text.
 * Rules: Luau's lexer (Lexer::readBackslashInString, Lexer::fixupQuotedString). Pure.
 */

/** A fault at an offset of the text that was read. */
interface QuotedFault {
  readonly offset: number;
  readonly problem: string;
}

interface QuotedText {
  readonly value: string;
  /** Offset behind the closing quote. */
  readonly end: number;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const DECIMAL = /\d{1,3}/y;
const HEX = /x([0-9a-fA-F]{2})/y;
const CODE_POINT = /u\{([0-9a-fA-F]{1,6})\}/y;
const SKIPPED_SPACE = /z\s*/y;
const LINE_BREAK = /\r\n|\n|\r/y;

function match(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** One escape: bytes of UTF-8, which may be a part of a character, or text. */
interface Escape {
  readonly end: number;
  readonly byte?: number;
  readonly text?: string;
}

/** @param offset of the character behind the backslash */
function readEscape(text: string, offset: number): Escape | QuotedFault {
  const fault = (problem: string): QuotedFault => ({ offset: offset - 1, problem });
  const letter = text[offset];
  if (letter === undefined) return fault("the text ends within an escape");
  const decimal = match(DECIMAL, text, offset)?.[0];
  if (decimal !== undefined) {
    const byte = Number(decimal);
    return byte > 255 ? fault(`\\${decimal} is above \\255`) : { byte, end: offset + decimal.length };
  }
  if (letter === "x") {
    const digits = match(HEX, text, offset)?.[1];
    return digits === undefined
      ? fault("\\x needs two hexadecimal digits")
      : { byte: Number.parseInt(digits, 16), end: offset + 3 };
  }
  if (letter === "u") {
    const found = match(CODE_POINT, text, offset);
    const code = Number.parseInt(found?.[1] ?? "", 16);
    if (found === null || code > 0x10ffff) return fault("\\u needs a code point in braces, such as \\u{e9}");
    return { text: String.fromCodePoint(code), end: offset + found[0].length };
  }
  const skipped = match(SKIPPED_SPACE, text, offset)?.[0];
  if (skipped !== undefined) return { text: "", end: offset + skipped.length };
  const lineBreak = match(LINE_BREAK, text, offset)?.[0];
  if (lineBreak !== undefined) return { text: "\n", end: offset + lineBreak.length };
  // Any other character stands for itself, as in Luau.
  return { text: SHORT_ESCAPES[letter] ?? letter, end: offset + 1 };
}

/** @param offset of the opening quote, which is `"` or `'` */
export function readQuoted(text: string, offset: number): QuotedText | QuotedFault {
  const quote = text[offset];
  let value = "";
  let bytes: number[] = [];
  let bytesAt = offset;
  const takeBytes = (): QuotedFault | undefined => {
    if (bytes.length === 0) return undefined;
    try {
      value += new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
    } catch {
      // A fatal decoder throws for nothing else.
      return { offset: bytesAt, problem: "these bytes are not UTF-8, so they are no name" };
    }
    bytes = [];
    return undefined;
  };
  let at = offset + 1;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === "\\") {
      const escape = readEscape(text, at + 1);
      if ("problem" in escape) return escape;
      if (escape.byte === undefined) {
        const fault = takeBytes();
        if (fault !== undefined) return fault;
        value += escape.text ?? "";
      } else {
        if (bytes.length === 0) bytesAt = at;
        bytes.push(escape.byte);
      }
      at = escape.end;
      continue;
    }
    const fault = takeBytes();
    if (fault !== undefined) return fault;
    if (character === quote) return { value, end: at + 1 };
    if (character === "\n" || character === "\r") return { offset: at, problem: "a line break is written \\n here" };
    value += character;
    at += 1;
  }
  return { offset, problem: "this quote is not closed" };
}

/** Everything that a reader would not see as it is: control, format and unassigned characters, odd spaces, lone surrogates. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|\p{M}{2,}|(?<=^|[ "'])\p{M}/gu;

const WRITTEN_SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return WRITTEN_SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** `name` in double quotes, so that it shows what it holds on one line; `readQuoted` gives `name` back. */
export function writeQuoted(name: string): string {
  const escaped = name
    .replace(/["\\]/g, "\\$&")
    .replace(UNSEEN, (found) => Array.from(found, escapeCharacter).join(""));
  return `"${escaped}"`;
}
