import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ApprovalEntry,
  formatApprovals,
  parseApprovals,
  withApproval,
} from "../../../src/approval/approval-record.ts";

const entry = (digit: string): ApprovalEntry => ({
  key: digit.repeat(64),
  id: digit.repeat(20),
  approvedAt: "2026-12-01T00:00:00.000Z",
  projectRoot: "/p",
  purpose: "test",
  source: { file: "/p/x.json", fingerprint: "sha256:0" },
  executable: "/p/tool",
  args: ["a"],
  envNames: [],
});

describe("the record of approvals", () => {
  it("gives back what was written", () => {
    const entries = [entry("a"), entry("b")];
    expect(parseApprovals(formatApprovals(entries))).toEqual({ state: "valid", entries });
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    '{"version":1}',
    '{"version":0,"approvals":[]}',
    '{"approvals":[]}',
    '{"version":1,"approvals":{}}',
    formatApprovals([{ ...entry("a"), key: "a".repeat(63) }]),
    formatApprovals([{ ...entry("a"), key: "A".repeat(64) }]),
    formatApprovals([{ ...entry("a"), id: "b".repeat(20) }]),
    formatApprovals([entry("a"), { ...entry("b"), args: [1] as unknown as string[] }]),
    formatApprovals([entry("a")]).slice(0, -10),
  ])("is damaged as a whole, and approves nothing, when it reads %j", (text) => {
    expect(parseApprovals(text)).toMatchObject({ state: "damaged" });
  });

  it("is left alone when a later version wrote it", () => {
    expect(parseApprovals('{"version":2,"approvals":"other"}')).toEqual({ state: "newer", version: 2 });
  });

  it("never throws, whatever JSON it holds", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseApprovals(text).state).not.toBe("valid");
      }),
    );
  });

  it("holds one entry for a key, the newest last, and a bounded number of them", () => {
    const newer = { ...entry("a"), purpose: "again" };
    expect(withApproval([entry("a"), entry("b")], newer)).toEqual([entry("b"), newer]);
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...entry("a"), key: String(index).padStart(64, "0") }));
    const grown = withApproval(many, entry("f"));
    expect(grown).toHaveLength(1000);
    expect(grown.at(-1)).toEqual(entry("f"));
  });
});
