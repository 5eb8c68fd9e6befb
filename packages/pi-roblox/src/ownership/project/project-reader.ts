/** What the readers of the parts of a project file share: they collect problems instead of stopping at the first. Pure. */

import { formatJsonPath, type JsonDocument, type JsonPath } from "pi-extension-core/json";
import { nearestNames } from "../../datamodel/nearest-names.ts";
import { robloxError } from "../../errors.ts";
import type { ProjectFinding } from "./project-types.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Problem {
  readonly keys: JsonPath;
  readonly message: string;
  readonly hint: string;
}

/** More problems than this are of no use to anybody. */
const MAX_PROBLEMS = 20;

export class ProjectReader {
  readonly findings: ProjectFinding[] = [];
  readonly platform: NodeJS.Platform;
  readonly #document: JsonDocument;
  readonly #problems: Problem[] = [];

  constructor(document: JsonDocument, platform: NodeJS.Platform) {
    this.#document = document;
    this.platform = platform;
  }

  /** Makes the whole file PROJECT_INVALID. */
  problem(keys: JsonPath, message: string, hint = "Correct the project file at that place."): undefined {
    this.#problems.push({ keys, message, hint });
    return undefined;
  }

  unknownKey(keys: JsonPath, known: Iterable<string>): void {
    const key = String(keys.at(-1));
    const [nearest] = nearestNames(key, known, 1);
    const names = [...known];
    const meant = nearest === undefined ? `Rojo knows ${names.join(", ")}.` : `Did you mean ${nearest}?`;
    this.problem(keys, `Rojo knows no key ${JSON.stringify(key.slice(0, 80))} here and refuses the file`, meant);
  }

  finding(keys: JsonPath, finding: Omit<ProjectFinding, "line" | "column" | "key">): void {
    const { line, column } = this.#document.positionOf(keys);
    this.findings.push({ line, column, key: formatJsonPath(keys), ...finding });
  }

  /** @throws PROJECT_INVALID with `data.problems` when there was a problem */
  throwProblems(): void {
    if (this.#problems.length === 0) return;
    const { source } = this.#document;
    const all = this.#problems
      .slice(0, MAX_PROBLEMS)
      .map((problem) => ({
        ...this.#document.positionOf(problem.keys),
        key: formatJsonPath(problem.keys),
        message: problem.message,
        hint: problem.hint,
      }))
      .sort((a, b) => a.line - b.line || a.column - b.column);
    const lines = all.map(
      ({ line, column, key, message }) => `${source}:${line}:${column}: ${key || "(top level)"}: ${message}`,
    );
    const [first] = all;
    throw robloxError("PROJECT_INVALID", lines.join("\n"), {
      ...(first === undefined ? {} : { hint: first.hint }),
      data: { file: source, ...first, problems: all },
    });
  }
}

export function optionalString(reader: ProjectReader, value: unknown, keys: JsonPath): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  return reader.problem(keys, `must be a string, not ${describe(value)}`);
}

export function optionalBoolean(reader: ProjectReader, value: unknown, keys: JsonPath): boolean | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
  return reader.problem(keys, `must be true or false, not ${describe(value)}`);
}

/** A whole number from 0 to `max`. */
export function optionalWholeNumber(
  reader: ProjectReader,
  value: unknown,
  keys: JsonPath,
  max: number,
): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return value;
  return reader.problem(keys, `must be a whole number from 0 to ${max}, not ${describe(value)}`);
}

/** Rojo's lists may be left out, but not null. */
export function stringList(reader: ProjectReader, value: unknown, keys: JsonPath): readonly string[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  if (!isList) reader.problem(keys, `must be a list of strings, not ${describe(value)}`);
  const items: readonly unknown[] = isList ? value : [];
  return items.flatMap((item, index) => {
    if (typeof item === "string") return [item];
    reader.problem([...keys, index], `must be a string, not ${describe(item)}`);
    return [];
  });
}

/** What a value is, without showing it: files may hold secrets. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
