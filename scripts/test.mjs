/**
 * `npm test [-- vitest arguments]`: runs every vitest project, names what was skipped, and closes with the plain line
 * `N passed, N failed`. The counts are also left for .ci/run.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, stampFolder } from "./setup/workspace.mjs";
import { closingLine, summarize } from "./test/summary.mjs";

mkdirSync(stampFolder, { recursive: true });
const report = path.join(stampFolder, "vitest-report.json");
rmSync(report, { force: true });

const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const run = spawnSync(process.execPath, [vitest, "run", ...reporters, ...process.argv.slice(2)], {
  stdio: "inherit",
  cwd: root,
});

const summary = summarize(JSON.parse(readFileSync(report, "utf8")), run.status === 0);
for (const name of summary.skipped) console.log(`skipped: ${name}`);
writeFileSync(path.join(stampFolder, "test-summary.json"), JSON.stringify(summary));
console.log(closingLine(summary));
process.exitCode = run.status ?? 1;
