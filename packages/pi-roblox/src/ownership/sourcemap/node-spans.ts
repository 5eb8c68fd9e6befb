/**
 * Where each node of a sourcemap stands in its text, so that a change of the text leads to the node that changed. In a
 * sourcemap every object is a node, so braces outside of strings tell all. Pure.
 */

export interface NodeSpans {
  /** By row: offset of the opening brace. */
  readonly starts: Int32Array;
  /** By row: offset behind the closing brace. */
  readonly ends: Int32Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Offset behind the string that begins at `offset`. */
function skipString(text: string, offset: number): number {
  for (let end = text.indexOf('"', offset + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/**
 * @param text valid JSON @param count of the nodes in it
 * @returns undefined when there are other objects than nodes, so that rows and braces do not agree
 */
export function findSpans(text: string, count: number): NodeSpans | undefined {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const open: number[] = [];
  let row = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    if (code === OPEN) {
      if (row === count) return undefined;
      starts[row] = at;
      open.push(row);
      row += 1;
    } else if (code === CLOSE) {
      ends[open.pop() ?? 0] = at + 1;
    }
    at += 1;
  }
  return row === count ? { starts, ends } : undefined;
}

/** Spans after the rows `[row, end)` were exchanged for those of `fresh`, whose offsets count from the same brace. */
export function replaceSpans(spans: NodeSpans, row: number, end: number, fresh: NodeSpans): NodeSpans {
  const start = spans.starts[row] ?? 0;
  const grown = (fresh.ends[0] ?? 0) - ((spans.ends[row] ?? 0) - start);
  const added = fresh.starts.length;
  const size = spans.starts.length - (end - row) + added;
  const starts = new Int32Array(size);
  const ends = new Int32Array(size);
  starts.set(spans.starts.subarray(0, row));
  for (let at = 0; at < row; at += 1) {
    const old = spans.ends[at] ?? 0;
    ends[at] = old > start ? old + grown : old;
  }
  for (let at = 0; at < added; at += 1) {
    starts[row + at] = start + (fresh.starts[at] ?? 0);
    ends[row + at] = start + (fresh.ends[at] ?? 0);
  }
  const moved = added - (end - row);
  for (let at = end; at < spans.starts.length; at += 1) {
    starts[at + moved] = (spans.starts[at] ?? 0) + grown;
    ends[at + moved] = (spans.ends[at] ?? 0) + grown;
  }
  return { starts, ends };
}
