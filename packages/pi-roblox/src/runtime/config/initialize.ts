/** `/roblox init`: writes the starter configuration of a workspace. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { coreError } from "pi-extension-core/errors";
import { resolveInside } from "pi-extension-core/fs";
import type { RobloxSession } from "../session/roblox-session.ts";
import { chooseInit, type InitMode } from "./init-choice.ts";
import { writeStarterConfig } from "./init-config.ts";

const MODES: readonly InitMode[] = ["auto", "rojo", "studio-only"];
const PROJECT_FILE = /\.project\.jsonc?$/;

/** @param words `[auto|rojo|studio-only] [project file]` */
function readWords(words: string): { readonly mode: InitMode; readonly file: string | undefined } {
  const [first = "", ...rest] = words.split(/\s+/).filter((word) => word !== "");
  const mode = MODES.find((name) => name === first);
  if (mode !== undefined)
    return { mode, file: rest.length === 0 ? undefined : words.slice(words.indexOf(first) + first.length).trim() };
  if (first === "") return { mode: "auto", file: undefined };
  if (PROJECT_FILE.test(words)) return { mode: "rojo", file: words.trim() };
  throw coreError("INPUT_INVALID", `/roblox init has no mode ${JSON.stringify(first.slice(0, 40))}`, {
    hint: `Use one of: ${MODES.join(", ")}, and then the project file, if any.`,
  });
}

/**
 * @returns what was done, for the user
 * @throws ALREADY_EXISTS when there is a configuration, which is left alone; PROJECT_NOT_FOUND, PATH_OUTSIDE_ROOT, ...
 */
export async function initialize(session: RobloxSession, words: string): Promise<string> {
  const { root, configDirName } = session.options;
  const { mode, file } = readWords(words);
  const given = file === undefined ? undefined : resolveInside(root, file).relative;
  const names = await readdir(root);
  if (given !== undefined && !given.includes("/") && !names.includes(given))
    throw coreError("NOT_FOUND", `${given} does not exist`, { hint: "Name a project file of this folder." });
  const choice = chooseInit(
    mode,
    given,
    names.filter((name) => PROJECT_FILE.test(name)),
  );
  const { folders } = await session.active();
  const written = await writeStarterConfig(root, configDirName, choice, folders.staging);
  const shown = path.relative(root, written);
  return `${shown} was written for mode ${choice.mode}${choice.projectFile === undefined ? "" : ` and ${choice.projectFile}`}.\nRead it, then /reload to use it.`;
}
