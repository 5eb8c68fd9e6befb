/** The JSON text of a sourcemap, checked, as a flat list of nodes. Pure. */

import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { formatJsonPath, parseJson } from "pi-extension-core/json";
import { robloxError } from "../../errors.ts";

export const MAX_SOURCEMAP_CHARACTERS = 128_000_000;
const MAX_INSTANCES = 1_000_000;
export const MAX_DEPTH = 256;
const MAX_FILES_OF_ONE = 1000;
const MAX_STRING = 10_000;

export interface SourcemapNode {
  readonly name: string;
  readonly className: string;
  readonly filePaths: readonly string[];
  /** Index of the parent; -1 for the first. */
  readonly parent: number;
  /** Index behind the last descendant. */
  readonly end: number;
}

const NO_FILES: readonly string[] = [];

function invalid(problem: string, data: Readonly<Record<string, unknown>> = {}): CodedError {
  return robloxError("SOURCEMAP_INVALID", `The sourcemap cannot be used: ${problem}`, {
    hint: "Make it anew with rojo sourcemap --include-non-scripts.",
    data,
  });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** V8 says where the text ends too early, but not always where a wrong character stands; then it is looked for. */
function syntaxError(text: string, error: SyntaxError): CodedError {
  const offset = /position (\d+)/.exec(error.message)?.[1];
  const isCutOff = error.message.includes("end of JSON") || Number(offset) >= text.length;
  const { line, column } =
    isCutOff || offset !== undefined ? placeOf(text, Number(offset ?? text.length)) : lookFor(text);
  return invalid(`${isCutOff ? "it ends too early" : "it is no JSON"}, at line ${line}, column ${column}`, {
    line,
    column,
  });
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Ten times as slow as the parser that found the fault. */
function lookFor(text: string): Place {
  try {
    parseJson(text, { source: "sourcemap", maxCharacters: MAX_SOURCEMAP_CHARACTERS, maxDepth: 2 * MAX_DEPTH });
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { line: Number(error.data["line"]), column: Number(error.data["column"]) };
  }
  return placeOf(text, text.length);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw syntaxError(text, error);
    throw error;
  }
}

/**
 * @param depth of the outermost node, 1 for a whole sourcemap
 * @returns nodes in preorder; undefined for the literal `null`, which Rojo writes where no script is left
 * @throws SOURCEMAP_INVALID with `data.line` and `data.column`, or `data.field` for a wrong shape
 */
export function readNodes(text: string, depth = 1): SourcemapNode[] | undefined {
  if (text.length > MAX_SOURCEMAP_CHARACTERS)
    throw invalid(`it has more than ${MAX_SOURCEMAP_CHARACTERS} characters`, {
      maxCharacters: MAX_SOURCEMAP_CHARACTERS,
    });
  const value = parse(text);
  return value === null ? undefined : flatten(value, depth);
}

function flatten(root: unknown, baseDepth: number): SourcemapNode[] {
  const nodes: { name: string; className: string; filePaths: readonly string[]; parent: number; end: number }[] = [];
  // Indices of children on the way to the node that is looked at, for messages.
  const way: number[] = [];
  const fail = (problem: string, ...field: (string | number)[]): CodedError => {
    const path = [...way.flatMap((index) => ["children", index]), ...field];
    const where = path.length === 0 ? "the root" : formatJsonPath(path);
    return invalid(`${where.length > 300 ? `…${where.slice(-300)}` : where} ${problem}`, { field: where });
  };
  const textOf = (value: unknown, ...field: (string | number)[]): string => {
    if (typeof value !== "string") throw fail("is no text", ...field);
    if (value.length > MAX_STRING) throw fail(`has more than ${MAX_STRING} characters`, ...field);
    return value;
  };
  const listOf = (value: unknown, field: string): readonly unknown[] => {
    if (value === undefined || value === null) return NO_FILES;
    if (!Array.isArray(value)) throw fail("is no list", field);
    return value;
  };
  // Depth is limited, so recursion is.
  const visit = (value: unknown, parent: number): void => {
    if (way.length + baseDepth > MAX_DEPTH) throw fail(`is deeper than ${MAX_DEPTH} instances`);
    if (!isRecord(value)) throw fail("is no object");
    const row = nodes.length;
    if (row === MAX_INSTANCES) throw fail(`comes after ${MAX_INSTANCES} instances, which is the limit`);
    const listed = listOf(value["filePaths"], "filePaths");
    if (listed.length > MAX_FILES_OF_ONE) throw fail(`has more than ${MAX_FILES_OF_ONE} files`, "filePaths");
    const filePaths = listed.length === 0 ? NO_FILES : listed.map((file, at) => textOf(file, "filePaths", at));
    if (filePaths.some((file) => file === "" || file.includes("\0"))) throw fail("holds what is no path", "filePaths");
    const node = {
      name: textOf(value["name"], "name"),
      className: textOf(value["className"], "className"),
      filePaths,
      parent,
      end: row + 1,
    };
    nodes.push(node);
    const children = listOf(value["children"], "children");
    way.push(0);
    for (const [index, child] of children.entries()) {
      way[way.length - 1] = index;
      visit(child, row);
    }
    way.pop();
    node.end = nodes.length;
  };
  visit(root, -1);
  return nodes;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for the error of a sourcemap that cannot be read, as against a fault of the program. */
export function isSourcemapFault(error: unknown): error is CodedError {
  return isCodedError(error) && error.code === "SOURCEMAP_INVALID";
}
