/**
 * `npm test [-- vitest arguments]`: runs every vitest project, names what was skipped, and closes with the plain line
 * `N passed, N failed`. The counts are also left for .ci/run.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { localProgram } from "./setup/local-program.mjs";
import { endLike, runChild } from "./setup/run-child.mjs";
import { root, taskEnvironment, testSummaryFile } from "./setup/workspace.mjs";
import { closingLine, summarize } from "./test/summary.mjs";

const cache = path.dirname(testSummaryFile);
const report = path.join(cache, "vitest-report.json");
mkdirSync(cache, { recursive: true });
for (const file of [report, testSummaryFile]) rmSync(file, { force: true });

// Unit tests need no outside program, and a run of them alone must not wait for one.
const projects = process.argv.flatMap((word, index, words) => (word === "--project" ? [words[index + 1]] : []));
if (projects.length === 0 || projects.some((name) => name !== "unit")) {
  const tools = await runChild(process.execPath, [path.join(root, "scripts", "tools.mjs")], {
    cwd: root,
    env: taskEnvironment(),
    output: "show",
  });
  if (tools.signal !== null) endLike(tools);
}

const { file, args } = localProgram("vitest");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const command = [...args, "run", ...reporters, ...process.argv.slice(2)];
const end = await runChild(file, command, { cwd: root, env: taskEnvironment(), output: "show" });

// No report: vitest could not read its configuration or was stopped.
const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
const summary = summarize(results, end.code === 0);
for (const name of summary.skipped) console.log(`skipped: ${name}`);
writeFileSync(testSummaryFile, JSON.stringify(summary));
console.log(closingLine(summary));
endLike(end);
