/** packages/<name>/tools.json: what models read of an extension's tools, recorded for review. */

import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { localProgram } from "../setup/local-program.mjs";
import { runChild } from "../setup/run-child.mjs";
import { readJson, root, taskEnvironment } from "../setup/workspace.mjs";

/** @typedef {import("./surface-rules.mjs").Tool} Tool */

const recordOf = (/** @type {string} */ name) => `packages/${name}/tools.json`;

/** @param {string} name of an extension @returns {Tool[] | undefined} */
export function readToolRecord(name) {
  return existsSync(path.join(root, recordOf(name))) ? /** @type {Tool[]} */ (readJson(recordOf(name))) : undefined;
}

/** @param {string} name @param {Tool[]} tools */
export async function writeToolRecord(name, tools) {
  writeFileSync(path.join(root, recordOf(name)), JSON.stringify(tools, null, 2));
  const { file, args } = localProgram("@biomejs/biome", "biome");
  const command = [...args, "format", "--write", recordOf(name)];
  const { code, output } = await runChild(file, command, { cwd: root, env: taskEnvironment(), output: "keep" });
  if (code !== 0) throw new Error(`${recordOf(name)} could not be formatted:\n${output}`);
}
