/** Offsets as people count: lines and columns from 1. Pure. */

export interface TextPosition {
  readonly line: number;
  /** In UTF-16 code units, as editors count. */
  readonly column: number;
}

/** Line ends are LF, CRLF and CR. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  const lineEnd = /\r\n|\r|\n/g;
  for (let match = lineEnd.exec(text); match !== null && lineEnd.lastIndex <= offset; match = lineEnd.exec(text)) {
    line += 1;
    lineStart = lineEnd.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}
