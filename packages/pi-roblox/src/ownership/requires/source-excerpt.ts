/** As much of a file's text as is to be shown, with the fingerprint of all of its bytes. Pure. */

import { type Fingerprint, hashBytes } from "pi-extension-core/fs";

export interface ExcerptLimits {
  /** The first line to show, from 1. Default 1. */
  readonly firstLine?: number | undefined;
  readonly maxLines: number;
  /** Of the shown text, in bytes of UTF-8. */
  readonly maxBytes: number;
}

export interface SourceExcerpt {
  /** Whole lines with LF, unless the first one alone is over the limit; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  /** From 1; 0 when nothing is shown. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  readonly totalBytes: number;
  /** There is text before or behind, or a line is cut. */
  readonly isPartial: boolean;
  readonly lineBreak: "lf" | "crlf" | "mixed" | "none";
  /** Of the file's bytes as they are: what a change of the file is based on. */
  readonly fingerprint: Fingerprint;
}

function lineBreakOf(text: string): SourceExcerpt["lineBreak"] {
  const all = text.split("\n").length - 1;
  const withCr = text.split("\r\n").length - 1;
  if (all === 0) return "none";
  return withCr === 0 ? "lf" : withCr === all ? "crlf" : "mixed";
}

/** The beginning of `text` that fits, never half a character. */
function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  let end = Math.min(bytes.length, maxBytes);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

export function excerptOf(bytes: Buffer, { firstLine = 1, maxLines, maxBytes }: ExcerptLimits): SourceExcerpt {
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  // A line break at the end ends a line, it does not begin one.
  if (lines.at(-1) === "") lines.pop();
  const start = Math.max(0, firstLine - 1);
  const shown: string[] = [];
  let used = 0;
  for (const line of lines.slice(start, start + maxLines)) {
    const size = Buffer.byteLength(line) + (shown.length > 0 ? 1 : 0);
    if (used + size > maxBytes) {
      if (shown.length === 0) shown.push(cutToBytes(line, maxBytes));
      break;
    }
    used += size;
    shown.push(line);
  }
  const whole = shown.join("\n") === lines.join("\n");
  return {
    text: shown.join("\n"),
    firstLine: shown.length === 0 ? 0 : start + 1,
    lastLine: shown.length === 0 ? 0 : start + shown.length,
    totalLines: lines.length,
    totalBytes: bytes.length,
    isPartial: !whole,
    lineBreak: lineBreakOf(text),
    fingerprint: hashBytes(bytes),
  };
}
