import { describe, expect, it } from "vitest";
import { parseVersionNumber, type RojoVersion } from "../../../../src/backends/rojo/binary/rojo-version.ts";
import { parseProject } from "../../../../src/ownership/project/parse-project.ts";
import type { ProjectFinding } from "../../../../src/ownership/project/project-types.ts";
import { findingsForVersion, isSince } from "../../../../src/ownership/project/version-findings.ts";

function version(text: string): RojoVersion {
  const parsed = parseVersionNumber(text);
  if (parsed === undefined) throw new TypeError(text);
  return parsed;
}

function findings(text: string, rojo: string, fileName = "default.project.json"): readonly ProjectFinding[] {
  return findingsForVersion(parseProject(text, { source: fileName, platform: "linux" }), fileName, version(rojo));
}

describe("findings", () => {
  const commented = '{\n  // comment\n  "name": "x",\n  "tree": {}\n}';

  it("name line, effect and a fix for the version that is asked about, and nothing for a newer one", () => {
    expect(findings(commented, "7.6.0")).toEqual([
      expect.objectContaining({ line: 2, column: 3, effect: "refused", since: "7.6.1" }),
    ]);
    expect(findings(commented, "7.6.1")).toEqual([]);
  });

  it("hold for a prerelease as for what came before the release", () => {
    expect(findings('{"name": "x", "tree": {}, "serveAllowedHosts": []}', "7.7.0-rc.1")).toHaveLength(1);
    expect(isSince(version("7.7.0-rc.1"), "7.7.0")).toBe(false);
    expect(isSince(version("7.7.0-rc.1"), "7.7.0-rc.1")).toBe(true);
  });

  it("hold for every version where no version reads it", () => {
    expect(findings('{"name": "x", "tree": {}, "serveAddress": "localhost"}', "99.0.0")).toMatchObject([
      { key: "serveAddress", effect: "refused", since: undefined, fix: expect.stringContaining("127.0.0.1") },
    ]);
  });

  it("tell what is ignored from what is refused", () => {
    const text = '{"name": "x", "tree": {"$pth": {}}, "globIgnorePaths": ["!a"]}';
    expect(findings(text, "7.6.1").map(({ key, effect }) => [key, effect])).toEqual([
      ["tree.$pth", "ignored"],
      ["globIgnorePaths[0]", "ignored"],
    ]);
    expect(findings(text, "7.7.1").map(({ key }) => key)).toEqual(["tree.$pth"]);
  });

  it("know the name of the file", () => {
    expect(findings('{"name": "x", "tree": {}}', "7.6.1", "default.project.jsonc")).toHaveLength(1);
    expect(findings('{"tree": {}}', "7.7.1", "game.project.json")).toMatchObject([{ since: undefined }]);
    expect(findings('{"tree": {}}', "7.7.1")).toEqual([]);
    expect(findings('{"tree": {}}', "7.4.0")).toMatchObject([{ since: "7.4.1" }]);
  });
});
