/** The text that a string token of Luau means. Pure. */

import { readQuoted } from "../../datamodel/luau-string.ts";
import { type LuauTokens, TokenKind, tokenText } from "./luau-tokens.ts";

const LONG = /^\[(=*)\[(?:\r\n|\n\r|\n|\r)?([^]*)\]\1\]$/;

/** Undefined for anything but a whole string that is UTF-8. */
export function stringValue(tokens: LuauTokens, index: number): string | undefined {
  const kind = tokens.kinds[index];
  if (kind === TokenKind.long) return LONG.exec(tokenText(tokens, index))?.[2];
  if (kind !== TokenKind.quoted) return undefined;
  const start = tokens.starts[index] ?? 0;
  const quoted = readQuoted(tokens.source, start);
  return "value" in quoted && quoted.end === tokens.ends[index] ? quoted.value : undefined;
}
