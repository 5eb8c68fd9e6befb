/** Reads expressions that walk from one instance to another, such as `script.Parent:WaitForChild("A")["odd name"]`. Pure. */

import { type LuauTokens, TokenKind, tokenText } from "./luau-tokens.ts";
import type { InstanceStep } from "./require-argument.ts";
import type { Local, Scopes } from "./scopes.ts";
import { stringValue } from "./string-token.ts";

export interface InstanceChain {
  readonly base: "script" | "game" | Local;
  readonly steps: readonly InstanceStep[];
}

export interface ReadChain {
  readonly chain: InstanceChain;
  /** Index of the token behind it. */
  readonly end: number;
}

const GLOBALS: Readonly<Record<string, InstanceChain>> = {
  script: { base: "script", steps: [] },
  game: { base: "game", steps: [] },
  Game: { base: "game", steps: [] },
  workspace: { base: "game", steps: [{ kind: "service", className: "Workspace" }] },
  Workspace: { base: "game", steps: [{ kind: "service", className: "Workspace" }] },
};
const FINDERS: Readonly<Record<string, (name: string) => InstanceStep>> = {
  FindFirstChild: (name) => ({ kind: "child", name }),
  WaitForChild: (name) => ({ kind: "child", name }),
  GetService: (className) => ({ kind: "service", className }),
  FindService: (className) => ({ kind: "service", className }),
  FindFirstAncestor: (name) => ({ kind: "ancestor", name }),
};
const MAX_STEPS = 256;
/** Tokens of what may follow a name in a finder: `true`, `5`, `TIMEOUT * 2`. */
const MAX_FURTHER_TOKENS = 16;

/** The chain at a token, as far as it goes, or undefined where none begins. */
export function readChain(tokens: LuauTokens, at: number, scopes: Scopes): ReadChain | undefined {
  const start = readBase(tokens, at, scopes);
  if (start === undefined) return undefined;
  const steps: InstanceStep[] = [...start.chain.steps];
  let { end } = start;
  while (steps.length < MAX_STEPS) {
    const step = readStep(tokens, end);
    if (step === undefined) break;
    steps.push(step.step);
    ({ end } = step);
  }
  return { chain: { base: start.chain.base, steps }, end };
}

function readBase(tokens: LuauTokens, at: number, scopes: Scopes): ReadChain | undefined {
  // Parentheses around the beginning, each of which must close behind a chain.
  let open = 0;
  while (tokenText(tokens, at + open) === "(" && open < MAX_STEPS) open += 1;
  if (open > 0) {
    let inner = readChain(tokens, at + open, scopes);
    for (let left = open; inner !== undefined && left > 0; left -= 1) {
      const end = skipCast(tokens, inner.end);
      inner = tokenText(tokens, end) === ")" ? { chain: inner.chain, end: end + 1 } : undefined;
    }
    return inner;
  }
  if (tokens.kinds[at] !== TokenKind.name) return undefined;
  const name = tokenText(tokens, at);
  const local = scopes.lookUp(name, at);
  if (local !== undefined) return { chain: { base: local, steps: [] }, end: at + 1 };
  const chain = Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined;
  return chain === undefined ? undefined : { chain, end: at + 1 };
}

function readStep(tokens: LuauTokens, at: number): { step: InstanceStep; end: number } | undefined {
  const sign = tokenText(tokens, at);
  const next = at + 1;
  if (sign === "." && tokens.kinds[next] === TokenKind.name) {
    const name = tokenText(tokens, next);
    return { step: name === "Parent" ? { kind: "parent" } : { kind: "child", name }, end: next + 1 };
  }
  if (sign === "[") {
    const name = stringValue(tokens, next);
    if (name === undefined || tokenText(tokens, next + 1) !== "]") return undefined;
    return { step: { kind: "child", name }, end: next + 2 };
  }
  return sign === ":" ? readFinder(tokens, next) : undefined;
}

/** @param at of the name of the method */
function readFinder(tokens: LuauTokens, at: number): { step: InstanceStep; end: number } | undefined {
  const method = tokenText(tokens, at);
  const toStep = Object.hasOwn(FINDERS, method) ? FINDERS[method] : undefined;
  if (toStep === undefined) return undefined;
  const bare = stringValue(tokens, at + 1);
  if (bare !== undefined) return { step: toStep(bare), end: at + 2 };
  const name = tokenText(tokens, at + 1) === "(" ? stringValue(tokens, at + 2) : undefined;
  if (name === undefined) return undefined;
  const end = endOfArguments(tokens, at + 3);
  return end === undefined ? undefined : { step: toStep(name), end };
}

/** Behind the parenthesis that closes a call, or undefined when something odd stands before it. */
function endOfArguments(tokens: LuauTokens, at: number): number | undefined {
  if (tokenText(tokens, at) === ")") return at + 1;
  if (tokenText(tokens, at) !== ",") return undefined;
  let depth = 0;
  for (let index = at + 1; index < at + MAX_FURTHER_TOKENS; index += 1) {
    const text = tokenText(tokens, index);
    if (text === "(") depth += 1;
    if (text === ")" && depth === 0) return index + 1;
    if (text === ")") depth -= 1;
  }
  return undefined;
}

const OPENS: ReadonlySet<string> = new Set(["(", "{", "[", "<"]);
const CLOSES: ReadonlySet<string> = new Set([")", "}", "]", ">"]);
const MAX_TYPE_TOKENS = 64;

/** Behind a `:: Type`, where one stands; the type goes to the next closing sign or comma. */
export function skipCast(tokens: LuauTokens, at: number): number {
  if (tokenText(tokens, at) !== "::") return at;
  let depth = 0;
  for (let index = at + 1; index < at + MAX_TYPE_TOKENS; index += 1) {
    const text = tokenText(tokens, index);
    if (depth === 0 && (text === "" || text === "," || CLOSES.has(text))) return index;
    if (OPENS.has(text)) depth += 1;
    if (CLOSES.has(text)) depth -= 1;
  }
  return at;
}
