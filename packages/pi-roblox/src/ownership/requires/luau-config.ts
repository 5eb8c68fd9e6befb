/** Reads the aliases of a `.luaurc`. Rules: Luau's Config.cpp and the RFC "require-by-string-aliases". Pure. */

import { describeFailure, isCodedError } from "pi-extension-core/errors";
import { parseJson } from "pi-extension-core/json";

export const LUAU_CONFIG_NAME = ".luaurc";
export const MAX_CONFIG_BYTES = 256 * 1024;

export interface LuauConfig {
  /** Lower-case names, without `@`, to paths as they are written. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Why nothing is known, for a person. */
  readonly problem: string | undefined;
}

const ALIAS_NAME = /^[A-Za-z0-9_.-]+$/;
const MAX_ALIASES = 1000;
const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/** Never throws. @param source how the file is called in messages */
export function parseLuauConfig(text: string, source: string): LuauConfig {
  try {
    const { value } = parseJson(text, { source, comments: true, maxCharacters: MAX_CONFIG_BYTES });
    return { aliases: aliasesOf(value), problem: undefined };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { aliases: NO_ALIASES, problem: describeFailure(error).message };
  }
}

function aliasesOf(value: unknown): ReadonlyMap<string, string> {
  const aliases = typeof value === "object" && value !== null && "aliases" in value ? value.aliases : undefined;
  if (typeof aliases !== "object" || aliases === null) return NO_ALIASES;
  const found = new Map<string, string>();
  for (const [name, path] of Object.entries(aliases).slice(0, MAX_ALIASES))
    if (ALIAS_NAME.test(name) && typeof path === "string") found.set(name.toLowerCase(), path);
  return found;
}
