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
