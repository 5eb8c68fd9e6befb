/**
 * `node scripts/tools.mjs`: builds the outside programs that tests run for real, where cargo is present and they are
 * not yet in the cache. Two to five minutes each, once per user. Without cargo it says so and ends well: the tests that
 * need a program are then skipped by name. `npm test` runs it.
 */

import { existsSync } from "node:fs";
import process from "node:process";
import { outsidePrograms } from "../packages/testkit/src/programs/outside-program.ts";
import { toolProgram, toolRoot } from "../packages/testkit/src/programs/tool-cache.ts";
import { endLike, runChild } from "./setup/run-child.mjs";
import { root } from "./setup/workspace.mjs";

const say = (/** @type {string} */ message) => process.stderr.write(`[tools] ${message}\n`);
const cargo = (/** @type {string[]} */ args, /** @type {"show" | "keep"} */ output) =>
  runChild("cargo", args, { cwd: root, env: process.env, output });

async function build() {
  const missing = outsidePrograms.filter(({ name, version }) => !existsSync(toolProgram(name, version)));
  if (missing.length === 0) return;
  if ((await cargo(["--version"], "keep")).code !== 0) {
    say(`no cargo; skipped: tests that need ${missing.map(({ name, version }) => `${name} ${version}`).join(", ")}`);
    return;
  }
  for (const { name, version } of missing) {
    say(`building ${name} ${version}, once`);
    const args = ["install", name, "--version", version, "--locked", "--quiet", "--root", toolRoot(name, version)];
    const end = await cargo(args, "keep");
    if (end.signal !== null) return endLike(end);
    if (end.code !== 0) say(`${name} ${version} was not built; tests that need it are skipped\n${end.output}`);
  }
}

await build();
