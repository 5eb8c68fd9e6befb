/**
 * Instance paths as people and models write them. Names are separated by dots: `ServerScriptService.Main`, with `game.`
 * before it or not. A name of other characters than letters, digits, `_`, `-` and inner spaces stands in brackets and
 * quotes: `Workspace["v1.2"].Door`. Calls that only find a child are read, too: `game:GetService("Workspace")`,
 * `Workspace:WaitForChild("Door")`. `workspace` as the first name is `Workspace`. A name in brackets, or in an array, is
 * taken as it is. Pure.
 */

import type { CodedError } from "pi-extension-core/errors";
import { robloxError } from "../errors.ts";
import type { InstancePath } from "./instance-path.ts";
import { readQuoted, writeQuoted } from "./luau-string.ts";

export const MAX_PATH_DEPTH = 256;
/** Of the text, or of the names of an array together, in UTF-16 code units. */
export const MAX_PATH_CHARACTERS = 16_384;

const BARE_NAME = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*(?: +[\p{L}\p{M}\p{N}_-]+)*/uy;
const FINDER = /:(\w+)/y;
const SPACE = /\s*/y;
/** Methods that take one name and give a child; the first two only make sense on `game`. */
const FINDERS: ReadonlySet<string> = new Set(["GetService", "FindService", "FindFirstChild", "WaitForChild"]);
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Luau's keywords, which cannot follow a dot, and the two words that mean something else at the beginning of a path. */
const KEYWORDS: ReadonlySet<string> = new Set(
  "and break do else elseif end false for function if in local nil not or repeat return then true until while".split(
    " ",
  ),
);
const LEADING_WORDS: ReadonlySet<string> = new Set(["game", "workspace"]);

function invalid(text: string, offset: number, problem: string, hint?: string): CodedError {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  const column = offset + 1;
  return robloxError("INSTANCE_PATH_INVALID", `${writeQuoted(shown)}, column ${column}: ${problem}`, {
    hint:
      hint ??
      'Write names with dots between, odd names in brackets: Workspace["v1.2"].Door. Or give an array of names.',
    data: { text: shown, column },
  });
}

function skipSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  return offset + (SPACE.exec(text)?.[0].length ?? 0);
}

interface Step {
  readonly name: string;
  readonly end: number;
}

/** A quoted name and the bracket or parenthesis behind it. @param offset behind the opening one */
function readEnclosed(text: string, offset: number, close: "]" | ")"): Step {
  const open = offset - 1;
  const at = skipSpace(text, offset);
  if (text[at] !== '"' && text[at] !== "'") throw invalid(text, at, "a name in quotes is expected here");
  const quoted = readQuoted(text, at);
  if ("problem" in quoted) throw invalid(text, quoted.offset, quoted.problem);
  const end = skipSpace(text, quoted.end);
  if (text[end] === close) return { name: quoted.value, end: end + 1 };
  if (end >= text.length) throw invalid(text, open, `this ${text[open] ?? ""} is not closed`);
  throw invalid(text, end, `${close} is expected here`);
}

function readBare(text: string, offset: number): Step {
  BARE_NAME.lastIndex = offset;
  const name = BARE_NAME.exec(text)?.[0];
  if (name === undefined)
    throw invalid(text, offset, offset >= text.length ? "a name is missing" : "this begins no name");
  return { name, end: offset + name.length };
}

function readFinder(text: string, offset: number, isOnGame: boolean): Step {
  FINDER.lastIndex = offset;
  const method = FINDER.exec(text)?.[1] ?? "";
  if (!FINDERS.has(method)) throw invalid(text, offset, `only ${[...FINDERS].join(", ")} may follow a colon`);
  if (method.endsWith("Service") && !isOnGame) throw invalid(text, offset, `${method} is a method of game alone`);
  const open = offset + 1 + method.length;
  if (text[open] !== "(") throw invalid(text, open, "( is expected here");
  return readEnclosed(text, open + 1, ")");
}

function readText(text: string): InstancePath {
  if (text.length > MAX_PATH_CHARACTERS)
    throw invalid(text, MAX_PATH_CHARACTERS, `a path has at most ${MAX_PATH_CHARACTERS} characters`);
  const length = text.trimEnd().length;
  const names: string[] = [];
  let at = skipSpace(text, 0);
  if (at >= length) throw invalid(text, at, "a path is expected here", "Write game for the place itself.");
  let isOnGame = false;
  // The first step has no dot before it.
  if (text[at] !== "[") {
    const { name, end } = readBare(text, at);
    isOnGame = name === "game";
    if (!isOnGame) names.push(name === "workspace" ? "Workspace" : name);
    at = end;
  }
  while (at < length) {
    const step = readStep(text, at, isOnGame);
    if (names.length === MAX_PATH_DEPTH) throw invalid(text, at, `a path has at most ${MAX_PATH_DEPTH} names`);
    names.push(step.name);
    isOnGame = false;
    at = step.end;
  }
  return names;
}

function readStep(text: string, at: number, isOnGame: boolean): Step {
  const sign = text[at];
  if (sign === ".") {
    const { name, end } = readBare(text, at + 1);
    return { name: isOnGame && name === "workspace" ? "Workspace" : name, end };
  }
  if (sign === "[") return readEnclosed(text, at + 1, "]");
  if (sign === ":") return readFinder(text, at, isOnGame);
  const slash = sign === "/" || sign === "\\";
  throw invalid(
    text,
    at,
    slash
      ? "names are separated by dots, and a slash in a name needs brackets and quotes"
      : "this cannot stand in a name without brackets and quotes",
  );
}

function readNames(names: readonly string[]): InstancePath {
  if (names.length > MAX_PATH_DEPTH)
    throw robloxError(
      "INSTANCE_PATH_INVALID",
      `A path of ${names.length} names; at most ${MAX_PATH_DEPTH} are allowed`,
    );
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  if (characters > MAX_PATH_CHARACTERS)
    throw robloxError(
      "INSTANCE_PATH_INVALID",
      `The names of a path have ${characters} characters together; at most ${MAX_PATH_CHARACTERS} are allowed`,
    );
  return [...names];
}

/**
 * @param input text in the form above, or the names one by one, which are taken literally
 * @throws INSTANCE_PATH_INVALID, for text with `data.column`, counted from 1 in UTF-16 code units
 */
export function parseInstancePath(input: string | readonly string[]): InstancePath {
  return typeof input === "string" ? readText(input) : readNames(input);
}

/**
 * The shortest text that `parseInstancePath` reads as `path` again; also valid Luau when `game.` stands before it and the
 * first name is plain. `game` for the DataModel itself. One line, without characters that a reader would not see.
 */
export function formatInstancePath(path: InstancePath): string {
  if (path.length === 0) return "game";
  return path.reduce((text, name, index) => {
    const isPlain = PLAIN_NAME.test(name) && !KEYWORDS.has(name) && (index > 0 || !LEADING_WORDS.has(name));
    if (!isPlain) return `${text}[${writeQuoted(name)}]`;
    return index === 0 ? name : `${text}.${name}`;
  }, "");
}
