/**
 * Last line of .ci/run: the counts of the test run, and the exit code of the whole. A failed check and a test that was
 * skipped for want of a program count as failures. Arguments: exit codes of the tests and of the check.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { stampFolder } from "../setup/workspace.mjs";
import { closingLine } from "./summary.mjs";

const [testsExit, checkExit] = process.argv.slice(2).map(Number);
const summary = JSON.parse(readFileSync(path.join(stampFolder, "test-summary.json"), "utf8"));

const forWantOfProgram = summary.skipped.filter((/** @type {string} */ name) => name.includes("[needs "));
for (const name of forWantOfProgram) console.log(`skipped for want of a program: ${name}`);
if (checkExit !== 0) console.log("npm run check failed; see above");

const failed = summary.failed + forWantOfProgram.length + (checkExit === 0 ? 0 : 1);
console.log(closingLine({ ...summary, failed, skipped: [] }));
process.exitCode = failed === 0 && testsExit === 0 ? 0 : 1;
