/** What stands in the elements of a value: text, numbers, parts by name. Each throws PLACE_INVALID for anything else. Pure. */

import type { PlainNumber } from "../luau/values/plain-value.ts";
import { placeInvalid } from "./place-error.ts";
import type { XmlElement } from "./xml-document.ts";

const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
// Studio and rbx-dom write INF and NAN, and Rust's own form inside of ranges and sequences.
const NOT_FINITE = /^([+-]?)(?:inf(?:inity)?|(nan))$/i;
const INTEGER = /^[+-]?\d+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const excerpt = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);

export function textOf({ name, children: [child], text }: XmlElement): string {
  if (child !== undefined) throw placeInvalid(`<${name}> holds <${child.name}> in place of text`, child.line);
  return text;
}

export interface Parts {
  /** An element that must be there. */
  get(name: string): XmlElement;
  /** One that need not. */
  find(name: string): XmlElement | undefined;
}

/** The elements in `element`: those of `names`, each at most once, and nothing else. */
export function partsOf({ name, children, text, line }: XmlElement, names: readonly string[]): Parts {
  if (text.trim() !== "") throw placeInvalid(`<${name}> holds the text ${excerpt(text.trim())}`, line);
  const found = new Map<string, XmlElement>();
  for (const child of children) {
    if (!names.includes(child.name) || found.has(child.name))
      throw placeInvalid(`<${name}> holds a <${child.name}> too many`, child.line);
    found.set(child.name, child);
  }
  const find = (part: string) => found.get(part);
  const get = (part: string) => {
    const element = found.get(part);
    if (element === undefined) throw placeInvalid(`<${name}> lacks <${part}>`, line);
    return element;
  };
  return { find, get };
}

/** The plain form of a number, which JSON can hold. */
export function plainNumber(value: number): PlainNumber {
  if (Number.isNaN(value)) return { type: "number", value: "nan" };
  if (Object.is(value, -0)) return { type: "number", value: "-0" };
  if (Number.isFinite(value)) return value;
  return { type: "number", value: value > 0 ? "inf" : "-inf" };
}

function parseFloatText(text: string, line: number): number {
  const trimmed = text.trim();
  const special = NOT_FINITE.exec(trimmed);
  if (special !== null) {
    if (special[2] !== undefined) return Number.NaN;
    return special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!FLOAT.test(trimmed)) throw placeInvalid(`${excerpt(text)} is not a number`, line);
  return Number(trimmed);
}

/** A number of 32 bits, as scripts read it: 0.1 is 0.10000000149011612. */
export const floatOf = (element: XmlElement): PlainNumber =>
  plainNumber(Math.fround(parseFloatText(textOf(element), element.line)));

export const doubleOf = (element: XmlElement): PlainNumber =>
  plainNumber(parseFloatText(textOf(element), element.line));

/** Numbers of 32 bits with spaces between them, in groups. @param size of a group */
export function floatGroupsOf(element: XmlElement, size: number): readonly (readonly PlainNumber[])[] {
  const numbers = textOf(element)
    .split(/\s+/)
    .filter((piece) => piece !== "")
    .map((piece) => plainNumber(Math.fround(parseFloatText(piece, element.line))));
  if (numbers.length % size !== 0)
    throw placeInvalid(
      `<${element.name}> holds ${numbers.length} numbers, which are not groups of ${size}`,
      element.line,
    );
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}

/** An integer from `min` to `max`, both included. */
export function bigIntegerOf(element: XmlElement, min: bigint, max: bigint): bigint {
  const text = textOf(element).trim();
  const value = INTEGER.test(text) ? BigInt(text) : undefined;
  if (value === undefined || value < min || value > max)
    throw placeInvalid(`${excerpt(text)} is not an integer from ${min} to ${max}`, element.line);
  return value;
}

/** An integer from `min` to `max`, both included and safe. */
export const integerOf = (element: XmlElement, min: number, max: number): number =>
  Number(bigIntegerOf(element, BigInt(min), BigInt(max)));

export const int32Of = (element: XmlElement): number => integerOf(element, -(2 ** 31), 2 ** 31 - 1);

export function booleanOf(element: XmlElement): boolean {
  const text = textOf(element).trim().toLowerCase();
  if (text !== "true" && text !== "false")
    throw placeInvalid(`${excerpt(text)} is neither true nor false`, element.line);
  return text === "true";
}

export function bytesOf(element: XmlElement): Buffer {
  const text = textOf(element).replace(/\s+/g, "");
  if (!BASE64.test(text)) throw placeInvalid(`${excerpt(text)} is not base64`, element.line);
  return Buffer.from(text, "base64");
}
