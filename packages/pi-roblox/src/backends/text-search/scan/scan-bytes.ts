/** Finds the matching lines of one file. Line by line in effect, but over the whole text, as one search is faster. Pure. */

import type { CompiledPattern } from "../pattern/compile-pattern.ts";
import { decodeEscaped, isBinary, searchableBytes } from "./text-bytes.ts";

interface MatchedLine {
  /** From 1. */
  readonly line: number;
  /** Without its line break, see `decodeEscaped`. */
  readonly text: string;
  /** Of the first match, from 1 in UTF-16 code units. */
  readonly column: number;
}

export interface LineScan {
  /** All lines with a match. */
  readonly count: number;
  /** The first of them, at most as many as were asked for. */
  readonly lines: readonly MatchedLine[];
}

export type LineScanner = (raw: Buffer, maxLines: number) => LineScan;

const NONE: LineScan = { count: 0, lines: [] };
const LINE_FEED = 0x0a;

/** @param flags see `JAVASCRIPT_FLAGS` */
export function lineScanner(pattern: CompiledPattern, flags: string): LineScanner {
  const required = Buffer.from(pattern.required, "utf8");
  const expression = new RegExp(pattern.javaScript, flags);
  return (raw, maxLines) => {
    const bytes = searchableBytes(raw);
    if (required.length > 0 && !bytes.includes(required)) return NONE;
    if (isBinary(bytes)) return NONE;
    return pattern.isWhole
      ? scanForBytes(bytes, required, maxLines)
      : scanText(decodeEscaped(bytes), expression, maxLines);
  };
}

/** A last line that ends with the file keeps a lone CR, as it is no line break there. */
function withoutCr(text: string, isEnded: boolean): string {
  return isEnded && text.endsWith("\r") ? text.slice(0, -1) : text;
}

function scanForBytes(bytes: Buffer, wanted: Buffer, maxLines: number): LineScan {
  const lines: MatchedLine[] = [];
  let count = 0;
  let line = 1;
  let counted = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; ) {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found === -1 ? bytes.length : found;
    if (count < maxLines) {
      const start = bytes.lastIndexOf(LINE_FEED, at) + 1;
      for (
        let feed = bytes.indexOf(LINE_FEED, counted);
        feed !== -1 && feed < at;
        feed = bytes.indexOf(LINE_FEED, feed + 1)
      )
        line += 1;
      counted = at;
      const column = decodeEscaped(bytes.subarray(start, at)).length + 1;
      lines.push({ line, column, text: withoutCr(decodeEscaped(bytes.subarray(start, end)), found !== -1) });
    }
    count += 1;
    if (found === -1) break;
    at = bytes.indexOf(wanted, end + 1);
  }
  return { count, lines };
}

function scanText(text: string, expression: RegExp, maxLines: number): LineScan {
  const lines: MatchedLine[] = [];
  let count = 0;
  let line = 1;
  let counted = 0;
  for (let from = 0; from < text.length; ) {
    expression.lastIndex = from;
    const at = expression.exec(text)?.index;
    // At the very end behind the last line break there is no line.
    if (at === undefined || (at === text.length && text.endsWith("\n"))) break;
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    if (count < maxLines) {
      const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
      for (let feed = text.indexOf("\n", counted); feed !== -1 && feed < at; feed = text.indexOf("\n", feed + 1))
        line += 1;
      counted = at;
      const shown = withoutCr(text.slice(start, end), found !== -1);
      // An empty match may also lie between CR and LF.
      lines.push({ line, column: Math.min(at - start, shown.length) + 1, text: shown });
    }
    count += 1;
    from = end + 1;
  }
  return { count, lines };
}
