/** Builds every published package: JavaScript by tsup, core's declarations by tsc, licence notices of what is bundled. */

import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { noticesFor } from "./build/notices.mjs";
import { published, root, taskEnvironment } from "./setup/workspace.mjs";

/** @param {string} folder @param {string[]} command @returns {Promise<void>} rejects with what was printed */
function run(folder, [program, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: taskEnvironment(), shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`${program} in ${folder}:\n${output}`))));
  });
}

async function buildPackage(name) {
  const folder = path.join(root, "packages", name);
  await run(folder, ["tsup"]);
  if (name === "core") await run(folder, ["tsc", "-p", "tsconfig.build.json"]);
  const metafile = path.join(folder, "dist", "metafile-esm.json");
  writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.md"), noticesFor(folder, metafile));
  rmSync(metafile);
}

await Promise.all(published.map(buildPackage));
