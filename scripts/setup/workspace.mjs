/** Where things are in this workspace. Runs on Node 20, without dependencies. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Published packages, core first: the others are built and installed with it. */
export const published = ["core", "pi-roblox", "pi-multix", "pi-sych"];
export const extensions = published.filter((name) => name !== "core");

/** Absolute folders of all packages, also of those that are not published. */
export function packageFolders() {
  const packages = path.join(root, "packages");
  return readdirSync(packages)
    .map((name) => path.join(packages, name))
    .filter((folder) => existsSync(path.join(folder, "package.json")));
}

const cacheFolder = path.join(root, "node_modules", ".cache");
export const stampFolder = path.join(cacheFolder, "setup");
/** Counts of the last test run, as JSON: `passed`, `failed`, and the names of the `skipped`. */
export const testSummaryFile = path.join(cacheFolder, "test-summary.json");

/** @param {string} relative @returns {unknown} */
export function readJson(relative) {
  return JSON.parse(readFileSync(path.join(root, relative), "utf8"));
}

/** The workspace's own Node, from the npm package `node`. */
export function workspaceNode() {
  const file = path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(file) ? file : undefined;
}

/**
 * The environment in which tasks run: the workspace's programs come first, and relative paths in arguments are meant
 * from INIT_CWD, the folder in which the user is; the task itself runs at the root.
 * @returns {NodeJS.ProcessEnv}
 */
export function taskEnvironment() {
  const bin = path.join(root, "node_modules", ".bin");
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const initCwd = process.env.INIT_CWD ?? process.cwd();
  return { ...process.env, INIT_CWD: initCwd, [key]: `${bin}${path.delimiter}${process.env[key] ?? ""}` };
}

/** Absolute path of a path that a user gave as argument. @param {string} given */
export const fromUser = (given) => path.resolve(process.env.INIT_CWD ?? process.cwd(), given);

/** Every file below a folder, absolute, sorted. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
