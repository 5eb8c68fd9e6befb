import { parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../src/project/parse-manifest.ts";
import { boundMarked, buildReport } from "../../../src/project/report.ts";
import { formatReport } from "../../../src/project/report-text.ts";

function reportOf(artifacts: readonly object[]) {
  const manifest = parseManifest(parseJson(JSON.stringify({ version: 2, artifacts }), { source: "SYNC.json" }));
  return buildReport({
    manifestLabel: "SYNC.json",
    manifest,
    observations: new Map(),
    lineEndingsOnly: new Set(),
    brief: { path: "PROJECT.md", problems: [] },
    canonical: [],
    selection: undefined,
    untracked: [],
  });
}

describe("a report on a SYNC.json with huge values", () => {
  it("does not flood the model with long names and chains", () => {
    const path = (index: number): string => `${index}-${"n".repeat(1000)}`;
    const artifacts = Array.from({ length: 60 }, (_, index) => ({ path: path(index), dependsOn: path(index + 1) }));
    expect(formatReport(reportOf(artifacts)).length).toBeLessThan(60_000);
  });

  it("lists 200 of the artifacts that an acknowledgement marked", () => {
    const marked = Array.from({ length: 5000 }, (_, index) => ({ path: `${index}.md`, because: ["a.md"] }));
    expect(boundMarked({ marked })).toEqual({ marked: marked.slice(0, 200), omitted: { marked: 4800 } });
    expect(boundMarked({ marked: marked.slice(0, 200) })).not.toHaveProperty("omitted");
  });

  it("does not fill the session with texts of any length", () => {
    const text = "x".repeat(100_000);
    const artifact = { path: "a.md", role: text, acknowledgement: { at: text, reason: text } };
    expect(JSON.stringify(reportOf([artifact])).length).toBeLessThan(5_000);
  });
});
