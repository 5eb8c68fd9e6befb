/** `*.model.json(c)` files. Source: Rojo 7.7.1 snapshot_middleware/json_model.rs. Pure. */

import type { JsonDocument, JsonPath } from "pi-extension-core/json";
import { isJsonObject, type JsonObject } from "../project/project-reader.ts";
import type { PropertyTypes } from "../project/property-value.ts";
import type { TextFact } from "./disk-facts.ts";
import { type MapNode, type MapPart, type MapProblem, mapNode, nothing, unknownNode } from "./map-node.ts";
import { classValueProblems, optionalField, parseObject, problemAt, unreadable, valueProblems } from "./rojo-json.ts";

/** Each level of a model takes two of JSON. */
const MAX_DEPTH = 250;

/** @param file absolute and resolved @param name of the root: Rojo takes it from the file, never from inside */
export function readModelJson(file: string, name: string, fact: TextFact, types: PropertyTypes): MapPart {
  if (fact.kind !== "text") return { node: unknownNode(name, [file]), problems: [unreadable(file, fact)] };
  if (fact.text.trim() === "") return nothing;
  const parsed = parseObject(file, fact.text, MAX_DEPTH);
  if ("problem" in parsed) return { node: unknownNode(name, [file]), problems: [parsed.problem] };
  const reader = new ModelReader(parsed.document, types);
  const model = reader.read(parsed.value, []);
  if ((parsed.value["name"] ?? parsed.value["Name"]) !== undefined) reader.warnAboutName();
  return { node: mapNode(name, { ...model, files: [file], sourceFile: file }), problems: reader.problems };
}

class ModelReader {
  readonly problems: MapProblem[] = [];
  readonly #document: JsonDocument;

  readonly #types: PropertyTypes;

  constructor(document: JsonDocument, types: PropertyTypes) {
    this.#document = document;
    this.#types = types;
  }

  warnAboutName(): void {
    const message = "Rojo takes the name of a model from the file; the one inside is ignored";
    this.problems.push({
      ...problemAt(this.#document, [], message),
      effect: "warning",
      hint: "Remove it, or rename the file.",
    });
  }

  /** Depth is limited by the JSON reader, so recursion is bounded. */
  read(value: unknown, keys: JsonPath): MapNode {
    if (!isJsonObject(value)) {
      this.#problem(keys, "an instance must be an object");
      return unknownNode("", []);
    }
    for (const name of ["name", "Name", "id", "$schema"])
      this.problems.push(...optionalField(this.#document, value, keys, name, "string"));
    for (const name of ["properties", "Properties", "attributes"])
      this.problems.push(...valueProblems(this.#document, value, keys, name));
    const className = this.#either(value, keys, "className", "ClassName");
    if (typeof className !== "string") this.#problem(keys, "`className` must be there, as a string");
    const name = this.#either(value, keys, "name", "Name");
    const properties = this.#either(value, keys, "properties", "Properties");
    const known = typeof className === "string" ? className : undefined;
    const at = [...keys, value["properties"] === undefined ? "Properties" : "properties"];
    if (known !== undefined)
      this.problems.push(...classValueProblems(this.#document, properties, at, known, this.#types));
    return mapNode(typeof name === "string" ? name : (known ?? ""), {
      className: known,
      children: this.#children(this.#either(value, keys, "children", "Children"), [
        ...keys,
        value["children"] === undefined ? "Children" : "children",
      ]),
    });
  }

  #children(value: unknown, keys: JsonPath): readonly MapNode[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#problem(keys, "`children` must be a list");
      return [];
    }
    const items: readonly unknown[] = value;
    return items.map((item, index) => this.read(item, [...keys, index]));
  }

  /** Two spellings of one key: Rojo takes either, not both. */
  #either(value: JsonObject, keys: JsonPath, name: string, alias: string): unknown {
    if (value[name] !== undefined && value[alias] !== undefined)
      this.#problem(keys, `\`${name}\` and \`${alias}\` are the same key`);
    return value[name] ?? value[alias] ?? undefinedUnlessNull(value[name], value[alias]);
  }

  #problem(keys: JsonPath, message: string): void {
    this.problems.push(problemAt(this.#document, keys, message));
  }
}

function undefinedUnlessNull(...values: readonly unknown[]): null | undefined {
  return values.includes(null) ? null : undefined;
}
