import { hasCode } from "pi-extension-core/errors";
import { parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";
import type { FieldProblem } from "../../../src/project/manifest-fields.ts";
import { parseManifest } from "../../../src/project/parse-manifest.ts";

const HEX = "ab".repeat(32);

const parse = (text: string) => parseManifest(parseJson(text, { source: "SYNC.json" }));
const withArtifacts = (...artifacts: unknown[]): string => JSON.stringify({ version: 2, artifacts }, null, 2);

function problemsOf(text: string): readonly FieldProblem[] {
  try {
    parse(text);
  } catch (error) {
    if (hasCode(error, "MANIFEST_INVALID")) return error.data["problems"] as readonly FieldProblem[];
    throw error;
  }
  return [];
}

describe("parseManifest", () => {
  it("reads every field, and defaults for what is absent", () => {
    const text = JSON.stringify({
      version: 2,
      projectRoot: "book",
      canonical: { agents: "/shared/agents.md" },
      artifacts: [
        {
          path: "a.md",
          fingerprint: `SHA256:${HEX.toUpperCase()}`,
          status: "needs-review",
          role: "plot",
          authoritativeFor: "dates",
          updateFrom: ["b.md"],
          dependsOn: ["b.md", { path: "./c.md", reason: "names" }],
          acknowledgement: { at: "2026-01-01T00:00:00Z", reason: "read" },
          ours: { kept: true },
        },
        { path: "b.md" },
      ],
    });
    const manifest = parse(text);
    expect(manifest).toMatchObject({
      projectRoot: "book",
      canonical: [{ name: "agents", path: "/shared/agents.md" }],
    });
    expect(manifest.artifacts[0]).toMatchObject({
      fingerprint: `sha256:${HEX}`,
      status: "needs-review",
      authoritativeFor: ["dates"],
      dependsOn: [
        { path: "b.md", reason: undefined },
        { path: "c.md", reason: "names" },
      ],
      acknowledgement: { at: "2026-01-01T00:00:00Z", reason: "read" },
    });
    expect(manifest.artifacts[1]).toMatchObject({ index: 1, fingerprint: undefined, status: "current", dependsOn: [] });
  });

  it("brings spellings of one path together, in Unicode too", () => {
    const { artifacts } = parse(withArtifacts({ path: "./x/../a.md" }, { path: "b.md", dependsOn: "./a.md" }));
    expect(artifacts[0]?.path).toBe("a.md");
    expect(artifacts[1]?.dependsOn[0]?.key).toBe(artifacts[0]?.key);
    const [composed, decomposed] = ["é.md", "e\u0301.md"].map((path) => parse(withArtifacts({ path })).artifacts[0]);
    expect(composed?.key).toBe(decomposed?.key);
  });

  it.each([
    ["another version", { version: 1, artifacts: [] }, "version"],
    ["a version that is text", { version: "2", artifacts: [] }, "version"],
    ["no artifacts", { version: 2 }, "artifacts"],
    ["artifacts that are no array", { version: 2, artifacts: {} }, "artifacts"],
    ["a canonical name that is no path", { version: 2, artifacts: [], canonical: { todo: 3 } }, "canonical.todo"],
    [
      "a canonical path with an escape",
      { version: 2, artifacts: [], canonical: { todo: "\u001B[2J" } },
      "canonical.todo",
    ],
    ["a project root with a NUL", { version: 2, artifacts: [], projectRoot: "a\0b" }, "projectRoot"],
    [
      "a canonical path that floods a report",
      { version: 2, artifacts: [], canonical: { todo: "x".repeat(5000) } },
      "canonical.todo",
    ],
    ["a blank project root", { version: 2, artifacts: [], projectRoot: " " }, "projectRoot"],
    ["an array at the top", [], "(top level)"],
  ])("refuses %s with its field", (_what, value, field) => {
    expect(problemsOf(JSON.stringify(value)).map((problem) => problem.field)).toContain(field);
  });

  it.each([
    ["a path that leaves the root", { path: "../a.md" }, "artifacts[0].path"],
    ["an absolute path", { path: "/etc/passwd" }, "artifacts[0].path"],
    ["a drive", { path: "C:/a.md" }, "artifacts[0].path"],
    ["a device name", { path: "x/NUL" }, "artifacts[0].path"],
    ["a backslash", { path: "d\\a.md" }, "artifacts[0].path"],
    ["a control character", { path: "a\u009B.md" }, "artifacts[0].path"],
    ["half of a surrogate pair", { path: "a\uD800.md" }, "artifacts[0].path"],
    ["a direction mark", { path: "a\u200Fb.md" }, "artifacts[0].path"],
    ["a path that floods a report", { path: "d/".repeat(600) + "a.md" }, "artifacts[0].path"],
    ["a character that turns the direction of text", { path: "a\u202Edm.md" }, "artifacts[0].path"],
    ["the root itself", { path: "." }, "artifacts[0].path"],
    ["a folder", { path: "d/" }, "artifacts[0].path"],
    ["an empty path", { path: "" }, "artifacts[0].path"],
    ["no path", {}, "artifacts[0].path"],
    ["something else than an object", "a.md", "artifacts[0]"],
    ["an unknown status", { path: "a.md", status: "Current" }, "artifacts[0].status"],
    ["a short fingerprint", { path: "a.md", fingerprint: "abc" }, "artifacts[0].fingerprint"],
    ["a fingerprint of another kind", { path: "a.md", fingerprint: `md5:${HEX}` }, "artifacts[0].fingerprint"],
    ["a dependency with a backslash", { path: "a.md", dependsOn: ["b.md", "d\\c.md"] }, "artifacts[0].dependsOn[1]"],
    ["a dependency without a path", { path: "a.md", dependsOn: [{ reason: "x" }] }, "artifacts[0].dependsOn[0].path"],
    ["an acknowledgement that is text", { path: "a.md", acknowledgement: "yes" }, "artifacts[0].acknowledgement"],
    ["a role that is a number", { path: "a.md", role: 1 }, "artifacts[0].role"],
  ])("refuses an artifact with %s", (_what, artifact, field) => {
    expect(problemsOf(withArtifacts(artifact)).map((problem) => problem.field)).toEqual([field]);
  });

  it("refuses two artifacts that are one file after normalisation", () => {
    const paths = ["a.md", "./a.md", "é.md", "e\u0301.md"].map((path) => ({ path }));
    expect(problemsOf(withArtifacts(...paths)).map(({ field }) => field)).toEqual([
      "artifacts[1].path",
      "artifacts[3].path",
    ]);
  });

  it("gives line and column of each of several problems", () => {
    const text =
      '{\r\n  "version": 2,\r\n  "artifacts": [\r\n    {"path": "../a"},\r\n    {"path": "b", "status": 1}\r\n  ]\r\n}';
    expect(problemsOf(text)).toMatchObject([
      { field: "artifacts[0].path", line: 4, column: 14 },
      { field: "artifacts[1].status", line: 5, column: 29 },
    ]);
  });

  it("accepts a byte order mark", () => {
    expect(parse(`\uFEFF${withArtifacts({ path: "a.md" })}`).artifacts).toHaveLength(1);
  });

  it("takes __proto__ for a field like others", () => {
    expect(problemsOf('{"version": 2, "artifacts": [{"__proto__": {"path": "a.md"}}]}')).toHaveLength(1);
  });

  it("refuses more than 20,000 artifacts", () => {
    const artifacts = Array.from({ length: 20_001 }, (_unused, index) => ({ path: `${index}` }));
    expect(problemsOf(JSON.stringify({ version: 2, artifacts }))[0]?.field).toBe("artifacts");
  });
});
