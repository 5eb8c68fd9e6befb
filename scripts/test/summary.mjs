/** Counts of a vitest run. Pure. */

/**
 * @typedef {{fullName: string, status: string}} Assertion
 * @typedef {{name: string, status: string, assertionResults: Assertion[]}} FileResult
 * @typedef {{passed: number, failed: number, skipped: string[]}} Summary
 */

/**
 * A file that could not be loaded counts as one failure, and so does a run that failed for another reason, such as an
 * error outside of any test or a surviving process.
 * @param {{testResults: FileResult[]}} report vitest's JSON report @param {boolean} runSucceeded
 * @returns {Summary}
 */
export function summarize(report, runSucceeded) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const counted = failedTests + brokenFiles;
  const skipped = tests.filter((test) => !["passed", "failed"].includes(test.status)).map((test) => test.fullName);
  return { passed, failed: counted === 0 && !runSucceeded ? 1 : counted, skipped };
}

/** The line that CI reads. @param {Summary} summary */
export function closingLine({ passed, failed, skipped }) {
  const tail = skipped.length === 0 ? "" : `, ${skipped.length} skipped`;
  return `${passed} passed, ${failed} failed${tail}`;
}

/**
 * The counts of a whole CI run. A test that is skipped for want of an outside program says so in its title, as in
 * "builds the place [needs rojo]"; CI has these programs, so there it counts as failed. Other skips, such as those of
 * another platform, were named by `npm test` and do not count.
 * @param {Summary | undefined} tests undefined when the tests did not get as far as counting
 * @param {{testsExit: number, checkExit: number}} exits exit codes
 * @returns {{summary: Summary, remarks: string[]}}
 */
export function closeRun(tests, { testsExit, checkExit }) {
  const { passed, failed, skipped } = tests ?? { passed: 0, failed: 1, skipped: [] };
  const wanting = skipped.filter((name) => name.includes("[needs "));
  const unexplained = testsExit !== 0 && failed === 0 ? 1 : 0;
  return {
    summary: { passed, failed: failed + wanting.length + unexplained + (checkExit === 0 ? 0 : 1), skipped: [] },
    remarks: [
      ...wanting.map((name) => `skipped for want of a program, counts as failed: ${name}`),
      ...(tests === undefined ? ["npm test did not get as far as running tests; see above"] : []),
      ...(unexplained === 0 ? [] : [`npm test ended with ${testsExit}; see above`]),
      ...(checkExit === 0 ? [] : ["npm run check failed; see above"]),
    ],
  };
}
