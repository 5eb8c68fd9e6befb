/**
 * `node scripts/tools.mjs`: builds the outside programs that tests run for real, where cargo is present and they are
 * not yet in the cache. About 3 minutes each, once per user. Without cargo it says so and ends well: the tests that need
 * a program are then skipped by name.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { outsidePrograms } from "../packages/testkit/src/programs/outside-program.ts";
import { toolProgram, toolRoot } from "../packages/testkit/src/programs/tool-cache.ts";

const say = (/** @type {string} */ message) => process.stderr.write(`[tools] ${message}\n`);
const missing = outsidePrograms.filter(({ name, version }) => !existsSync(toolProgram(name, version)));
const hasCargo = missing.length > 0 && spawnSync("cargo", ["--version"], { stdio: "ignore" }).status === 0;

if (missing.length > 0 && !hasCargo) {
  say(
    `no cargo: tests that need ${missing.map(({ name, version }) => `${name} ${version}`).join(", ")} will be skipped`,
  );
}
for (const { name, version } of hasCargo ? missing : []) {
  say(`building ${name} ${version}`);
  const args = ["install", name, "--version", version, "--locked", "--quiet", "--root", toolRoot(name, version)];
  const { status } = spawnSync("cargo", args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) say(`${name} ${version} could not be built; the tests that need it will be skipped`);
}
