/** Turns what a schema says of a value into a sentence for the author of the file. Pure. */

import { nearestNames } from "../../datamodel/nearest-names.ts";

/** As JSON Schema validators report it: a keyword, its parameters, a JSON pointer to the value and one to the rule. */
export interface SchemaProblem {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  readonly message: string;
}

export interface ConfigProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

/** The parts of a JSON pointer, with array indices as numbers where `value` has arrays. */
function pathOf(pointer: string, value: unknown): readonly (string | number)[] {
  let current = value;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = Array.isArray(current) ? Number(key) : key;
      current = typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined;
      return step;
    });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, key) => (typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined),
    value,
  );
}

/** The part of the schema that a JSON pointer such as `#/properties/rojo/additionalProperties` means. */
function ruleAt(schema: unknown, pointer: string): unknown {
  return valueAt(schema, pathOf(pointer.replace(/^#/, ""), undefined));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

function unknownKey(key: string, allowed: readonly string[]): Omit<ConfigProblem, "path"> {
  const nearest = nearestNames(key, allowed);
  return {
    message: `there is no such key`,
    hint:
      nearest.length > 0
        ? `Did you mean ${quoted(nearest)}? Allowed there: ${allowed.join(", ")}.`
        : `Remove it. Allowed there: ${allowed.join(", ")}.`,
  };
}

function numberParam(params: object, name: string): number | undefined {
  const value: unknown = Reflect.get(params, name);
  return typeof value === "number" ? value : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function range(rule: unknown): string {
  const minimum = valueAt(rule, ["minimum"]);
  const maximum = valueAt(rule, ["maximum"]);
  return typeof minimum === "number" && typeof maximum === "number" ? `from ${minimum} to ${maximum}` : "in range";
}

function allowedValues(rule: unknown): readonly string[] {
  const values = valueAt(rule, ["enum"]);
  return Array.isArray(values) ? values.map(String) : [];
}

function sentence(problem: SchemaProblem, rule: unknown, value: unknown): Omit<ConfigProblem, "path"> {
  const values = allowedValues(rule);
  switch (problem.keyword) {
    case "enum": {
      const nearest = typeof value === "string" ? nearestNames(value, values, 1) : [];
      return {
        message: `${JSON.stringify(value)?.slice(0, 80)} is not allowed`,
        hint: `${nearest.length > 0 ? `Did you mean ${quoted(nearest)}? ` : ""}Allowed: ${values.join(", ")}.`,
      };
    }
    case "type": {
      const wanted = String(Reflect.get(problem.params, "type"));
      return {
        message: `expected ${/^[aio]/.test(wanted) ? "an" : "a"} ${wanted}, got ${kindOf(value)}`,
        hint:
          values.length > 0
            ? `Allowed: ${values.join(", ")}.`
            : `Give ${/^[aio]/.test(wanted) ? "an" : "a"} ${wanted}.`,
      };
    }
    case "minimum":
    case "maximum":
      return { message: `${String(value)} is outside of what is allowed`, hint: `Give a number ${range(rule)}.` };
    case "required": {
      const missing: unknown = Reflect.get(problem.params, "requiredProperties");
      const names = Array.isArray(missing) ? missing.map(String) : [];
      return { message: `${quoted(names)} is missing`, hint: `Add ${names.join(", ")}.` };
    }
    case "minLength":
      return { message: "the text is empty", hint: "Give a text, or remove the key." };
    default: {
      const limit = numberParam(problem.params, "limit");
      const tail = limit === undefined ? "" : ` (limit ${limit})`;
      return { message: `${problem.message}${tail}`, hint: "Correct the value." };
    }
  }
}

/**
 * @param schema the root schema, as JSON Schema
 * @param value what was checked
 * @returns undefined for a report that only repeats another one
 */
export function describeProblem(schema: object, value: unknown, problem: SchemaProblem): ConfigProblem | undefined {
  // Each key that is too much is reported by itself as a value for which the schema is `false`.
  if (problem.keyword === "additionalProperties") return undefined;
  const path = pathOf(problem.instancePath, value);
  if (problem.keyword === "boolean") {
    const owner = ruleAt(schema, problem.schemaPath.replace(/\/additionalProperties$/, ""));
    const properties = valueAt(owner, ["properties"]);
    const allowed = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
    return { path, ...unknownKey(String(path.at(-1)), allowed) };
  }
  return { path, ...sentence(problem, ruleAt(schema, problem.schemaPath), valueAt(value, path)) };
}
