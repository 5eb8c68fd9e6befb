/** JSON files with comments that Rojo reads for instances, and what it refuses in them. Pure. */

import { isCodedError } from "pi-extension-core/errors";
import { type JsonDocument, type JsonPath, parseJson } from "pi-extension-core/json";
import { isJsonObject, type JsonObject } from "../project/project-reader.ts";
import {
  attributeValueProblem,
  type PropertyTypes,
  propertyProblem,
  propertyValueProblem,
} from "../project/property-value.ts";
import type { TextFact } from "./disk-facts.ts";
import type { MapProblem } from "./map-node.ts";

const BOM = "\uFEFF";
const HINT = "Correct the file: Rojo maps nothing while it is wrong.";

export function unreadable(file: string, fact: Exclude<TextFact, { kind: "text" }>): MapProblem {
  const isFailure = fact.kind === "unreadable";
  return {
    file,
    line: undefined,
    column: undefined,
    effect: isFailure ? "rojo-fails" : "unknown",
    message: fact.because,
    hint: isFailure ? HINT : "Ask Rojo itself: it reads the file.",
  };
}

/** The object in a file, or the problem that makes Rojo fail. */
export function parseObject(
  file: string,
  text: string,
  maxDepth: number,
): { readonly value: JsonObject; readonly document: JsonDocument } | { readonly problem: MapProblem } {
  try {
    const document = parseJson(text, { source: file, comments: true, maxDepth });
    if (text.startsWith(BOM))
      return { problem: problemAt(document, [], "it begins with a byte order mark, which Rojo does not read") };
    if (isJsonObject(document.value)) return { value: document.value, document };
    return { problem: problemAt(document, [], "it must hold an object") };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    const { line, column } = error.data;
    return {
      problem: {
        file,
        line: typeof line === "number" ? line : undefined,
        column: typeof column === "number" ? column : undefined,
        effect: "rojo-fails",
        message: error.message,
        hint: HINT,
      },
    };
  }
}

/** A problem at a place in a file. */
export function problemAt(document: JsonDocument, keys: JsonPath, message: string): MapProblem {
  const { line, column } = document.positionOf(keys);
  return {
    file: document.source,
    line,
    column,
    effect: "rojo-fails",
    message: `${document.source}:${line}:${column}: ${message}`,
    hint: HINT,
  };
}

/** Rojo takes null for left out. */
export function optionalField(
  document: JsonDocument,
  value: JsonObject,
  keys: JsonPath,
  name: string,
  type: "string" | "boolean",
): readonly MapProblem[] {
  const held = value[name];
  if (held === undefined || held === null || typeof held === type) return [];
  return [problemAt(document, [...keys, name], `\`${name}\` must be a ${type}`)];
}

/** Properties or attributes by their form. Rojo does not take null for a map. */
export function valueProblems(
  document: JsonDocument,
  value: JsonObject,
  keys: JsonPath,
  name: string,
): readonly MapProblem[] {
  const held = value[name];
  if (held === undefined) return [];
  if (!isJsonObject(held)) return [problemAt(document, [...keys, name], `\`${name}\` must be an object`)];
  const problemOf = name === "attributes" ? attributeValueProblem : propertyValueProblem;
  return Object.entries(held).flatMap(([key, item]) => {
    const problem = problemOf(item);
    return problem === undefined ? [] : [problemAt(document, [...keys, name, key], problem)];
  });
}

/** Properties by what the class has. @param keys of the properties */
export function classValueProblems(
  document: JsonDocument,
  properties: unknown,
  keys: JsonPath,
  className: string,
  types: PropertyTypes,
): readonly MapProblem[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const problem = propertyProblem(className, name, value, types);
    return problem === undefined ? [] : [problemAt(document, [...keys, name], problem)];
  });
}
