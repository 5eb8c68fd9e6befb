import { describe, expect, it } from "vitest";
import { explainFailure } from "../../../setup/explain-failure.mjs";

describe("explainFailure", () => {
  it.each([
    ["getaddrinfo ENOTFOUND registry.npmjs.org", /network/],
    ["request failed: SELF_SIGNED_CERT_IN_CHAIN", /certificate/],
    ["npm error code E401", /login/],
    ["npm error code E404", /does not serve/],
    ["ENOSPC: no space left on device, write", /disk space/],
    ["EROFS: read-only file system", /read-only/],
    ["EACCES: permission denied, mkdir", /who owns/],
    ["ERR_PNPM_OUTDATED_LOCKFILE", /lockfile/],
    ["ERR_PNPM_FROZEN_LOCKFILE_WITH_OUTDATED_LOCKFILE", /lockfile/],
    ["ERR_PNPM_IGNORED_BUILDS", /allowBuilds/],
    ["spawn npx ENOENT", /Install npm/],
    ["src/index.ts(3,1): error TS2304: Cannot find name", /type error/],
    ["Cannot find index: src/index.ts", /git status/],
    ["something nobody has seen", /node_modules/],
  ])("names the step and a remedy for %s", (output, remedy) => {
    const [step, advice] = explainFailure("installs the dependencies", output).split("\n");
    expect(step).toContain("installs the dependencies");
    expect(advice).toMatch(remedy);
  });
});
