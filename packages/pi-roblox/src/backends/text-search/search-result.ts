/** What a search gives, whichever engine ran it, and how results are put in order. Pure. */

export interface TextMatch {
  /** From the searched root, forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Of the first match in the line, from 1 in UTF-16 code units. */
  readonly column: number;
  /** The line, or the part of it around the match; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  /** Code units of the line that `text` leaves out before and behind. */
  readonly cutBefore: number;
  readonly cutBehind: number;
}

/** What was seen beside the matches; equal for both engines. */
export interface SearchTotals {
  /** Lines with a match, in all files. */
  readonly matchedLines: number;
  readonly matchedFiles: number;
  /** Files that were read. In those with a NUL nothing is found. */
  readonly searchedFiles: number;
  /** Files above the size limit, which were not read. */
  readonly largeFiles: number;
  readonly unreadableFiles: number;
}

export interface SearchResult extends SearchTotals {
  /** One for each line with a match, by file and line; the first ones when there are more than the limit. */
  readonly matches: readonly TextMatch[];
  readonly isTruncated: boolean;
  readonly engine: "ripgrep" | "scan";
  /** Why ripgrep was not used, for a person; undefined when it was. */
  readonly engineNote: string | undefined;
}

/** How far a search is. */
export interface SearchProgress {
  readonly matchedFiles: number;
  /** Undefined while it is not known, as for both with ripgrep. */
  readonly searchedFiles: number | undefined;
  readonly totalFiles: number | undefined;
}

const MAX_TEXT_CHARACTERS = 300;
/** How much of a long line is shown before the match. */
const LEAD_CHARACTERS = 80;

/** Files in the order of results: by UTF-16 code units. */
export function compareFiles(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const isSplit = (line: string, at: number): boolean =>
  /[\udc00-\udfff]/.test(line[at] ?? "") && /[\ud800-\udbff]/.test(line[at - 1] ?? "");

/** @param line without its line break; lone surrogates stand for bytes that are no UTF-8 @param column from 1 */
export function showMatch(file: string, lineNumber: number, line: string, column: number): TextMatch {
  const at = { file, line: lineNumber, column };
  if (line.length <= MAX_TEXT_CHARACTERS) return { ...at, text: line.toWellFormed(), cutBefore: 0, cutBehind: 0 };
  let start = Math.max(0, Math.min(column - 1 - LEAD_CHARACTERS, line.length - MAX_TEXT_CHARACTERS));
  if (isSplit(line, start)) start += 1;
  let end = Math.min(line.length, start + MAX_TEXT_CHARACTERS);
  if (isSplit(line, end)) end -= 1;
  return { ...at, text: line.slice(start, end).toWellFormed(), cutBefore: start, cutBehind: line.length - end };
}
