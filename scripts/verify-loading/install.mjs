/** Installs packed extensions as Pi does: npm, without peers and development parts, into an agent directory. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hostNpmProgram } from "../setup/npm-program.mjs";

/**
 * @param {string} agentDir absolute @param {string[]} tarballs absolute
 * @returns {string} the node_modules folder that Pi reads
 */
export function installLikePi(agentDir, tarballs) {
  // Pi 1.6.0, package-manager.js: installs below <agent dir>/npm with these flags.
  const prefix = path.join(agentDir, "npm");
  mkdirSync(prefix, { recursive: true });
  writeFileSync(path.join(prefix, "package.json"), JSON.stringify({ name: "pi-extensions", private: true }));
  const { file, args } = hostNpmProgram("npm");
  const flags = ["--prefix", prefix, "--legacy-peer-deps", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"];
  const run = spawnSync(file, [...args, "install", ...tarballs, ...flags], { cwd: prefix, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`npm install failed:\n${run.stdout}${run.stderr}${run.error ?? ""}`);
  return path.join(prefix, "node_modules");
}

/** Names of all packages in a node_modules folder, nested ones too. @param {string} folder @returns {string[]} */
export function installedPackages(folder) {
  const isPackage = (/** @type {import("node:fs").Dirent} */ entry) =>
    entry.isDirectory() && !entry.name.startsWith(".");
  const within = (/** @type {string} */ dir) =>
    readdirSync(dir, { withFileTypes: true })
      .filter(isPackage)
      .map((entry) => entry.name);
  return within(folder)
    .flatMap((name) =>
      name.startsWith("@") ? within(path.join(folder, name)).map((each) => `${name}/${each}`) : [name],
    )
    .flatMap((name) => {
      const nested = path.join(folder, name, "node_modules");
      return [
        name,
        ...(readdirSync(path.join(folder, name)).includes("node_modules") ? installedPackages(nested) : []),
      ];
    })
    .sort();
}
