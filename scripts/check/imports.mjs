/** Import rules: direction between packages and layers, and who may touch processes, sockets and the disk. Pure. */

import { EFFECT_MODULES, FS_WRITERS, FS_WRITERS_ALLOWED, LAYERS } from "./layers.mjs";

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:([^"';]*?)\s+from\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** @param {string} text @returns {{clause: string, module: string}[]} imports and re-exports of a module's source */
export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map((match) => ({ clause: match[1] ?? "", module: match[2] ?? match[3] ?? "" }));
}

/** @param {string} relative a path such as `tools/x.ts` below a package's `src` */
function layerIndexOf(packageName, relative) {
  const head = relative.split("/")[0].replace(/\.ts$/, "");
  return (LAYERS[packageName] ?? []).findIndex((layer) => layer.includes(head));
}

/** @param {string} from folder of the importer below `src` @param {string} module a relative module name */
function joinRelative(from, module) {
  const parts = from.split("/").slice(0, -1);
  for (const part of module.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function packageRule(packageName, module) {
  if (module.startsWith("testkit")) return "src may not import testkit";
  if (packageName === "core") {
    if (module.startsWith("@earendil-works/")) return "core imports no Pi package";
    if (/^pi-(?!extension-core)/.test(module)) return "core imports no extension";
    return undefined;
  }
  const sibling = /^pi-(roblox|multix|sych)(\/|$)/.exec(module);
  return sibling === null ? undefined : `an extension imports no sibling (${sibling[0]})`;
}

function layerRule(packageName, relative, module) {
  if (!module.startsWith(".")) return undefined;
  const target = joinRelative(relative, module);
  if (target.startsWith("..")) return `${module} leaves src`;
  const from = layerIndexOf(packageName, relative);
  const to = layerIndexOf(packageName, target);
  if (to === -1) return undefined;
  if (from === -1) return `${relative} is in no layer and may not import ${target}`;
  return to < from ? `${target} is in a higher layer than ${relative}` : undefined;
}

function effectRule(path, { clause, module }) {
  for (const rule of EFFECT_MODULES) {
    if (rule.module.test(module) && !rule.allowed.some((allowed) => allowed.test(path)))
      return `${module} is not allowed here`;
  }
  if (!/^(node:)?fs(\/promises)?$/.test(module) || FS_WRITERS_ALLOWED.some((allowed) => allowed.test(path)))
    return undefined;
  if (clause.startsWith("type ") || clause === "") return undefined;
  if (!clause.includes("{")) return `import names from ${module} instead of the whole module`;
  const names = clause
    .replace(/[{}]/g, "")
    .split(",")
    .map((name) => name.trim().split(/\s+as\s+/)[0]);
  const writer = names.find((name) => FS_WRITERS.includes(name));
  return writer === undefined ? undefined : `${writer} of ${module}: write through pi-extension-core/fs`;
}

/** Problems of one source file. @param {string} path from the repository root, forward slashes @param {string} text */
export function checkImports(path, text) {
  const match = /^packages\/([^/]+)\/src\/(.+)$/.exec(path);
  if (match === null || match[1] === "testkit") return [];
  const [, packageName, relative] = match;
  return importsOf(text).flatMap((entry) =>
    [packageRule(packageName, entry.module), layerRule(packageName, relative, entry.module), effectRule(path, entry)]
      .filter((problem) => problem !== undefined)
      .map((problem) => `${path}: ${problem}`),
  );
}
