/** Finds every call of `require` in Luau source and what it asks for. Pure. */

import { type InstanceChain, readChain, skipCast } from "./instance-chain.ts";
import { readLocalStatement } from "./local-statement.ts";
import { type LuauTokens, TokenKind, tokenize, tokenText } from "./luau-tokens.ts";
import type { InstanceStep, RequireArgument, RequireCall } from "./require-argument.ts";
import { type Local, Scopes } from "./scopes.ts";
import { stringValue } from "./string-token.ts";

/** More calls than this in one file are not reported. */
export const MAX_CALLS = 2000;
const MAX_TEXT_CHARACTERS = 200;
/** How far a call reaches; a longer one is dynamic anyway. */
const MAX_CALL_CHARACTERS = 2000;
/** Tokens within one call, when its end is looked for. */
const MAX_CALL_TOKENS = 2000;
const MAX_STEPS = 256;
/** Signs and words before `name =` that make it a field, a type or a declaration, whose name means nothing before it. */
const NOT_ASSIGNED_BEHIND: ReadonlySet<string> = new Set("{ , . : | & -> local for type".split(" "));

/** Words that mean something here. */
const WORDS: ReadonlySet<string> = new Set(
  "require local function for if then elseif else do repeat end until".split(" "),
);
const MIN_WORD_LENGTH = 2;
const MAX_WORD_LENGTH = 8;

/** A call whose argument may still turn out to be unknown, when a local is set again later. */
interface FoundCall {
  readonly argument:
    | Exclude<RequireArgument, { kind: "instance" }>
    | { readonly kind: "chain"; readonly chain: InstanceChain };
  readonly start: number;
  readonly end: number;
}

/** Calls in the order of the text; never throws. */
export function findRequires(source: string): readonly RequireCall[] {
  const last = source.lastIndexOf("require");
  if (last === -1) return [];
  // Most scripts require at their top. What is behind the last call counts only where it sets a local again.
  const cut = source.indexOf("\n", last + MAX_CALL_CHARACTERS);
  const calls = cut === -1 ? undefined : findIn(source.slice(0, cut));
  const isSure = calls !== undefined && !mayBeSet(localsOf(calls), source, cut);
  return withPositions(source, isSure ? calls : findIn(source));
}

function findIn(source: string): readonly FoundCall[] {
  return new RequireFinder(tokenize(source)).find();
}

/** All locals that the arguments depend on. */
function localsOf(calls: readonly FoundCall[]): ReadonlySet<Local> {
  const locals = new Set<Local>();
  for (const { argument } of calls) {
    let base = argument.kind === "chain" ? argument.chain.base : undefined;
    while (typeof base === "object" && !locals.has(base)) {
      locals.add(base);
      base = base.chain?.base;
    }
  }
  return locals;
}

/** Whether one of the names stands where it might be set, from an offset on; also true for some that are not. */
function mayBeSet(locals: ReadonlySet<Local>, source: string, from: number): boolean {
  if (locals.size === 0) return false;
  const names = new Set([...locals].map(({ name }) => name));
  const assignment = new RegExp(`\\b(?:${[...names].join("|")})\\b(?=\\s*(?:[=,]|--))`, "g");
  assignment.lastIndex = from;
  return assignment.test(source);
}

class RequireFinder {
  readonly #tokens: LuauTokens;
  readonly #scopes = new Scopes();
  readonly #calls: FoundCall[] = [];

  constructor(tokens: LuauTokens) {
    this.#tokens = tokens;
  }

