import { describe, expect, it } from "vitest";
import { closeRun, closingLine, summarize } from "../summary.mjs";

const file = (status: string, ...statuses: string[]) => ({
  name: "f",
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `t${index}`, status: each })),
});

describe("the closing line of a test run", () => {
  it("sums tests over files", () => {
    const summary = summarize(
      { testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed")] },
      false,
    );
    expect(closingLine(summary)).toBe("3 passed, 1 failed");
  });

  it("counts a file that did not load as a failure", () => {
    expect(closingLine(summarize({ testResults: [file("failed")] }, false))).toBe("0 passed, 1 failed");
  });

  it("counts a failed run without a failed test as a failure", () => {
    expect(closingLine(summarize({ testResults: [file("passed", "passed")] }, false))).toBe("1 passed, 1 failed");
  });

  it("never counts a skipped test as passed", () => {
    expect(
      closingLine(summarize({ testResults: [file("passed", "passed", "skipped", "pending", "todo")] }, true)),
    ).toBe("1 passed, 0 failed, 3 skipped");
  });
});

describe("the closing line of a CI run", () => {
  const green = { testsExit: 0, checkExit: 0 };
  const tests = { passed: 5, failed: 0, skipped: [] };

  it("repeats the counts of the tests when all is well", () => {
    expect(closingLine(closeRun(tests, green).summary)).toBe("5 passed, 0 failed");
  });

  it("counts a failed check as one failure", () => {
    expect(closeRun(tests, { testsExit: 0, checkExit: 1 }).summary.failed).toBe(1);
  });

  it("counts a test that lacked its program as failed and names it", () => {
    const { summary, remarks } = closeRun({ ...tests, skipped: ["builds a place [needs rojo]", "on Windows"] }, green);
    expect(closingLine(summary)).toBe("5 passed, 1 failed");
    expect(remarks).toEqual([expect.stringContaining("builds a place [needs rojo]")]);
  });

  it("counts a set-up that did not get to the tests as a failure", () => {
    expect(closingLine(closeRun(undefined, { testsExit: 1, checkExit: 1 }).summary)).toBe("0 passed, 2 failed");
  });

  it("fails when the tests failed without a failed test", () => {
    expect(closeRun(tests, { testsExit: 1, checkExit: 0 }).summary.failed).toBe(1);
  });
});
