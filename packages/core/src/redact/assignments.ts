/**
 * Finds values by the name before them: `NAME=value`, `"name": "value"` at any level of escaping, `name: value`,
 * `?name=value`, `--name value`, `Header: value`. Starts from words that secret names contain, so ordinary text costs one
 * search and each character is looked at a bounded number of times. Pure.
 */

import { bareValueAt, isCodeAt, isFunctionWord, isHarmlessValue, isPlaceholder, isProse } from "./bare-value.ts";
import { openingQuote, type Quote, readQuoted } from "./quoted-text.ts";
import type { Range } from "./ranges.ts";
import { isSecretName, isSecretQueryName } from "./secret-names.ts";
import { yamlBlockAt } from "./yaml-block.ts";

const TRIGGER = /pass|pwd|secret|token|key|auth|cookie|credential|jwt|otp|sig|mnemonic|roblosecurity/gi;
const NAME_CHARACTER = /[A-Za-z0-9_.-]/;
const MAX_REACH = 128;
const MAX_BLANKS = 64;
const MAX_ELEMENT_CHARACTERS = 4096;
/** What a line of a .env file may go on with, and a shell or URL may not. */
const ENV_TAIL = /[&<>][^\s"'`\\]*/y;
const COLOUR_BEGIN = new RegExp(String.raw`\x1b\[[0-9;]{0,16}$`);
/** `=` as URLs, Gson and HTML write it. */
const ENCODED_SIGN = /^(?:%3D|\\{1,3}u003d|&#61;)/i;
const COLOUR = new RegExp(String.raw`\x1b\[[0-9;]{0,16}m`, "y");
/** What languages put before a string: `b"..."`, `$'...'`, `@"..."`. */
const STRING_PREFIX = /(?:[rbuf]{1,2}|[$@]{1,2})(?=["'])/iy;
/** Headers whose value is the rest of the line. */
const LINE_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Characters before `start` that are the tail of an escape, not of a name: `\n`, `\u0026`, `%3D`, a colour code. */
function escapeTail(text: string, start: number, name: string): number {
  if (text[start - 1] === "\\") return /^u[0-9A-Fa-f]{4}/.test(name) ? 5 : /^[bfnrt]/.test(name) ? 1 : 0;
  if (text[start - 1] === "%" && /^[0-9A-Fa-f]{2}/.test(name)) return 2;
  if (COLOUR_BEGIN.test(text.slice(Math.max(0, start - 18), start))) return /^[0-9]*m/.exec(name)?.[0].length ?? 0;
  return 0;
}

function nameAround(text: string, trigger: number): Name {
  let start = trigger;
  let end = trigger;
  while (start > 0 && trigger - start < MAX_REACH && NAME_CHARACTER.test(text[start - 1] ?? " ")) start -= 1;
  while (end < text.length && end - trigger < MAX_REACH && NAME_CHARACTER.test(text[end] ?? " ")) end += 1;
  start += escapeTail(text, start, text.slice(start, end));
  return { text: text.slice(start, end), start, end };
}

/** `API key: ...` is the name `API-key`. */
function withWordBefore(text: string, name: Name): Name {
  if (!/^(?:keys?|tokens?)$/i.test(name.text) || text[name.start - 1] !== " ") return name;
  const before = /(?:api|access|secret|private|auth) $/i.exec(text.slice(Math.max(0, name.start - 10), name.start));
  return before === null ? name : { ...name, text: `${before[0].trim()}-${name.text}` };
}

function skipBlanks(text: string, index: number, blanks: string): number {
  let at = index;
  while (at - index < MAX_BLANKS && at < text.length && blanks.includes(text[at] ?? "x")) at += 1;
  return at;
}

/** The index after an assignment sign at `index`, or undefined; a comparison, a path and `::` are none. */
function afterSign(text: string, index: number): number | undefined {
  const encoded = ENCODED_SIGN.exec(text.slice(index, index + 8));
  if (encoded !== null) return index + encoded[0].length;
  const two = text.slice(index, index + 2);
  if (two === ":=" || two === "=>") return index + 2;
  if (text[index] === "=") return two === "==" || two === "=~" ? undefined : index + 1;
  if (text[index] === ":") return two === "::" || text.startsWith("://", index) ? undefined : index + 1;
  return undefined;
}

/** Strings in the list or object that opens at `index`, without the keys; up to its end or 64 levels deep. */
function stringsInside(text: string, index: number, level: number): { ranges: Range[]; end: number } {
  const ranges: Range[] = [];
  let depth = 0;
  let at = index;
  while (at < text.length) {
    const character = text[at];
    if (character === "\n" && depth === 0) break;
    const quote = openingQuote(text, at);
    if (quote !== undefined && quote.level === level) {
      const { contentEnd, end } = readQuoted(text, quote);
      const isKey = text[skipBlanks(text, end, " \t\r\n")] === ":";
      if (!isKey) ranges.push({ start: quote.contentStart, end: contentEnd });
      at = end;
      if (end === contentEnd) break;
      continue;
    }
    if (character === "[" || character === "{") depth += 1;
    if (character === "]" || character === "}") depth -= 1;
    at += 1;
    if (depth === 0 || depth > 64) break;
  }
  return { ranges, end: at };
}

function restOfLine(text: string, from: number, nameStart: number): Range {
  const before = openingQuote(text, nameStart - 1);
  const level = before === undefined ? 0 : countBackslashes(text, nameStart - 2);
  if (before !== undefined) {
    const quote: Quote = { character: before.character, level, contentStart: from };
    return { start: from, end: readQuoted(text, quote).contentEnd };
  }
  // In escaped text, a line ends at its escaped line feed.
  const end = text.slice(from).search(/[\r\n]|\\+[rn]/);
  return { start: from, end: end === -1 ? text.length : from + end };
}

function countBackslashes(text: string, index: number): number {
  let count = 0;
  while (text[index - count] === "\\" && count < MAX_REACH) count += 1;
  return count;
}

/** Characters that `pattern`, a sticky one, matches at `index`. */
function matchLength(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0].length ?? 0;
}

function skipColour(text: string, index: number): number {
  return index + matchLength(COLOUR, text, index);
}

interface Found {
  readonly ranges: readonly Range[];
  /** Where the search goes on. */
  readonly end: number;
}

const nothing = (end: number): Found => ({ ranges: [], end });

function quotedValue(text: string, quote: Quote): Found {
  const fence = quote.character.repeat(3);
  const isFenced = quote.level === 0 && text.startsWith(fence, quote.contentStart - 1);
  if (isFenced) {
    const start = quote.contentStart + 2;
    const close = text.indexOf(fence, start);
    const end = close === -1 ? text.length : close;
    return { ranges: [{ start, end }], end: Math.min(text.length, end + 3) };
  }
  const { contentEnd, end } = readQuoted(text, quote);
  const value = text.slice(quote.contentStart, contentEnd);
  if (isPlaceholder(value)) return nothing(end);
  return { ranges: [{ start: quote.contentStart, end: contentEnd }], end };
}

/** `--name value`. */
function flagValue(text: string, name: Name): Found {
  const at = skipBlanks(text, name.end, " \t");
  if (at === name.end) return nothing(name.end);
  const quote = openingQuote(text, at);
  if (quote !== undefined) return quotedValue(text, quote);
  const value = bareValueAt(text, at);
  const word = text.slice(value.start, value.end);
  const isNoValue = word.startsWith("-") || isHarmlessValue(word) || isFunctionWord(word) || /^[A-Z_]+$/.test(word);
  return isNoValue ? nothing(name.end) : { ranges: [value], end: value.end };
}

/** `{"name": "API_KEY", "value": "..."}`. */
function pairedValue(text: string, comma: number, name: Name): Found {
  const key = /^,\s{0,64}\\{0,15}"value\\{0,15}"\s{0,8}:\s{0,8}/i.exec(text.slice(comma, comma + 180));
  const quote = key === null ? undefined : openingQuote(text, comma + key[0].length);
  return quote === undefined ? nothing(name.end) : quotedValue(text, quote);
}

/** A quoted name is a key of JSON or of another language's literal. */
function keyedValue(text: string, name: Name, closing: Quote): Found {
  const afterName = skipBlanks(text, closing.contentStart, " \t\r\n");
  // In a list of arguments, the value of a flag is the next string.
  const sign = name.text.startsWith("-") && text[afterName] === "," ? afterName + 1 : afterSign(text, afterName);
  if (sign === undefined && text[afterName] === "," && isSecretName(name.text))
    return pairedValue(text, afterName, name);
  if (sign === undefined || !isSecretName(name.text)) return nothing(name.end);
  const at = skipBlanks(text, sign, " \t\r\n");
  const quote = openingQuote(text, at);
  if (quote !== undefined) return quotedValue(text, quote);
  if (text[at] === "[" || text[at] === "{") return stringsInside(text, at, closing.level);
  return nothing(at);
}

/** `<password>value</password>`. */
function elementValue(text: string, name: Name): Found {
  const start = name.end + 1;
  const length = text.slice(start, start + MAX_ELEMENT_CHARACTERS).indexOf(`</${name.text}>`);
  return length <= 0 ? nothing(name.end) : { ranges: [{ start, end: start + length }], end: start + length };
}

function plainValue(text: string, name: Name): Found {
  const bareName = name.text.replace(/^-+/, "");
  const isInQuery = /[?&;]/.test(text[name.start - 1] ?? " ") && text[name.end] === "=";
  if (!(isInQuery ? isSecretQueryName(bareName) : isSecretName(bareName))) return nothing(name.end);
  const sign = afterSign(text, skipBlanks(text, skipColour(text, name.end), " \t"));
  if (sign === undefined && text[name.end] === ">" && text[name.start - 1] === "<") return elementValue(text, name);
  if (sign === undefined) return name.text.startsWith("-") ? flagValue(text, name) : nothing(name.end);
  const afterBlanks = skipBlanks(text, skipColour(text, sign), " \t");
  const at = afterBlanks + matchLength(STRING_PREFIX, text, afterBlanks);
  const isColon = text[sign - 1] === ":";
  const block = isColon ? yamlBlockAt(text, at, name.start) : undefined;
  if (block !== undefined) return { ranges: [block], end: block.end };
  if (isColon && LINE_HEADER.test(bareName)) {
    const line = restOfLine(text, at, name.start);
    return line.end > line.start ? { ranges: [line], end: line.end } : nothing(at);
  }
  const quote = openingQuote(text, at);
  // In Markdown, a code span such as `NAME=` ends here.
  if (quote?.character === "`" && text[name.start - 1] === "`") return nothing(at);
  if (/unexpected\s$/i.test(text.slice(Math.max(0, name.start - 11), name.start))) return nothing(at);
  if (quote !== undefined) return quotedValue(text, quote);
  if (isCodeAt(text, at)) return nothing(at);
  const value = bareValueAt(text, at);
  const word = text.slice(value.start, value.end);
  if (isHarmlessValue(word)) return nothing(at);
  if (text[name.end] === "=" && /^[A-Z0-9_]+$/.test(name.text) && startsLine(text, name.start)) {
    const end = value.end + matchLength(ENV_TAIL, text, value.end);
    return { ranges: [{ start: value.start, end }], end };
  }
  if (isColon && (isFunctionWord(word) || (!startsLine(text, name.start) && isProse(word)))) return nothing(at);
  return { ranges: [value], end: value.end };
}

function startsLine(text: string, index: number): boolean {
  return /(?:^|[\r\n]|\\[rn])[ \t]{0,32}(?:- )?$/.test(text.slice(Math.max(0, index - 36), index));
}

/** Places of values whose names say that they are secret. */
export function assignmentRanges(text: string): Range[] {
  const ranges: Range[] = [];
  const trigger = new RegExp(TRIGGER);
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const name = withWordBefore(text, nameAround(text, match.index));
    const closing = openingQuote(text, name.end);
    const isQuoted = closing !== undefined && text[name.start - 1] === closing.character;
    const found = isQuoted ? keyedValue(text, name, closing) : plainValue(text, name);
    for (const range of found.ranges) ranges.push(range);
    trigger.lastIndex = Math.max(trigger.lastIndex, found.end);
  }
  return ranges;
}
