/** Reads typed fields out of parsed JSON and collects every problem with its field path, line and column. Pure. */

import { formatJsonPath, type JsonDocument, type JsonPath } from "pi-extension-core/json";

export interface FieldProblem {
  /** Such as `artifacts[3].dependsOn[0].path`. */
  readonly field: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a JSON value is, in the words of its author. */
function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export class FieldReader {
  readonly problems: FieldProblem[] = [];
  readonly #document: JsonDocument;

  constructor(document: JsonDocument) {
    this.#document = document;
  }

  report(path: JsonPath, message: string): void {
    const { line, column } = this.#document.positionOf(path);
    this.problems.push({ field: formatJsonPath(path) || "(top level)", line, column, message });
  }

  reportType(path: JsonPath, expected: string, value: unknown): void {
    this.report(path, `expected ${expected}, got ${describe(value)}`);
  }

  /** An absent field is no problem; a present one must be a string that is not blank. */
  optionalString(parent: JsonObject, path: JsonPath, name: string): string | undefined {
    const value = parent[name];
    if (value === undefined) return undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    this.reportType([...path, name], "a non-empty string", value);
    return undefined;
  }

  /** A string or an array of strings; absent reads as none. */
  stringList(parent: JsonObject, path: JsonPath, name: string): readonly string[] {
    return this.list(parent, path, name).flatMap(([value, at]) => {
      if (typeof value === "string" && value.trim() !== "") return [value];
      this.reportType(at, "a non-empty string", value);
      return [];
    });
  }

  /** The values of a field that may hold one value or an array of them, each with its own path. */
  list(parent: JsonObject, path: JsonPath, name: string): readonly [unknown, JsonPath][] {
    const value = parent[name];
    const at = [...path, name];
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map((item: unknown, index) => [item, [...at, index]]) : [[value, at]];
  }
}
