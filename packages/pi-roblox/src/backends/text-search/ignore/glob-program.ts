/**
 * Matches globs in time linear in the path: a glob comes from the project, and turned into a backtracking expression a
 * hostile one would not end. The common shapes, a name or an ending, are compared as text. Pure.
 */

import type { ByteRange, GlobToken } from "./glob-tokens.ts";

export interface GlobCandidate {
  /** From the folder of the ignore file, forward slashes, one character for each byte. */
  readonly path: string;
  /** The last name of `path`. */
  readonly name: string;
}

export type GlobMatcher = (candidate: GlobCandidate) => boolean;

/** One state: it takes a byte and goes on, or goes on to others without taking one. */
interface State {
  takes: ((byte: string) => boolean) | undefined;
  readonly next: State[];
  /** The run of `reach` that has seen this state last. */
  mark: number;
}

const isNoSlash = (byte: string): boolean => byte !== "/";
/** Rust's dot. */
const isNoLineFeed = (byte: string): boolean => byte !== "\n";

export function compileGlob(tokens: readonly GlobToken[]): GlobMatcher {
  return textMatcher(tokens) ?? programMatcher(tokens);
}

/** A glob that is a path, a name, or the ending of a name. */
function textMatcher(tokens: readonly GlobToken[]): GlobMatcher | undefined {
  const isAnywhere = tokens[0]?.kind === "folders-before";
  const isEnding = isAnywhere && tokens[1]?.kind === "any-run";
  const literals = tokens.slice(isEnding ? 2 : isAnywhere ? 1 : 0);
  let text = "";
  for (const token of literals) {
    if (token.kind !== "literal") return undefined;
    text += token.byte;
  }
  if (!isAnywhere) return ({ path }) => path === text;
  if (text === "" || text.includes("/")) return undefined;
  return isEnding ? ({ name }) => name.endsWith(text) : ({ name }) => name === text;
}

function programMatcher(tokens: readonly GlobToken[]): GlobMatcher {
  const end: State = newState();
  // A lone `**` is everything.
  const [only] = tokens;
  const start =
    tokens.length === 1 && only?.kind === "folders-before" ? repeated(isNoLineFeed, end) : chain(tokens, end);
  let run = 0;
  const reach = (from: readonly State[]): State[] => {
    run += 1;
    const pending = [...from];
    const taking: State[] = [];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (state.mark === run) continue;
      state.mark = run;
      if (state.takes === undefined && state !== end) pending.push(...state.next);
      else taking.push(state);
    }
    return taking;
  };
  return ({ path }) => {
    let states = reach([start]);
    for (const byte of path) {
      const taken = states.filter((state) => state.takes?.(byte) === true).flatMap((state) => state.next);
      if (taken.length === 0) return false;
      states = reach(taken);
    }
    return states.includes(end);
  };
}

function newState(takes?: State["takes"], next: readonly State[] = []): State {
  return { takes, next: [...next], mark: 0 };
}

/** Any number of bytes, then `next`. */
function repeated(takes: (byte: string) => boolean, next: State): State {
  const loop = newState(undefined, [next]);
  loop.next.push(newState(takes, [loop]));
  return loop;
}

const taking = (byte: string, next: State): State => newState((found) => found === byte, [next]);

/** The states of `tokens` one after another, from the last to the first. */
function chain(tokens: readonly GlobToken[], next: State): State {
  return tokens.reduceRight((behind, token) => stateOf(token, behind), next);
}

function stateOf(token: GlobToken, next: State): State {
  switch (token.kind) {
    case "literal":
      return taking(token.byte, next);
    case "any":
      return newState(isNoSlash, [next]);
    case "any-run":
      return repeated(isNoSlash, next);
    case "class":
      return newState((byte) => isInRanges(byte, token.ranges) !== token.isNegated, [next]);
    case "folders-before":
      return newState(undefined, [next, taking("/", next), repeated(isNoLineFeed, taking("/", next))]);
    case "folders-behind":
      return taking("/", repeated(isNoLineFeed, next));
    case "folders-between":
      return taking("/", newState(undefined, [next, repeated(isNoLineFeed, taking("/", next))]));
    case "choice": {
      // An empty option is left out, as in globset.
      const options = token.options.filter((option) => !isEmpty(option));
      return options.length === 0
        ? next
        : newState(
            undefined,
            options.map((option) => chain(option, next)),
          );
    }
  }
}

function isEmpty(tokens: readonly GlobToken[]): boolean {
  return tokens.every((token) => token.kind === "choice" && token.options.every(isEmpty));
}

function isInRanges(byte: string, ranges: readonly ByteRange[]): boolean {
  return ranges.some(([first, last]) => byte >= first && byte <= last);
}
