/**
 * JSON and JSONC with a place for everything: errors name line and column, and a caller can ask where a value stands.
 * Messages never quote the file, which may hold secrets. Pure.
 */

import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type CodedError, coreError } from "../errors/index.ts";
import { offsetTooDeep } from "./depth.ts";
import { positionAt, type TextPosition } from "./position.ts";

/** Keys and indices from the root. */
export type JsonPath = readonly (string | number)[];

export interface ParseJsonOptions {
  /** What the text is, for messages: a path, or a name. */
  readonly source: string;
  /** In UTF-16 code units; default 10 million. */
  readonly maxCharacters?: number | undefined;
  /** Default 100. */
  readonly maxDepth?: number | undefined;
  /** Allow comments and trailing commas (JSONC). Default false. */
  readonly comments?: boolean | undefined;
}

export interface JsonDocument {
  readonly source: string;
  /** As given, with its byte order mark and line ends. */
  readonly text: string;
  /** Plain data; objects have no prototype tricks: `__proto__` is a key like others. */
  readonly value: unknown;
  /** Where the value at `path` begins; the nearest enclosing value where it does not exist. */
  positionOf(path: JsonPath): TextPosition;
  /** An error about the value at `path`, with its place. */
  errorAt(path: JsonPath, problem: string, hint?: string): CodedError;
}

const DEFAULT_MAX_CHARACTERS = 10_000_000;
const DEFAULT_MAX_DEPTH = 100;
const BOM = "\uFEFF";

const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that is no JSON value",
  InvalidNumberFormat: "a number that is written wrongly",
  PropertyNameExpected: "a property name in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing brace is missing",
  CloseBracketExpected: "a closing bracket is missing",
  EndOfFileExpected: "there is text after the end",
  InvalidCommentToken: "comments are not allowed",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is cut off",
  InvalidUnicode: "a \\u escape is wrong",
  InvalidEscapeCharacter: "an escape is wrong",
  InvalidCharacter: "a character that is not allowed there",
};

function invalid(source: string, at: TextPosition, problem: string, path?: JsonPath, hint?: string): CodedError {
  const field = path === undefined || path.length === 0 ? "" : `${formatJsonPath(path)}: `;
  return coreError("JSON_INVALID", `${source}:${at.line}:${at.column}: ${field}${problem}`, {
    hint: hint ?? "Correct the file at that place.",
    data: { source, ...at, ...(path === undefined ? {} : { field: formatJsonPath(path) }) },
  });
}

/** `artifacts[3].path`, with quotes around keys that are no plain words; empty for the root. */
export function formatJsonPath(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** The first key that an object holds twice; a parser would silently drop one of the two. */
function findDuplicate(root: Node): { readonly key: string; readonly offset: number } | undefined {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const children = node.children ?? [];
    // Not spread: a call takes only so many arguments.
    for (const child of children) pending.push(child);
    if (node.type !== "object") continue;
    const seen = new Set<unknown>();
    for (const property of children) {
      const key = property.children?.[0];
      if (seen.has(key?.value)) return { key: String(key?.value), offset: key?.offset ?? node.offset };
      seen.add(key?.value);
    }
  }
  return undefined;
}

/** Depth is limited before, so recursion is bounded. */
function toValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === "array") return children.map(toValue);
  if (node.type !== "object") return node.value;
  const value: Record<string, unknown> = {};
  for (const { children: [key, held] = [] } of children) {
    // `__proto__` as plain assignment would change the prototype instead of making a key.
    if (key !== undefined && held !== undefined)
      Object.defineProperty(value, String(key.value), {
        value: toValue(held),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return value;
}

function nodeAt(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}

/**
 * @throws JSON_INVALID with `data.line` and `data.column` for wrong syntax and for a key that stands twice;
 *   LIMIT_EXCEEDED for text that is too long or nested too deeply
 */
export function parseJson(text: string, options: ParseJsonOptions): JsonDocument {
  const { source, maxCharacters = DEFAULT_MAX_CHARACTERS, maxDepth = DEFAULT_MAX_DEPTH, comments = false } = options;
  if (text.length > maxCharacters)
    throw coreError("LIMIT_EXCEEDED", `${source} has more than ${maxCharacters} characters`, {
      data: { source, maxCharacters },
    });
  // The mark is taken off for the parser and given back in every offset.
  const skipped = text.startsWith(BOM) ? BOM.length : 0;
  const body = text.slice(skipped);
  const place = (offset: number): TextPosition => positionAt(body, offset);
  const deep = offsetTooDeep(body, maxDepth);
  if (deep !== undefined)
    throw coreError(
      "LIMIT_EXCEEDED",
      `${source}:${place(deep).line}:${place(deep).column}: nested deeper than ${maxDepth}`,
      {
        data: { source, maxDepth, ...place(deep) },
      },
    );
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, {
    disallowComments: !comments,
    allowTrailingComma: comments,
    allowEmptyContent: false,
  });
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    const problem = first === undefined ? "ValueExpected" : printParseErrorCode(first.error);
    throw invalid(source, place(first?.offset ?? 0), PROBLEMS[problem] ?? problem);
  }
  const duplicate = findDuplicate(root);
  if (duplicate !== undefined)
    throw invalid(
      source,
      place(duplicate.offset),
      `the key ${JSON.stringify(duplicate.key.slice(0, 80))} stands twice`,
    );
  const positionOf = (path: JsonPath): TextPosition => place(nodeAt(root, path).offset);
  return {
    source,
    text,
    value: toValue(root),
    positionOf,
    errorAt: (path, problem, hint) => invalid(source, positionOf(path), problem, path, hint),
  };
}
