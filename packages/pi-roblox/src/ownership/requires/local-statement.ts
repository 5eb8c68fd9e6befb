/** Reads `local a: Type, b = x, y` and tells which names stand for instances. Pure. */

import { type InstanceChain, readChain } from "./instance-chain.ts";
import { type LuauTokens, TokenKind, tokenText } from "./luau-tokens.ts";
import type { Local, Scopes } from "./scopes.ts";

const MAX_NAMES = 200;
const MAX_TYPE_TOKENS = 500;
const OPENS: ReadonlySet<string> = new Set(["(", "{", "[", "<"]);
const CLOSES: ReadonlySet<string> = new Set([")", "}", "]", ">"]);
/** A type does not go beyond these. */
const STATEMENTS: ReadonlySet<string> = new Set(
  "local function return end if for while repeat do break until else elseif".split(" "),
);
/** Behind a chain, these make it a part of something else, such as `a.b or c` or the call `a.b(c)`. */
const CONTINUES: ReadonlySet<string> = new Set(
  ". [ : ( { .. + - * / // % ^ == ~= < > <= >= and or += -= *= /= ..=".split(" "),
);

/** @param at of the word `local`; of `local function`, the name of the function is given */
export function readLocalStatement(tokens: LuauTokens, at: number, scopes: Scopes): readonly Local[] {
  const first = tokenText(tokens, at + 1) === "function" ? at + 2 : at + 1;
  const { names, end } = readNames(tokens, first);
  if (first !== at + 1 || tokenText(tokens, end) !== "=") return names.map((name) => opaque(name, at));
  let next: number | undefined = end + 1;
  return names.map((name) => {
    if (next === undefined) return opaque(name, at);
    const start: number = next;
    const read = readChain(tokens, start, scopes);
    next = undefined;
    if (read === undefined || !isWhole(tokens, read.end)) return opaque(name, endOfRequire(tokens, start));
    if (tokenText(tokens, read.end) === ",") next = read.end + 1;
    return known(name, read.chain, read.end);
  });
}

const opaque = (name: string, visibleFrom: number): Local => ({
  name,
  chain: undefined,
  visibleFrom,
  isReassigned: false,
});
const known = (name: string, chain: InstanceChain, visibleFrom: number): Local => ({
  name,
  chain,
  visibleFrom,
  isReassigned: false,
});

function readNames(tokens: LuauTokens, at: number): { names: readonly string[]; end: number } {
  const names: string[] = [];
  let end = at;
  while (tokens.kinds[end] === TokenKind.name && names.length < MAX_NAMES) {
    names.push(tokenText(tokens, end));
    end = skipAttributeAndType(tokens, end + 1);
    if (tokenText(tokens, end) !== ",") break;
    end += 1;
  }
  return { names, end };
}

/** `<const>` and `: Type`, as far as they go. */
function skipAttributeAndType(tokens: LuauTokens, at: number): number {
  const isAnnotated = tokenText(tokens, at) === ":" || tokenText(tokens, at) === "<";
  if (!isAnnotated) return at;
  let depth = 0;
  for (let index = at; index < at + MAX_TYPE_TOKENS; index += 1) {
    const text = tokenText(tokens, index);
    if (text === "") return index;
    if (depth === 0 && (text === "=" || text === "," || STATEMENTS.has(text))) return index;
    if (OPENS.has(text)) depth += 1;
    if (CLOSES.has(text)) depth -= 1;
  }
  return at;
}

function isWhole(tokens: LuauTokens, at: number): boolean {
  const kind = tokens.kinds[at];
  if (kind === TokenKind.quoted || kind === TokenKind.long || kind === TokenKind.template) return false;
  return !CONTINUES.has(tokenText(tokens, at));
}

/** `local x = require(x.y)`: the new name does not count within the call. */
function endOfRequire(tokens: LuauTokens, at: number): number {
  if (tokenText(tokens, at) !== "require" || tokenText(tokens, at + 1) !== "(") return at;
  let depth = 0;
  for (let index = at + 1; index < at + MAX_TYPE_TOKENS; index += 1) {
    const text = tokenText(tokens, index);
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    if (depth === 0) return index;
  }
  return at;
}