  find(): readonly FoundCall[] {
    const { kinds } = this.#tokens;
    for (let at = 0; at < kinds.length && this.#calls.length < MAX_CALLS; at += 1) {
      if (kinds[at] === TokenKind.name) this.#name(at);
      else if (this.#isAssignment(at)) this.#assignment(at);
    }
    return this.#calls;
  }

  #text(at: number): string {
    return tokenText(this.#tokens, at);
  }

  #name(at: number): void {
    const length = (this.#tokens.ends[at] ?? 0) - (this.#tokens.starts[at] ?? 0);
    if (length > MAX_WORD_LENGTH || length < MIN_WORD_LENGTH) return;
    const word = this.#text(at);
    if (!WORDS.has(word)) return;
    const before = this.#text(at - 1);
    // A field or a method, whatever its name.
    if (before === "." || before === ":") return;
    if (word === "local")
      for (const local of readLocalStatement(this.#tokens, at, this.#scopes)) this.#scopes.declare(local);
    else if (word === "function") this.#function(at);
    else if (word === "for") this.#scopes.enterLoop(this.#namesUntil(at + 1, new Set(["in", "="])));
    else if (word === "require") this.#require(at, before);
    else this.#scopes.keyword(word, before);
  }

  #function(at: number): void {
    let index = at + 1;
    while (this.#tokens.kinds[index] === TokenKind.name || this.#text(index) === "." || this.#text(index) === ":")
      index += 1;
    if (this.#text(index) === "<") while (this.#text(index) !== "" && this.#text(index) !== "(") index += 1;
    this.#scopes.enterFunction(this.#text(index) === "(" ? this.#namesUntil(index + 1, new Set([")"])) : []);
  }

  /** Names that stand first or behind a comma, outside of brackets: parameters, or the variables of a loop. */
  #namesUntil(at: number, ends: ReadonlySet<string>): readonly Local[] {
    const locals: Local[] = [];
    let depth = 0;
    for (let index = at; index < at + MAX_CALL_TOKENS && index < this.#tokens.kinds.length; index += 1) {
      const text = this.#text(index);
      if (depth === 0 && ends.has(text)) break;
      if (text === "(" || text === "{") depth += 1;
      if (text === ")" || text === "}") depth -= 1;
      const isFirst = index === at || this.#text(index - 1) === ",";
      if (depth === 0 && isFirst && this.#tokens.kinds[index] === TokenKind.name)
        locals.push({ name: text, chain: undefined, visibleFrom: at, isReassigned: false });
    }
    return locals;
  }

  #isAssignment(at: number): boolean {
    const { source, kinds, starts, ends } = this.#tokens;
    const start = starts[at] ?? 0;
    return source[start] === "=" && ends[at] === start + 1 && kinds[at - 1] === TokenKind.name;
  }

  /** `a = x` and `a, b = x, y`. */
  #assignment(at: number): void {
    let index = at - 1;
    while (this.#text(index - 1) === "," && this.#tokens.kinds[index - 2] === TokenKind.name) index -= 2;
    const before = this.#text(index - 1);
    if (NOT_ASSIGNED_BEHIND.has(before)) return;
    for (; index < at; index += 2) {
      const local = this.#scopes.lookUp(this.#text(index), at);
      if (local !== undefined) local.isReassigned = true;
    }
  }

  #require(at: number, before: string): void {
    if (before === "function") return;
    const next = at + 1;
    const own = this.#scopes.lookUp("require", at);
    if (this.#text(next) === "(") {
      const { argument, end } = this.#argument(next + 1, ")");
      this.#push(at, end, own, argument);
    } else if (stringValue(this.#tokens, next) !== undefined) {
      this.#push(at, next + 1, own, { kind: "string", path: stringValue(this.#tokens, next) ?? "" });
    } else if (this.#text(next) === "," && before === "(" && this.#text(at - 2) === "pcall") {
      const { argument, end } = this.#argument(next + 1, ")");
      this.#push(at, end, own, argument);
    }
  }

  #push(at: number, end: number, own: Local | undefined, argument: FoundCall["argument"]): void {
    const { starts, ends } = this.#tokens;
    const start = starts[at] ?? 0;
    const known: FoundCall["argument"] =
      own === undefined ? argument : { kind: "dynamic", why: "require is a local of this script here" };
    this.#calls.push({ argument: known, start, end: ends[end - 1] ?? start });
  }

  /** The argument at a token, and the index behind the sign that closes the call. */
  #argument(at: number, close: string): { argument: FoundCall["argument"]; end: number } {
    const simple = this.#simpleArgument(at);
    if (simple !== undefined) {
      const end = skipCast(this.#tokens, simple.end);
      if (this.#text(end) === close) return { argument: simple.argument, end: end + 1 };
    }
    return { argument: { kind: "dynamic", why: "it is computed when the game runs" }, end: this.#endOfCall(at) };
  }

  #simpleArgument(at: number): { argument: FoundCall["argument"]; end: number } | undefined {
    const path = stringValue(this.#tokens, at);
    if (path !== undefined) return { argument: { kind: "string", path }, end: at + 1 };
    const text = this.#text(at);
    if (this.#tokens.kinds[at] === TokenKind.number)
      return /^\d+$/.test(text) ? { argument: { kind: "asset", assetId: text }, end: at + 1 } : undefined;
    const read = readChain(this.#tokens, at, this.#scopes);
    return read === undefined ? undefined : { argument: { kind: "chain", chain: read.chain }, end: read.end };
  }

  #endOfCall(at: number): number {
    let depth = 0;
    for (let index = at; index < at + MAX_CALL_TOKENS && index < this.#tokens.kinds.length; index += 1) {
      const text = this.#text(index);
      if (text === "(") depth += 1;
      if (text === ")" && depth === 0) return index + 1;
      if (text === ")") depth -= 1;
    }
    return at;
  }
}

/** Puts together what locals stand for, once it is known which of them are set again. */
function settle(argument: FoundCall["argument"]): RequireArgument {
  if (argument.kind !== "chain") return argument;
  let { base } = argument.chain;
  let steps: readonly InstanceStep[] = argument.chain.steps;
  while (typeof base !== "string") {
    const { name, chain, isReassigned } = base;
    if (chain === undefined) return { kind: "dynamic", why: `${name} is known only when the game runs` };
    if (isReassigned) return { kind: "dynamic", why: `${name} is set more than once` };
    steps = [...chain.steps, ...steps];
    if (steps.length > MAX_STEPS) return { kind: "dynamic", why: `it has more than ${MAX_STEPS} steps` };
    ({ base } = chain);
  }
  return { kind: "instance", base, steps };
}

function withPositions(source: string, calls: readonly FoundCall[]): readonly RequireCall[] {
  let line = 1;
  let lineStart = 0;
  return calls.map(({ argument, start, end }) => {
    for (
      let feed = source.indexOf("\n", lineStart);
      feed !== -1 && feed < start;
      feed = source.indexOf("\n", lineStart)
    ) {
      line += 1;
      lineStart = feed + 1;
    }
    const isLong = end - start > MAX_TEXT_CHARACTERS;
    const text = isLong ? `${source.slice(start, start + MAX_TEXT_CHARACTERS)}…` : source.slice(start, end);
    return { argument: settle(argument), text, line, column: start - lineStart + 1 };
  });
}
