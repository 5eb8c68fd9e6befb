/** Where things are in this workspace. Runs on Node 20, without dependencies. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Published packages, core first: the others are built and installed with it. */
export const published = ["core", "pi-roblox", "pi-multix", "pi-sych"];
export const extensions = published.filter((name) => name !== "core");

export const stampFolder = path.join(root, "node_modules", ".cache", "setup");

/** @param {string} relative @returns {unknown} */
export function readJson(relative) {
  return JSON.parse(readFileSync(path.join(root, relative), "utf8"));
}

/** The workspace's own Node, from the npm package `node`. */
export function workspaceNode() {
  const file = path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(file) ? file : undefined;
}

/** The environment in which tasks run: the workspace's programs come first. */
export function taskEnvironment() {
  const bin = path.join(root, "node_modules", ".bin");
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return { ...process.env, [key]: `${bin}${path.delimiter}${process.env[key] ?? ""}` };
}

/** Every file below a folder, absolute, sorted. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
