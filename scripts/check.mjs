/** `npm run check`: every rule that needs no running program. Runs all steps, prints each outcome, fails when one fails. */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const typeChecked = readdirSync("packages").filter((name) => existsSync(`packages/${name}/tsconfig.json`));

/** @type {[string, string[]][]} name and command line of each step */
const steps = [
  ...typeChecked.map(
    (name) => /** @type {[string, string[]]} */ ([`types ${name}`, ["tsc", "-p", `packages/${name}`]]),
  ),
  // Declarations need every exported type spelled out, which the check above does not ask for.
  ["declarations", ["tsc", "-p", "packages/core/tsconfig.build.json", "--noEmit", "--emitDeclarationOnly", "false"]],
  ["types scripts", ["tsc", "-p", "scripts"]],
  ["lint", ["oxlint", "--type-aware", "--deny-warnings"]],
  ["format", ["biome", "ci", "--colors=off"]],
  ["luau", ["node", "--conditions=source", "scripts/check/luau.mjs"]],
  ["unused code", ["knip"]],
  ["structure", ["node", "scripts/check/structure.mjs"]],
];

const failed = [];
for (const [name, [program, ...args]] of steps) {
  const started = Date.now();
  const run = spawnSync(program, args, { encoding: "utf8", shell: process.platform === "win32", maxBuffer: 64 << 20 });
  const ok = run.status === 0;
  console.log(`${ok ? "ok  " : "FAIL"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (ok) continue;
  failed.push(name);
  process.stdout.write(run.stdout ?? "");
  process.stderr.write(run.stderr ?? String(run.error));
}
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
