/**
 * Reads quoted strings in text that may itself stand in a string: `"a"`, `\"a\"` one level down, `\\\"a\\\"` two. The
 * level is the number of backslashes before the opening quote. Pure.
 */

const MAX_LEVEL = 63;

export interface Quote {
  readonly character: string;
  /** Backslashes before the opening quote. */
  readonly level: number;
  /** Index of the first character inside. */
  readonly contentStart: number;
}

/** The quote that opens at `index`, with the backslashes before it. */
export function openingQuote(text: string, index: number): Quote | undefined {
  let at = index;
  while (text[at] === "\\" && at - index < MAX_LEVEL) at += 1;
  const character = text[at];
  if (character !== '"' && character !== "'" && character !== "`") return undefined;
  return { character, level: at - index, contentStart: at + 1 };
}

export interface QuotedContent {
  /** Index after the last character inside. */
  readonly contentEnd: number;
  /** Index after the closing quote; the same as `contentEnd` when it is missing. */
  readonly end: number;
}

/** Where the string of `quote` ends: at its closing quote, or without one at the end of the line. */
export function readQuoted(text: string, quote: Quote): QuotedContent {
  let backslashes = 0;
  for (let at = quote.contentStart; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") {
      backslashes += 1;
      continue;
    }
    if (character === "\n") return { contentEnd: at, end: at };
    if (character === quote.character) {
      // A backslash of the content stands there as level + 1 of them; an odd number escapes the quote.
      const isEscaped = Math.floor(backslashes / (quote.level + 1)) % 2 === 1;
      if (!isEscaped)
        return { contentEnd: Math.max(quote.contentStart, at - Math.min(backslashes, quote.level)), end: at + 1 };
    }
    backslashes = 0;
  }
  return { contentEnd: text.length, end: text.length };
}
