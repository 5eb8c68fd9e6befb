/** Changes values in JSON text and leaves everything else as it is: order, comments, indentation, line ends. Pure. */

import { applyEdits, type FormattingOptions, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";
import type { JsonPath } from "./parse-json.ts";

export interface JsonEdit {
  readonly path: JsonPath;
  /** The new value; undefined removes the property or array item. */
  readonly value: unknown;
}

/** The style of the text: its first indented line, and its first line end. */
function styleOf(text: string): FormattingOptions {
  const indent = /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
}

interface Replacement {
  readonly node: Node;
  readonly content: string;
}

const isPrimitive = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** The edits from `from` on, up to the first one that is not a primitive in place of another. */
function replacementsFrom(text: string, edits: readonly JsonEdit[], from: number): Replacement[] {
  const root = isPrimitive(edits[from]?.value) ? parseTree(text) : undefined;
  if (root === undefined) return [];
  const found: Replacement[] = [];
  const seen = new Set<Node>();
  for (const { path, value } of edits.slice(from)) {
    const node = isPrimitive(value) ? findNodeAtLocation(root, [...path]) : undefined;
    if (node === undefined || node.type === "object" || node.type === "array" || seen.has(node)) break;
    seen.add(node);
    found.push({ node, content: JSON.stringify(value) });
  }
  return found;
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let from = 0;
  const parts = replacements
    .toSorted((left, right) => left.node.offset - right.node.offset)
    .map(({ node, content }) => {
      const kept = text.slice(from, node.offset);
      from = node.offset + node.length;
      return kept + content;
    });
  return parts.join("") + text.slice(from);
}

/**
 * Applies the edits one after the other. Paths refer to the text as the edits before have made it. Edits in a row that
 * put one primitive in place of another cost one pass over the text together, others one each.
 * @param text valid JSON or JSONC
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const formattingOptions = styleOf(text);
  let current = text.slice(bom.length);
  for (let index = 0; index < edits.length; ) {
    const replacements = replacementsFrom(current, edits, index);
    const { path, value } = edits[index] ?? { path: [], value: undefined };
    current =
      replacements.length > 0
        ? replaceAll(current, replacements)
        : applyEdits(current, modify(current, [...path], value, { formattingOptions }));
    index += Math.max(replacements.length, 1);
  }
  return bom + current;
}
