/** Suggestions for a misspelt name. Pure. */

import { distance } from "fastest-levenshtein";

/** A word may differ from what was meant in a third of its letters, and in one at least. */
const MAX_SHARE = 3;
/** Longer words are no typing errors, and the distance of long words is dear. */
const MAX_LENGTH = 80;

/**
 * The names closest to `wanted`, best first, case aside; names that begin with it count as close, too.
 * @param max how many at most
 */
export function nearestNames(wanted: string, names: Iterable<string>, max = 3): readonly string[] {
  if (wanted === "" || wanted.length > MAX_LENGTH) return [];
  const lower = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / MAX_SHARE));
  const close: { readonly name: string; readonly cost: number }[] = [];
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue;
    const other = name.toLowerCase();
    const cost = distance(lower, other);
    if (cost <= limit) close.push({ name, cost });
    else if (lower.length >= 3 && other.startsWith(lower)) close.push({ name, cost: limit + 1 });
  }
  return close
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .slice(0, max)
    .map(({ name }) => name);
}
