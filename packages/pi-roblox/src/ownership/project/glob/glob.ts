/**
 * Matches paths against globs in time linear in the path, whatever the pattern: patterns come from files of a repository,
 * and a backtracking regular expression could be made to hang. Works on UTF-8 bytes as globset does, so `?` is one byte.
 * Pure.
 */

import { type GlobToken, parseGlob } from "./parse-glob.ts";

export interface Glob {
  readonly pattern: string;
  /** Refused by globset before 0.4.18, so by Rojo before 7.7. */
  readonly hasNestedAlternates: boolean;
  /** @param path relative, with `/` between names */
  matches(path: string): boolean;
}

/** One step of a program that runs over the bytes of a path; `next` and `other` are step numbers. */
type Step =
  | { readonly kind: "byte"; readonly accepts: (byte: number) => boolean; next: number }
  | { readonly kind: "split"; next: number; other: number }
  | { readonly kind: "end" };

const ASCII = /^[\0-\x7f]*$/;
const anyByte = (): boolean => true;

/** @returns the glob, or what is wrong with the pattern */
export function compileGlob(pattern: string, platform: NodeJS.Platform): Glob | { readonly problem: string } {
  const parsed = parseGlob(pattern, platform);
  if ("problem" in parsed) return parsed;
  const program = new Program();
  // Special case of globset: a lone `**` matches everything.
  if (parsed.tokens.length === 1 && parsed.tokens[0]?.kind === "recursive-prefix") program.star(anyByte);
  else program.tokens(parsed.tokens);
  const steps = program.finish();
  const suffix = literalSuffix(parsed.tokens);
  return {
    pattern,
    hasNestedAlternates: parsed.hasNestedAlternates,
    matches: (path) => {
      const bytes = toBytes(platform === "win32" ? path.replaceAll("\\", "/") : path);
      return bytes.endsWith(suffix) && run(steps, bytes);
    },
  };
}

/** Each byte of the UTF-8 form as one character of a string. */
function toBytes(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** What every match ends with: spares most paths the run. */
function literalSuffix(tokens: readonly GlobToken[]): string {
  let suffix = "";
  for (const token of tokens.toReversed()) {
    if (token.kind !== "literal") break;
    suffix = toBytes(token.character) + suffix;
  }
  return suffix;
}

class Program {
  readonly #steps: Step[] = [];

  finish(): readonly Step[] {
    this.#steps.push({ kind: "end" });
    return this.#steps;
  }

  tokens(tokens: readonly GlobToken[]): void {
    for (const token of tokens) this.#token(token);
  }

  star(accepts: (byte: number) => boolean): void {
    const split = this.#split();
    this.#byte(accepts);
    this.#jump(this.#steps.length - 1, split);
    this.#jumpOther(split, this.#steps.length);
  }

  #token(token: GlobToken): void {
    switch (token.kind) {
      case "literal":
        return this.#literal(token.character);
      case "any":
        return this.#byte(anyByte);
      case "star":
        return this.star(anyByte);
      case "class":
        return this.#byte(classOf(token.isNegated, token.ranges));
      case "recursive-suffix": // /.*
        this.#literal("/");
        return this.star(anyByte);
      case "recursive-prefix": // (/?|.*/)
        return this.#either([
          () => this.#either([() => this.#literal("/"), () => undefined]),
          () => {
            this.star(anyByte);
            this.#literal("/");
          },
        ]);
      case "recursive-middle": // (/|/.*/)
        return this.#either([
          () => this.#literal("/"),
          () => {
            this.#literal("/");
            this.star(anyByte);
            this.#literal("/");
          },
        ]);
      case "alternates": {
        // An empty alternative is left out, as globset does without `empty_alternates`.
        const branches = token.branches.filter((branch) => !isEmpty(branch));
        return this.#either(branches.map((branch) => () => this.tokens(branch)));
      }
    }
  }

  #literal(character: string): void {
    for (const byte of toBytes(character)) {
      const wanted = byte.charCodeAt(0);
      this.#byte((found) => found === wanted);
    }
  }

  #byte(accepts: (byte: number) => boolean): void {
    this.#steps.push({ kind: "byte", accepts, next: this.#steps.length + 1 });
  }

  #split(): number {
    const next = this.#steps.length + 1;
    return this.#steps.push({ kind: "split", next, other: next }) - 1;
  }

  #jump(from: number, to: number): void {
    const step = this.#steps[from];
    if (step !== undefined && step.kind !== "end") step.next = to;
  }

  #jumpOther(from: number, to: number): void {
    const step = this.#steps[from];
    if (step?.kind === "split") step.other = to;
  }

  #either(branches: readonly (() => void)[]): void {
    const exits: number[] = [];
    for (const [index, branch] of branches.entries()) {
      const isLast = index === branches.length - 1;
      const split = isLast ? undefined : this.#split();
      branch();
      // A split with two equal ways is a plain jump.
      if (!isLast) exits.push(this.#split());
      if (split !== undefined) this.#jumpOther(split, this.#steps.length);
    }
    for (const exit of exits) {
      this.#jump(exit, this.#steps.length);
      this.#jumpOther(exit, this.#steps.length);
    }
  }
}

