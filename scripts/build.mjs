/** Builds every published package: JavaScript by tsup, core's declarations by tsc, licence notices of what is bundled. */

import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { noticesFor } from "./build/notices.mjs";
import { localProgram } from "./setup/local-program.mjs";
import { runChild } from "./setup/run-child.mjs";
import { published, root, taskEnvironment } from "./setup/workspace.mjs";

/** @param {string} folder @param {{file: string, args: string[]}} program @param {string[]} args */
async function run(folder, program, args) {
  const command = [...program.args, ...args];
  const { code, output } = await runChild(program.file, command, {
    cwd: folder,
    env: taskEnvironment(),
    output: "keep",
  });
  if (code !== 0) throw new Error(`${path.relative(root, folder)} could not be built\n${output}`);
}

/** @param {string} name */
async function buildPackage(name) {
  const folder = path.join(root, "packages", name);
  await run(folder, localProgram("tsup"), []);
  if (name === "core") await run(folder, localProgram("typescript", "tsc"), ["-p", "tsconfig.build.json"]);
  const metafile = path.join(folder, "dist", "metafile-esm.json");
  writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.md"), noticesFor(folder, metafile));
  rmSync(metafile);
}

const outcomes = await Promise.allSettled(published.map(buildPackage));
for (const outcome of outcomes)
  if (outcome.status === "rejected") {
    console.error(outcome.reason instanceof Error ? outcome.reason.message : outcome.reason);
    process.exitCode = 1;
  }
