/** Stretches of a text to hide, and the marker that takes their place. Pure. */

/** What stands where a secret was. It is no secret itself and is never redacted again. */
export const REDACTED = "[redacted]";

/** Characters `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Every place of `part` in `text`. */
export function rangesOf(text: string, part: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push({ start: at, end: at + part.length });
  }
  return found;
}

function mergeOverlaps(ranges: readonly Range[]): Range[] {
  const merged: { start: number; end: number }[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** `text` with each range, or each union of overlapping ones, replaced by one marker. */
export function hideRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  // A range that cuts into a marker of an earlier pass takes all of it along, so no half marker stays.
  const parts: string[] = [];
  let kept = 0;
  for (const range of mergeOverlaps([...ranges, ...rangesOf(text, REDACTED)])) {
    parts.push(text.slice(kept, range.start), REDACTED);
    kept = range.end;
  }
  parts.push(text.slice(kept));
  return parts.join("");
}
