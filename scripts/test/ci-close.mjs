/**
 * Last line of .ci/run: the counts of the test run, and the exit code of the whole. A failed check and a test that was
 * skipped for want of a program count as failures. Arguments: exit codes of the tests and of the check.
 */

import { existsSync, readFileSync } from "node:fs";
import { testSummaryFile } from "../setup/workspace.mjs";
import { closeRun, closingLine } from "./summary.mjs";

const [testsExit, checkExit] = process.argv.slice(2).map(Number);
const tests = existsSync(testSummaryFile) ? JSON.parse(readFileSync(testSummaryFile, "utf8")) : undefined;
const { summary, remarks } = closeRun(tests, { testsExit, checkExit });
for (const remark of remarks) console.log(remark);
console.log(closingLine(summary));
process.exitCode = summary.failed === 0 ? 0 : 1;
