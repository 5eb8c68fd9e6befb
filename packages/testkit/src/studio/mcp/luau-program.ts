/** The tools' own Luau: programs in `luau/`, run in a DataModel like any other code, with data as one literal. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DataModel } from "../vm/data-model.ts";
import { StudioFailure } from "./studio-failure.ts";

type LuauInput = string | number | boolean | undefined | readonly LuauInput[] | { readonly [key: string]: LuauInput };

/** Pure: a string literal. Bytes above ASCII stay as they are; a torn surrogate becomes U+FFFD. */
function stringLiteral(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must be escaped
  const escaped = text.toWellFormed().replaceAll(/[\u0000-\u001f"\\\u007f]/g, (character) => {
    return `\\${String(character.charCodeAt(0)).padStart(3, "0")}`;
  });
  return `"${escaped}"`;
}

function numberLiteral(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return "(0/0)";
  return value > 0 ? "math.huge" : "(-math.huge)";
}

/** Pure: a value as an expression of Luau. */
export function luauLiteral(value: LuauInput): string {
  if (value === undefined) return "nil";
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `{${value.map((item: LuauInput) => luauLiteral(item)).join(",")}}`;
  const entries = Object.entries(value).map(([key, item]) => `[${stringLiteral(key)}]=${luauLiteral(item)}`);
  return `{${entries.join(",")}}`;
}

/** Names of the files in `luau/` without extension. */
type ProgramName =
  | "classes-at"
  | "find-script"
  | "grep-scripts"
  | "insert-asset"
  | "inspect"
  | "keyboard"
  | "mouse"
  | "navigate"
  | "read-source"
  | "scene"
  | "search-scripts"
  | "search-tree"
  | "write-source";

const readLuau = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./luau/${name}.luau`, import.meta.url)), "utf8");

function programText(name: ProgramName, input: LuauInput): string {
  return `local input = ${luauLiteral(input)}\n${readLuau("resolve")}\n${readLuau(name)}`;
}

/**
 * @param recording name of the undo step that the program's changes make
 * @returns the string that the program returns
 * @throws StudioFailure with the text of the program's error
 */
export async function runProgram(
  dataModel: DataModel,
  name: ProgramName,
  input: LuauInput,
  recording?: string,
): Promise<string> {
  const chunkName = `sabuiltin_Assistant.rbxm.Assistant.Tools.${name}`;
  const result = await dataModel.execute(programText(name, input), {
    chunkName,
    ...(recording === undefined ? {} : { recording }),
  });
  if (!result.ok) throw new StudioFailure(result.message);
  return result.text;
}
