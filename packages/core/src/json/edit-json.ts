/** Changes values in JSON text and leaves everything else as it is: order, comments, indentation, line ends. Pure. */

import {
  applyEdits,
  type Edit,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type Node,
  parseTree,
} from "jsonc-parser";
import { type CodedError, coreError } from "../errors/index.ts";
import { formatJsonPath, type JsonPath, parseJson } from "./parse-json.ts";
import { replaceAll, replacementsFrom } from "./replace-primitives.ts";

export interface JsonEdit {
  readonly path: JsonPath;
  /** The new value; undefined removes the property or array item. */
  readonly value: unknown;
}

/** The style of the text: its first indented property or value, and its first line end. */
function styleOf(text: string): FormattingOptions {
  const indent = /[\r\n]([ \t]+)["{[\d]/.exec(text)?.[1] ?? "  ";
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
}

function impossible(path: JsonPath, reason: string): CodedError {
  return coreError("INPUT_INVALID", `${formatJsonPath(path) || "The root"} cannot be edited: ${reason}`, {
    hint: "Give a path whose parents are objects or arrays, and a value that JSON can hold.",
    data: { field: formatJsonPath(path) },
  });
}

/** The nearest value on the way to `path` that exists; everything above it does, too. */
function deepestNode(root: Node, path: JsonPath): { readonly node: Node; readonly depth: number } {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, depth));
    if (node !== undefined) return { node, depth };
  }
  return { node: root, depth: 0 };
}

function assertPossible(root: Node, path: JsonPath): void {
  const { node, depth } = deepestNode(root, path);
  const next = path[depth];
  if (next === undefined) return;
  const field = path.slice(0, depth);
  if (typeof next === "string" && node.type !== "object") throw impossible(path, `${where(field)} is no object`);
  if (typeof next === "string") return;
  if (node.type !== "array") throw impossible(path, `${where(field)} is no array`);
  if (next !== node.children?.length) throw impossible(path, `${where(field)} has no item ${next}`);
}

const where = (path: JsonPath): string => formatJsonPath(path) || "the root";

const endOf = (node: Node): number => node.offset + node.length;

/**
 * The last of several array items, from the end of the one before. `modify` of jsonc-parser 3.3 counts on a line break
 * before the bracket: it makes `[12]` of `[1,2]`.
 */
function lastItemRemoval(node: Node): Edit | undefined {
  const siblings = node.parent?.type === "array" ? (node.parent.children ?? []) : [];
  const previous = siblings.at(-2);
  if (previous === undefined || siblings.at(-1) !== node) return undefined;
  return { offset: endOf(previous), length: endOf(node) - endOf(previous), content: "" };
}

function removed(text: string, root: Node, path: JsonPath, formattingOptions: FormattingOptions): string {
  if (path.length === 0) throw impossible(path, "the root cannot be removed");
  const node = findNodeAtLocation(root, [...path]);
  if (node === undefined) return text;
  const last = lastItemRemoval(node);
  return applyEdits(text, last === undefined ? modify(text, [...path], undefined, { formattingOptions }) : [last]);
}

/**
 * `modify` lays out anew all of the lines that an addition touches, in time quadratic in their length. Text in one line
 * of this length was not written by hand, and stays in one line.
 */
const MAX_LAID_OUT_LINE = 10_000;

function lineLengthAt(text: string, offset: number): number {
  const end = text.slice(offset).search(/[\r\n]/);
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return (end < 0 ? text.length : offset + end) - start;
}

function edited(text: string, { path, value }: JsonEdit, formattingOptions: FormattingOptions): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw impossible(path, "there is no text");
  if (value === undefined) return removed(text, root, path, formattingOptions);
  if (JSON.stringify(value) === undefined) throw impossible(path, "the value has no form in JSON");
  assertPossible(root, path);
  const isLaidOut = lineLengthAt(text, deepestNode(root, path).node.offset) <= MAX_LAID_OUT_LINE;
  return applyEdits(text, modify(text, [...path], value, isLaidOut ? { formattingOptions } : {}));
}

/**
 * Applies the edits one after the other. Paths refer to the text as the edits before have made it; parents that do not
 * exist are made, the item after the last one extends an array, and removing what is not there changes nothing. Edits in
 * a row that put one primitive in place of another cost one pass over the text together, others one each.
 * @param text JSON or JSONC
 * @throws JSON_INVALID for text that is neither; LIMIT_EXCEEDED as `parseJson`; INPUT_INVALID for an edit that is
 *   impossible, such as a property of a number
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  parseJson(text, { source: "The text to edit", comments: true });
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const style = styleOf(text);
  let current = text.slice(bom.length);
  for (let index = 0; index < edits.length; ) {
    const replacements = replacementsFrom(current, edits, index);
    const edit = edits[index];
    if (replacements.length > 0) current = replaceAll(current, replacements);
    else if (edit !== undefined) current = edited(current, edit, style);
    index += Math.max(replacements.length, 1);
  }
  return bom + current;
}