/** True for a branch that globset turns into an empty expression. */
function isEmpty(branch: readonly GlobToken[]): boolean {
  return branch.every((token) => token.kind === "alternates" && token.branches.every(isEmpty));
}

/** A range beyond ASCII becomes the bytes of both ends with a range between, as in the expression that globset writes. */
function classOf(isNegated: boolean, ranges: readonly (readonly [string, string])[]): (byte: number) => boolean {
  const accepted = new Set<number>();
  for (const [first, last] of ranges) {
    const low = toBytes(first);
    const high = toBytes(last);
    for (const byte of low + high) accepted.add(byte.charCodeAt(0));
    if (first === last) continue;
    for (let byte = low.charCodeAt(low.length - 1); byte <= high.charCodeAt(0); byte += 1) accepted.add(byte);
  }
  return (byte) => accepted.has(byte) !== isNegated;
}

/** All ways through the program at once: a set of steps before each byte. */
function run(steps: readonly Step[], bytes: string): boolean {
  let current = new StepSet(steps.length);
  let following = new StepSet(steps.length);
  enter(steps, 0, current);
  for (let index = 0; index < bytes.length && current.size > 0; index += 1) {
    const byte = bytes.charCodeAt(index);
    following.clear();
    for (let position = 0; position < current.size; position += 1) {
      const step = steps[current.at(position)];
      if (step?.kind === "byte" && step.accepts(byte)) enter(steps, step.next, following);
    }
    [current, following] = [following, current];
  }
  return current.has(steps.length - 1);
}

/** Adds a step and what is reached from it without a byte. */
function enter(steps: readonly Step[], start: number, set: StepSet): void {
  const pending = [start];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (!set.add(index)) continue;
    const step = steps[index];
    if (step?.kind === "split") pending.push(step.other, step.next);
  }
}

/** Sparse set of small numbers: adding, asking and emptying take constant time. */
class StepSet {
  size = 0;
  readonly #dense: Uint32Array;
  readonly #sparse: Uint32Array;

  constructor(capacity: number) {
    this.#dense = new Uint32Array(capacity);
    this.#sparse = new Uint32Array(capacity);
  }

  at(position: number): number {
    return this.#dense[position] ?? 0;
  }

  has(value: number): boolean {
    const position = this.#sparse[value] ?? 0;
    return position < this.size && this.#dense[position] === value;
  }

  /** False when it was there. */
  add(value: number): boolean {
    if (this.has(value)) return false;
    this.#dense[this.size] = value;
    this.#sparse[value] = this.size;
    this.size += 1;
    return true;
  }

  clear(): void {
    this.size = 0;
  }
}
