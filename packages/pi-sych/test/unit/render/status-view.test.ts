import { hashBytes } from "pi-extension-core/fs";
import { parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../src/project/parse-manifest.ts";
import { buildReport } from "../../../src/project/report.ts";
import { describeEffect, formatReport } from "../../../src/project/report-text.ts";
import { layOutStatus, statusLines } from "../../../src/render/status-view.ts";
import type { CheckResult } from "../../../src/session/session.ts";

const LONG = `${"very/long/folder/".repeat(8)}file.md`;
const WIDE = "章節/暴風雨之夜燈塔熄滅一個小時的完整記錄與時間線對照表.md";

/** Everything that a report can hold, none of the files there. */
function reportOf(artifacts: readonly object[]): Extract<CheckResult, { kind: "checked" }> {
  const manifest = parseManifest(parseJson(JSON.stringify({ version: 2, artifacts }), { source: "SYNC.json" }));
  const report = buildReport({
    manifestLabel: "SYNC.json",
    manifest,
    observations: new Map(),
    lineEndingsOnly: new Set(),
    brief: { path: "PROJECT.md", problems: ["missing"] },
    canonical: [{ name: "agents", path: LONG, isExternal: true, state: "not-approved", reason: "APPROVAL_REQUIRED" }],
    selection: undefined,
    untracked: ["unknown.md"],
  });
  const refusal = { code: "APPROVAL_REQUIRED", message: `${LONG} was not approved`, hint: "Approve it." };
  return { kind: "checked", report, refusal, notes: ["the cache cannot be written"] };
}

const everything = reportOf([
  { path: LONG, fingerprint: hashBytes("x"), dependsOn: [WIDE] },
  { path: WIDE, fingerprint: hashBytes("y"), dependsOn: [LONG, "untracked.md"] },
]);

/** Columns of a text in which CJK characters take two. */
const columnsOf = (text: string): number => text.length + (text.match(/[\u3000-\u9FFF]/g)?.length ?? 0);

describe("statusLines", () => {
  it.each([80, 40, 20])("fits %i columns, wide characters and long paths too", (columns) => {
    const lines = layOutStatus(statusLines(everything, true), columns);
    expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([]);
  });

  it("has a section for each kind of fact", () => {
    const headings = statusLines(everything, true).filter(({ tone }) => tone === "heading");
    expect(headings.map(({ text }) => text.split(" ")[0])).toEqual([
      "Artifacts",
      "Affected",
      "Cycles",
      "Brief",
      "Canonical",
      "Notes",
    ]);
  });

  it("cuts long sections, says how much is hidden, and shows all when expanded", () => {
    const many = reportOf(Array.from({ length: 300 }, (_unused, index) => ({ path: `${index}.md` })));
    const texts = (expanded: boolean) => statusLines(many, expanded).map(({ text }) => text);
    expect(texts(false)).toContain("... 288 more");
    expect(texts(false)).not.toContain("100.md");
    expect(texts(true)).toContain("100.md");
    expect(texts(true)).toContain("... 100 more");
  });

  it("says in so many words that there is no SYNC.json", () => {
    expect(statusLines({ kind: "none", workspaceRoot: ".." }, false)[0]?.text).toContain("No SYNC.json");
  });
});

describe("formatReport", () => {
  it("bounds every list and says how much is left out", () => {
    const many = reportOf(Array.from({ length: 300 }, (_unused, index) => ({ path: `${index}.md` })));
    const lines = formatReport(many.report).split("\n");
    expect(lines.length).toBeLessThan(40);
    expect(lines.filter((line) => line.startsWith("... 270 more"))).toHaveLength(1);
  });

  it("cuts a long chain in the middle", () => {
    const effect = { path: "a", chain: ["a", "b", "z"], distance: 9, directCauses: [] };
    expect(describeEffect(effect)).toBe("a -> b -> (7 more) -> z");
    expect(describeEffect({ ...effect, distance: 2 })).toBe("a -> b -> z");
  });
});
