/** The one stretch in which two texts differ. Pure. */

export interface TextChange {
  /** Offset of the first difference, in both texts. */
  readonly start: number;
  /** Offset in the old text behind which both end the same. */
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Big pieces are compared by the engine, much faster than character by character here. */
const PIECE = 65_536;

function commonLength(limit: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0;
  for (let size = PIECE; size >= 1; ) {
    const to = Math.min(same + size, limit);
    if (same < to && isSame(same, to)) same = to;
    else size >>= 1;
    if (same === limit) break;
  }
  return same;
}

/** Undefined for equal texts. */
export function findTextChange(old: string, fresh: string): TextChange | undefined {
  if (old === fresh) return undefined;
  const shorter = Math.min(old.length, fresh.length);
  const start = commonLength(shorter, (from, to) => old.slice(from, to) === fresh.slice(from, to));
  const tail = commonLength(
    shorter - start,
    (from, to) => old.slice(old.length - to, old.length - from) === fresh.slice(fresh.length - to, fresh.length - from),
  );
  return { start, oldEnd: old.length - tail, newEnd: fresh.length - tail };
}
