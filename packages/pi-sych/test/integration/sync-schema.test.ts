import { readFile } from "node:fs/promises";
import { hasCode } from "pi-extension-core/errors";
import { parseJson } from "pi-extension-core/json";
import { Compile } from "typebox/schema";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../src/project/parse-manifest.ts";

const HEX = "0".repeat(64);
const schema: unknown = JSON.parse(await readFile(new URL("../../schemas/sync.schema.json", import.meta.url), "utf8"));
const example: unknown = JSON.parse(
  await readFile(new URL("../../../../examples/sych-novel/SYNC.json", import.meta.url), "utf8"),
);
const validator = Compile(schema as object);

function isAccepted(value: unknown): boolean {
  try {
    parseManifest(parseJson(JSON.stringify(value), { source: "SYNC.json" }));
    return true;
  } catch (error) {
    if (hasCode(error, "MANIFEST_INVALID")) return false;
    throw error;
  }
}

const artifact = (fields: object) => ({ version: 2, artifacts: [{ path: "a.md", ...fields }] });

describe("sync.schema.json", () => {
  it.each<[string, unknown]>([
    ["the example", example],
    ["the least", { version: 2, artifacts: [] }],
    ["a schema link and unknown fields", { $schema: "x", version: 2, artifacts: [{ path: "a", x: {} }], y: 1 }],
    ["every form of dependsOn", artifact({ dependsOn: ["b", { path: "c", reason: "r" }] })],
    ["one dependency", artifact({ dependsOn: { path: "c" } })],
    ["a bare fingerprint", artifact({ fingerprint: HEX.toUpperCase() })],
    ["nothing acknowledged", artifact({ fingerprint: null, acknowledgement: null })],
    ["lists of texts", artifact({ authoritativeFor: "dates", updateFrom: ["x", "y"] })],
  ])("accepts what pi-sych accepts: %s", (_what, value) => {
    expect([validator.Check(value), isAccepted(value)]).toEqual([true, true]);
  });

  it.each<[string, unknown]>([
    ["another version", { version: 1, artifacts: [] }],
    ["no artifacts", { version: 2 }],
    ["an absolute path", artifact({ path: "/a" })],
    ["a backslash", artifact({ path: "d\\a" })],
    ["no path", { version: 2, artifacts: [{}] }],
    ["an unknown status", artifact({ status: "fine" })],
    ["a short fingerprint", artifact({ fingerprint: "abc" })],
    ["a dependency without path", artifact({ dependsOn: [{}] })],
    ["an acknowledgement that is text", artifact({ acknowledgement: "yes" })],
    ["a canonical name that is no path", { version: 2, artifacts: [], canonical: { todo: 1 } }],
    ["a blank role", artifact({ role: " " })],
  ])("refuses what pi-sych refuses: %s", (_what, value) => {
    expect([validator.Check(value), isAccepted(value)]).toEqual([false, false]);
  });
});
