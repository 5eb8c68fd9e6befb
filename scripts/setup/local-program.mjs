/** How to start a program of the workspace's own dependencies without a shell, also on Windows. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./workspace.mjs";

/**
 * @param {string} packageName a dev dependency of the root @param {string} [program] where it is not named like the package
 * @returns {{file: string, args: string[]}} the program's script, run by this Node
 */
export function localProgram(packageName, program = packageName) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const script = typeof bin === "string" ? bin : bin?.[program];
  if (script === undefined) throw new Error(`${packageName} brings no program ${program}`);
  return { file: process.execPath, args: [path.join(folder, script)] };
}
