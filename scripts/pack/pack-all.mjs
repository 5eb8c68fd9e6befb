/** Packs the published packages with pnpm, which replaces workspace: and catalog: by versions. */

import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { hostNpmProgram } from "../setup/npm-program.mjs";
import { published, readJson, root, taskEnvironment } from "../setup/workspace.mjs";

/**
 * @param {string} out absolute, existing folder
 * @returns {{name: string, version: string, file: string, sizeBytes: number}[]} core first
 */
export function packAll(out) {
  const { packageManager } = /** @type {{packageManager: string}} */ (readJson("package.json"));
  const { file: npx, args } = hostNpmProgram("npx");
  return published.map((folder) => {
    const { name, version } = /** @type {{name: string, version: string}} */ (
      readJson(`packages/${folder}/package.json`)
    );
    const command = [...args, "--yes", packageManager, "pack", "--pack-destination", out];
    const run = spawnSync(npx, command, {
      cwd: path.join(root, "packages", folder),
      env: taskEnvironment(),
      encoding: "utf8",
    });
    const file = path.join(out, `${name}-${version}.tgz`);
    if (run.status !== 0 || !existsSync(file))
      throw new Error(`${name} could not be packed:\n${run.stdout}${run.stderr}${run.error?.message ?? ""}`);
    return { name, version, file, sizeBytes: statSync(file).size };
  });
}
