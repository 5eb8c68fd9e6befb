import { describe, expect, it } from "vitest";
import { explainFailure } from "../../setup/explain-failure.mjs";
import { npmProgram } from "../../setup/npm-program.mjs";
import { closingLine, summarize } from "../summary.mjs";

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

describe("the set-up", () => {
  const host = { execPath: "/usr/bin/node", npmExecPath: undefined, platform: "linux" };

  it("runs npx by its script, without a shell, where npm is installed beside Node", () => {
    const exists = (path: string): boolean => path === "/usr/lib/node_modules/npm/bin/npx-cli.js";
    expect(npmProgram("npx", { ...host, exists })).toEqual({
      file: "/usr/bin/node",
      args: ["/usr/lib/node_modules/npm/bin/npx-cli.js"],
      shell: false,
    });
  });

  it("takes the npm that runs the script, but not pnpm", () => {
    const exists = (path: string): boolean => path.startsWith("/opt/");
    expect(npmProgram("npx", { ...host, npmExecPath: "/opt/npm/bin/npm-cli.js", exists }).args).toEqual([
      "/opt/npm/bin/npx-cli.js",
    ]);
    expect(npmProgram("npx", { ...host, npmExecPath: "/opt/pnpm/bin/pnpm.cjs", exists }).file).toBe("npx");
  });

  it("finds npx on Windows beside node.exe", () => {
    const exists = (path: string): boolean => path === "C:\\node\\node_modules\\npm\\bin\\npx-cli.js";
    expect(
      npmProgram("npx", { execPath: "C:\\node\\node.exe", npmExecPath: undefined, platform: "win32", exists }).shell,
    ).toBe(false);
    expect(
      npmProgram("npx", {
        execPath: "C:\\node\\node.exe",
        npmExecPath: undefined,
        platform: "win32",
        exists: () => false,
      }),
    ).toEqual({ file: "npx", args: [], shell: true });
  });

  it.each([
    ["getaddrinfo ENOTFOUND registry", /registry/],
    ["ENOSPC: no space left", /disk space/],
    ["ERR_PNPM_OUTDATED_LOCKFILE", /lockfile/],
    ["something else", /node_modules/],
  ])("names the step and a remedy for %s", (output, remedy) => {
    const text = explainFailure("installs the dependencies", output);
    expect(text).toContain("installs the dependencies");
    expect(text).toMatch(remedy);
  });
});
