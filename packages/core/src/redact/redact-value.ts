/**
 * Takes secrets out of structured data and leaves plain data that JSON can hold: bounded in depth and size, without
 * cycles. Reads each property once and never throws, whatever getters and proxies do. Pure.
 */

import { plainForm, plainScalar } from "./plain-form.ts";
import { REDACTED } from "./ranges.ts";
import { createTextRedactor, type RedactOptions } from "./redact-text.ts";
import { isSecretName } from "./secret-names.ts";

export interface RedactValueOptions extends RedactOptions {
  /** Levels of objects and lists; what is deeper becomes `[too deep]`. Default 32. */
  readonly maxDepth?: number;
  /** Values in all; what comes later becomes `[omitted]`. Default 100,000. */
  readonly maxNodes?: number;
  /** Characters of one string; longer ones are cut after redaction and end with a note. Default 1,000,000. */
  readonly maxStringCharacters?: number;
  /** Characters of all strings together; those that come later are cut. Default 20,000,000. */
  readonly maxCharacters?: number;
}

/** A longer secret that is cut in two by the limit on strings may keep its first part. */
const MAX_SECRET_CHARACTERS = 16_384;

interface Walk {
  readonly text: (text: string) => string;
  readonly maxDepth: number;
  readonly maxStringCharacters: number;
  readonly open: Set<object>;
  nodesLeft: number;
  charactersLeft: number;
}

interface Place {
  readonly depth: number;
  /** Below a name that is secret, every string is. */
  readonly isSecret: boolean;
}

function cutString(text: string, walk: Walk): string {
  const limit = Math.min(walk.maxStringCharacters, walk.charactersLeft);
  walk.charactersLeft -= Math.min(text.length, limit);
  if (text.length <= limit) return walk.text(text);
  const isPreCut = text.length > limit + MAX_SECRET_CHARACTERS;
  const redacted = walk.text(isPreCut ? text.slice(0, limit + MAX_SECRET_CHARACTERS) : text);
  // The end of a pre-cut text may be the first half of a secret.
  const safe = isPreCut ? Math.max(0, redacted.length - MAX_SECRET_CHARACTERS) : redacted.length;
  const kept = redacted.slice(0, Math.min(limit, safe)).toWellFormed();
  return `${kept}… [${text.length - limit} more characters]`;
}

const isFlag = (value: unknown): value is string => typeof value === "string" && /^--?[A-Za-z]/.test(value);

/** What follows a flag for a secret and is not its value. A secret may begin with a dash, too, but is longer. */
const isNextFlag = (value: unknown): boolean => typeof value === "string" && /^(?:--[A-Za-z]|-[A-Za-z]$)/.test(value);

function redactList(list: readonly unknown[], place: Place, walk: Walk, isPair: boolean): unknown[] {
  const result: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    if (walk.nodesLeft <= 0) {
      result.push(`[${list.length - index} omitted]`);
      break;
    }
    // `--api-key VALUE` in a list of arguments, and [name, value] in a list of headers.
    const before = index === 0 ? undefined : list[index - 1];
    const isNamed = isFlag(before) || (isPair && index === 1 && typeof before === "string");
    const isSecret = place.isSecret || (isNamed && !isNextFlag(list[index]) && isSecretName(before));
    result.push(redactNode(list[index], { depth: place.depth, isSecret }, walk, true));
  }
  return result;
}

function nameOfPair(entries: readonly (readonly [string, unknown])[]): string | undefined {
  const name = entries.find(([key, value]) => /^(?:name|key|header|variable)$/i.test(key) && typeof value === "string");
  return typeof name?.[1] === "string" ? name[1] : undefined;
}

function redactEntries(entries: readonly (readonly [string, unknown])[], place: Place, walk: Walk): unknown {
  const pairName = nameOfPair(entries);
  const isSecretPair = pairName !== undefined && isSecretName(pairName);
  const result: [string, unknown][] = [];
  for (const [key, value] of entries) {
    if (walk.nodesLeft <= 0) {
      result.push(["[omitted]", entries.length - result.length]);
      break;
    }
    const isSecret = place.isSecret || isSecretName(key) || (isSecretPair && key.toLowerCase() === "value");
    result.push([walk.text(key), redactNode(value, { depth: place.depth, isSecret }, walk, false)]);
  }
  return Object.fromEntries(result);
}

function redactObject(value: object, place: Place, walk: Walk, isInList: boolean): unknown {
  const inside: Place = { depth: place.depth + 1, isSecret: place.isSecret };
  const form = plainForm(value);
  if (form.kind === "list") return redactList(form.items, inside, walk, isInList && form.items.length === 2);
  if (form.kind === "entries") return redactEntries(form.entries, inside, walk);
  return redactScalar(form.plain, place, walk);
}

function redactScalar(value: unknown, place: Place, walk: Walk): unknown {
  if (typeof value !== "string") return plainScalar(value);
  return place.isSecret && value !== "" ? REDACTED : cutString(value, walk);
}

function redactNode(value: unknown, place: Place, walk: Walk, isInList: boolean): unknown {
  walk.nodesLeft -= 1;
  if (typeof value !== "object" || value === null) return redactScalar(value, place, walk);
  if (walk.open.has(value)) return "[circular]";
  if (place.depth >= walk.maxDepth) return "[too deep]";
  walk.open.add(value);
  const redacted = redactObject(value, place, walk, isInList);
  walk.open.delete(value);
  return redacted;
}

/** The function that redacts values with these options; make it once and use it often. */
export function createValueRedactor(options: RedactValueOptions = {}): <T>(value: T) => T {
  const text = createTextRedactor(options);
  const { maxDepth = 32, maxNodes = 100_000, maxStringCharacters = 1_000_000, maxCharacters = 20_000_000 } = options;
  return <T>(value: T): T => {
    const walk: Walk = {
      text,
      maxDepth,
      maxStringCharacters,
      open: new Set(),
      nodesLeft: maxNodes,
      charactersLeft: maxCharacters,
    };
    // SAFETY: plain data keeps its shape; the documentation says what becomes of the rest.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return redactNode(value, { depth: 0, isSecret: false }, walk, false) as T;
  };
}

/**
 * A copy of `value` without secrets: strings are redacted as by `redactText`, and every string under a secret name is
 * hidden whole; numbers and booleans stay. Plain data keeps its shape. Errors become their name, code, message, hint,
 * data and cause; maps become objects and sets lists; dates and URLs their text; bytes their number; bigints text.
 */
export function redactValue<T>(value: T, options: RedactValueOptions = {}): T {
  return createValueRedactor(options)(value);
}
