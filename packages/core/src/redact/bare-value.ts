/** Values without quotes after a secret name: how far they reach, and which of them are no secrets. Pure. */

import { type Range, REDACTED } from "./ranges.ts";

// Ends at what separates values in shells, URLs, lists and escaped text. A comma or semicolon ends it only where a next
// value or nothing follows, because passwords hold them too.
const BARE = /(?:[^\s"'`&<>,;\\]|[,;](?!\s|$|[\w.-]{1,64}\s?[=:])|\\(?!\\{0,15}[nrtu"']))+/y;
const SCHEME = /(?:bearer|basic|digest|token|apikey|negotiate)[ \t]+(?=[^\s=])/iy;
const CLOSERS = ")]}.,;:!?";

const LITERALS = new Set(
  `true false null undefined nil none any unknown string number boolean object required optional missing unset empty
  invalid present absent yes no not is was are set configured found enabled disabled expired include omit same-origin`.split(
    /\s+/,
  ),
);
const FUNCTION_WORDS = new Set(
  "a an and as by can for from if in is it must too not of on option or flag requires should the to was with".split(
    " ",
  ),
);
const CODE =
  /^(?:process\.env|import\.meta|os\.environ|self|this)\.|^(?:await|new|function|async)\s|^[A-Za-z_][\w.:]{0,64}(?:\(|\[\w{0,32}\])/;

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? "";
}

/** The value that begins at `index`, with an authentication scheme before it and without brackets or stops after it. */
export function bareValueAt(text: string, index: number): Range {
  const scheme = matchAt(SCHEME, text, index);
  const value = matchAt(BARE, text, index + scheme.length);
  const start = index;
  let end = index + scheme.length + value.length;
  if (text.startsWith(REDACTED, start) && end - start <= REDACTED.length + 1)
    return { start, end: start + REDACTED.length };
  while (end > start && CLOSERS.includes(text[end - 1] ?? " ")) end -= 1;
  return { start, end };
}

/** A value that only says what would stand there, or a reference to a variable. */
export function isPlaceholder(value: string): boolean {
  if (value === "" || LITERALS.has(value.toLowerCase())) return true;
  return /^\$\{?[A-Z_][A-Z0-9_]*\}?$|^%[A-Z_][A-Z0-9_]*%$|^[*x.…]+$|^\$\{\{/.test(value);
}

/** A value without quotes that is no secret: a placeholder, a small number, a position in a file. */
export function isHarmlessValue(value: string): boolean {
  return isPlaceholder(value) || /^[+-]?\d{1,5}(?:[.:]\d{1,5}){0,3}$/.test(value);
}

/** True when a call or another piece of code begins at `index`. Looks at a bounded number of characters. */
export function isCodeAt(text: string, index: number): boolean {
  return CODE.test(text.slice(index, index + 96));
}

/** True for a short word that a sentence goes on with. */
export function isFunctionWord(value: string): boolean {
  return FUNCTION_WORDS.has(value.toLowerCase());
}

/** True for a word that follows `name: ` in a sentence rather than as its value. */
export function isProse(value: string): boolean {
  return isFunctionWord(value) || /^[a-z]{1,11}$/.test(value);
}
