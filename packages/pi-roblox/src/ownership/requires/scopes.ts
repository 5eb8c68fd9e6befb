/**
 * Which local a name means at a token: follows the blocks of Luau by its keywords alone. An `if` that is an expression has
 * no `end`, so it is told from the statement by what stands before it. Pure.
 */

import type { InstanceChain } from "./instance-chain.ts";

export interface Local {
  readonly name: string;
  /** What it was set to where it was declared; undefined when that is no chain of instances. */
  readonly chain: InstanceChain | undefined;
  /** Index of the token from which on the name means this. */
  readonly visibleFrom: number;
  isReassigned: boolean;
}

interface Block {
  readonly isIfExpression: boolean;
  readonly locals: Map<string, Local[]>;
}

/** Behind these, a value must come; so an `if` is one. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(
  "= ( , { [ .. + - * / // % ^ == ~= < > <= >= += -= *= /= //= %= ^= ..= # return not and or in while until elseif if".split(
    " ",
  ),
);
const MAX_DEPTH = 1000;

export class Scopes {
  readonly #blocks: Block[] = [newBlock(false)];
  #wasElseOfExpression = false;
  /** Names of a `for`, until its `do`. */
  #ofLoop: readonly Local[] = [];

  lookUp(name: string, at: number): Local | undefined {
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const found = this.#blocks[index]?.locals.get(name)?.findLast((local) => local.visibleFrom <= at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  declare(local: Local): void {
    const { locals } = this.#top();
    const known = locals.get(local.name);
    if (known === undefined) locals.set(local.name, [local]);
    else known.push(local);
  }

  /** @param locals the names behind `for` */
  enterLoop(locals: readonly Local[]): void {
    this.#ofLoop = locals;
  }

  /** @param parameters of a function whose body begins */
  enterFunction(parameters: readonly Local[]): void {
    this.#open(false);
    for (const parameter of parameters) this.declare(parameter);
  }

  /** Takes note of a keyword; of `for`, `function` and `local` the caller does. @param before the token before it */
  keyword(word: string, before: string): void {
    const inExpression = this.#top().isIfExpression;
    if (word === "if") {
      const afterThen = before === "then" && inExpression;
      const afterElse = before === "else" && this.#wasElseOfExpression;
      if (BEFORE_VALUE.has(before) || afterThen || afterElse) this.#open(true);
    } else if (word === "then" && !inExpression) this.#open(false);
    else if (word === "elseif" && !inExpression) this.#close();
    else if (word === "else") {
      this.#wasElseOfExpression = inExpression;
      this.#close();
      if (!inExpression) this.#open(false);
    } else if (word === "do") {
      this.#open(false);
      for (const local of this.#ofLoop) this.declare(local);
      this.#ofLoop = [];
    } else if (word === "repeat") this.#open(false);
    else if (word === "end" || word === "until") {
      while (this.#top().isIfExpression) this.#close();
      this.#close();
    }
  }

  #top(): Block {
    const top = this.#blocks.at(-1);
    if (top !== undefined) return top;
    const block = newBlock(false);
    this.#blocks.push(block);
    return block;
  }

  #open(isIfExpression: boolean): void {
    if (this.#blocks.length < MAX_DEPTH) this.#blocks.push(newBlock(isIfExpression));
  }

  /** The outermost block stays, however many ends there are. */
  #close(): void {
    if (this.#blocks.length > 1) this.#blocks.pop();
  }
}

function newBlock(isIfExpression: boolean): Block {
  return { isIfExpression, locals: new Map() };
}
