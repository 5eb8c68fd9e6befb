import { hashBytes } from "pi-extension-core/fs";
import { parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";
import { planAcknowledgement } from "../../../src/project/acknowledge-plan.ts";
import type { Observation } from "../../../src/project/observe.ts";
import { parseManifest } from "../../../src/project/parse-manifest.ts";

const file = (content: string): Observation => ({
  kind: "file",
  fingerprint: hashBytes(content),
  sizeBytes: content.length,
  storedAs: undefined,
});

interface Entry {
  readonly path: string;
  readonly [field: string]: unknown;
}

/** Acknowledges `selected` as they are; every artifact holds its own path, recorded and on disk, unless told otherwise. */
function plan(entries: readonly Entry[], selected: readonly string[], contents: Readonly<Record<string, string>> = {}) {
  const artifacts = entries.map((entry) => ({ fingerprint: hashBytes(entry.path), ...entry }));
  const manifest = parseManifest(parseJson(JSON.stringify({ version: 2, artifacts }), { source: "SYNC.json" }));
  const observations = new Map(manifest.artifacts.map(({ key }) => [key, file(contents[key] ?? key)]));
  return planAcknowledgement({
    manifest,
    observations,
    selected: manifest.artifacts
      .filter(({ path }) => selected.includes(path))
      .map((artifact) => ({ artifact, fingerprint: hashBytes(contents[artifact.key] ?? artifact.key) })),
    reason: "read",
    at: "2026-01-01T00:00:00.000Z",
  });
}

describe("planAcknowledgement", () => {
  it("edits the selected artifacts alone when their bytes are as before", () => {
    const { edits, marked } = plan([{ path: "a" }, { path: "b", dependsOn: "a" }], ["a"]);
    expect(marked).toEqual([]);
    expect(edits).toEqual([
      { path: ["artifacts", 0, "fingerprint"], value: hashBytes("a") },
      { path: ["artifacts", 0, "status"], value: "current" },
      { path: ["artifacts", 0, "acknowledgement"], value: { at: "2026-01-01T00:00:00.000Z", reason: "read" } },
    ]);
  });

  it("edits an earlier acknowledgement field by field, so that what else is in it stays", () => {
    const { edits } = plan([{ path: "a", acknowledgement: { by: "me" } }], ["a"]);
    expect(edits.map(({ path }) => path.slice(2).join("."))).toEqual([
      "fingerprint",
      "status",
      "acknowledgement.at",
      "acknowledgement.reason",
    ]);
  });

  it("marks direct dependants that were acknowledged and current, and says because of what", () => {
    const entries = [
      { path: "a" },
      { path: "b" },
      { path: "both", dependsOn: ["a", "b", "./a"] },
      { path: "indirect", dependsOn: "both" },
      { path: "stale", dependsOn: "a", status: "stale" },
      { path: "new", dependsOn: "a", fingerprint: null },
    ];
    const { edits, marked } = plan(entries, ["a", "b"], { a: "other", b: "other" });
    expect(marked).toEqual([{ path: "both", because: ["a", "b"] }]);
    expect(edits.at(-1)).toEqual({ path: ["artifacts", 2, "status"], value: "needs-review" });
  });

  it("marks nobody in a cycle that is acknowledged as a whole", () => {
    const cycle = [
      { path: "a", dependsOn: "b" },
      { path: "b", dependsOn: "a" },
      { path: "self", dependsOn: "self" },
    ];
    expect(plan(cycle, ["a", "b", "self"], { a: "1", b: "2", self: "3" })).toMatchObject({ marked: [], warnings: [] });
  });

  it("warns of the nearest source that is not in order", () => {
    const chain = [{ path: "a" }, { path: "b", dependsOn: "a", status: "conflicted" }, { path: "c", dependsOn: "b" }];
    expect(plan(chain, ["c"], { a: "other" }).warnings).toEqual([{ path: "c", source: "b", distance: 1 }]);
    expect(plan(chain, ["b", "c"], { a: "other" }).warnings).toEqual([
      { path: "b", source: "a", distance: 1 },
      { path: "c", source: "a", distance: 2 },
    ]);
  });
});
