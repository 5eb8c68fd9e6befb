/**
 * From the text of a sourcemap to its index, and from one text to the next. `rojo sourcemap` always writes everything; most
 * of the time one script came or went. Then only the smallest node around the change is parsed again. Pure.
 */

import { findSpans, type NodeSpans, replaceSpans } from "./node-spans.ts";
import { isSourcemapFault, MAX_SOURCEMAP_CHARACTERS, readNodes } from "./read-nodes.ts";
import { SourcemapIndex } from "./sourcemap-index.ts";
import { buildTable, replaceSubtree, type SourcemapOptions, type SourcemapTable } from "./table.ts";
import { findTextChange, type TextChange } from "./text-change.ts";

/** Where the node around a change is more of the text than this, parsing everything is as good. */
const MAX_PATCHED_SHARE = 0.5;

/**
 * @param observedAtMs epoch milliseconds at which Rojo was asked
 * @returns undefined for the literal `null`, which stands for no instance at all
 * @throws SOURCEMAP_INVALID for what is no sourcemap, with its place
 */
export function parseSourcemap(
  text: string,
  options: SourcemapOptions,
  observedAtMs: number,
): SourcemapIndex | undefined {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const nodes = readNodes(body);
  if (nodes === undefined) return undefined;
  const table = buildTable(nodes, options);
  return new SourcemapIndex({ table, options, text: body, spans: findSpans(body, nodes.length), observedAtMs });
}

/**
 * The same as `parseSourcemap`, at the cost of what changed since `previous`.
 *
 * @throws SOURCEMAP_INVALID
 */
export function updateSourcemap(
  previous: SourcemapIndex,
  text: string,
  observedAtMs: number,
): SourcemapIndex | undefined {
  return patchSourcemap(previous, text, observedAtMs) ?? parseSourcemap(text, previous.source.options, observedAtMs);
}

/** Undefined where a change is too wide, or not within one node: then everything has to be read. */
function patchSourcemap(previous: SourcemapIndex, text: string, observedAtMs: number): SourcemapIndex | undefined {
  const { source } = previous;
  const { spans, table, options } = source;
  if (spans === undefined || text.length > MAX_SOURCEMAP_CHARACTERS) return undefined;
  const change = findTextChange(source.text, text);
  if (change === undefined) return previous.seenAgain(observedAtMs);
  const grown = text.length - source.text.length;
  let row = smallestAround(table, spans, change);
  for (; row > 0; row = table.parents[row] ?? -1) {
    const start = spans.starts[row] ?? 0;
    const end = (spans.ends[row] ?? 0) + grown;
    if (end - start > text.length * MAX_PATCHED_SHARE) return undefined;
    // What is before and behind is the same text. So the whole is valid exactly when this part is one node.
    const part = text.slice(start, end);
    const nodes = readPart(part, depthOf(table, row));
    // A sibling that came looks like a node that became two: then the parent is what changed.
    if (nodes === undefined) continue;
    const fresh = findSpans(part, nodes.length);
    if (fresh === undefined) return undefined;
    return new SourcemapIndex({
      table: replaceSubtree(table, row, buildTable(nodes, options)),
      options,
      text,
      spans: replaceSpans(spans, row, table.ends[row] ?? row, fresh),
      observedAtMs,
    });
  }
  return undefined;
}

/** Undefined for what cannot be read; in the end that is left to the full parse, whose error names the place. */
function readPart(part: string, depth: number): ReturnType<typeof readNodes> {
  try {
    return readNodes(part, depth);
  } catch (error) {
    if (isSourcemapFault(error)) return undefined;
    throw error;
  }
}

/** The deepest row whose braces stand outside of the change; 0 or less when only the root does. */
function smallestAround(table: SourcemapTable, spans: NodeSpans, { start, oldEnd }: TextChange): number {
  let row = lastBefore(spans.starts, start);
  while (row > 0 && (spans.ends[row] ?? 0) <= oldEnd) row = table.parents[row] ?? -1;
  return row;
}

/** Index of the last of ascending `starts` below `offset`; -1 for none. */
function lastBefore(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function depthOf(table: SourcemapTable, row: number): number {
  let depth = 0;
  for (let at = row; at >= 0; at = table.parents[at] ?? -1) depth += 1;
  return depth;
}
