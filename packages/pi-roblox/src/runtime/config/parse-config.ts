/** The text of a configuration file to a configuration with all defaults, or one error that names every problem. Pure. */

import { formatJsonPath, type JsonDocument, parseJson } from "pi-extension-core/json";
import { Value } from "typebox/value";
import { robloxError } from "../../errors.ts";
import { referenceProblems } from "./check-references.ts";
import { type ConfigProblem, describeProblem } from "./describe-problem.ts";
import { type RobloxConfig, robloxConfigSchema, validationCommandSchema } from "./schema.ts";

export interface ParsedConfig {
  readonly config: RobloxConfig;
  /** Top-level keys of the file. */
  readonly sections: readonly string[];
}

const MAX_CHARACTERS = 1_000_000;

/** What a project without a configuration file gets: nothing is started or connected by itself. */
export function defaultConfig(): RobloxConfig {
  return Value.Parse(robloxConfigSchema, Value.Default(robloxConfigSchema, {}));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `Value.Default` fills named properties only, not the values of a record. */
function withDefaults(given: unknown): unknown {
  const filled: unknown = Value.Default(robloxConfigSchema, structuredClone(given));
  const validation = isObject(filled) ? filled["validation"] : undefined;
  const commands = isObject(validation) ? validation["commands"] : undefined;
  if (isObject(commands)) {
    for (const command of Object.values(commands)) Value.Default(validationCommandSchema, command);
  }
  return filled;
}

/** One problem for each place: a value of the wrong type is not also outside of its enum. */
function schemaProblems(value: unknown): readonly ConfigProblem[] {
  const problems = new Map<string, ConfigProblem>();
  for (const found of Value.Errors(robloxConfigSchema, value)) {
    const problem = describeProblem(robloxConfigSchema, value, found);
    const place = JSON.stringify(problem?.path);
    if (problem !== undefined && !problems.has(place)) problems.set(place, problem);
  }
  return [...problems.values()];
}

function failure(document: JsonDocument, problems: readonly ConfigProblem[]): Error {
  const lines = problems.map((problem) => {
    const { line, column } = document.positionOf(problem.path);
    return { line, column, key: formatJsonPath(problem.path) || "(top level)", ...problem };
  });
  const [first, ...others] = lines.sort((a, b) => a.line - b.line || a.column - b.column);
  if (first === undefined) throw new TypeError("failure without a problem");
  const more = others.map(({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`);
  return robloxError(
    "CONFIG_INVALID",
    [`${document.source}:${first.line}:${first.column}: ${first.key}: ${first.message}`, ...more].join("\n"),
    {
      hint: first.hint,
      data: {
        file: document.source,
        problems: lines.map(({ line, column, key, message, hint }) => ({ line, column, key, message, hint })),
      },
    },
  );
}

/**
 * @param text JSONC
 * @param source the file as messages call it
 * @throws JSON_INVALID for text that is no JSONC, LIMIT_EXCEEDED, CONFIG_INVALID with `data.problems` (line, column, key,
 *   message, hint of each)
 */
export function parseConfig(text: string, source: string): ParsedConfig {
  const document = parseJson(text, { source, comments: true, maxCharacters: MAX_CHARACTERS });
  const filled = withDefaults(document.value);
  const wrong = schemaProblems(filled);
  if (wrong.length > 0) throw failure(document, wrong);
  const config = Value.Parse(robloxConfigSchema, filled);
  const broken = referenceProblems(config);
  if (broken.length > 0) throw failure(document, broken);
  return { config, sections: isObject(document.value) ? Object.keys(document.value) : [] };
}
