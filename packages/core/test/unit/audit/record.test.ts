import fc from "fast-check";
import { redactValue } from "pi-extension-core/redact";
import { describe, expect, it } from "vitest";
import { dayFileName, expiredDayFiles, sortDayFiles } from "../../../src/audit/day-file.ts";
import { type AuditEntry, formatRecord, parseRecord } from "../../../src/audit/record.ts";

const stamp = { id: "id-1", at: "2026-12-01T10:00:00.000Z" };
const format = (entry: AuditEntry, maxBytes = 4096) => formatRecord(entry, stamp, redactValue, maxBytes);

describe("formatRecord", () => {
  it("puts version, id, time and kind before the caller's fields, which cannot replace them", () => {
    const line = format({ kind: "file.written", version: 9, id: "other", at: "never", path: "a.txt", bytes: 3 });
    expect(line).toBe(
      '{"version":1,"id":"id-1","at":"2026-12-01T10:00:00.000Z","kind":"file.written","path":"a.txt","bytes":3}\n',
    );
  });

  it("is one line of valid JSON within the limit for any data, and says when it was cut", () => {
    const anything = fc.dictionary(
      fc.string(),
      fc.anything({ withBigInt: true, withMap: true, withSet: true, maxDepth: 4 }),
    );
    fc.assert(
      fc.property(anything, fc.integer({ min: 512, max: 2000 }), (fields, maxBytes) => {
        const line = format({ ...fields, kind: "test" }, maxBytes);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(maxBytes);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(parseRecord(line)).toMatchObject({ ...stamp, kind: "test", version: 1 });
      }),
    );
  });

  it.each([
    ["a long string", { text: "ü".repeat(100_000) }],
    ["a long list", { list: Array.from({ length: 50_000 }, (_, index) => index) }],
    ["many fields", Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]))],
    ["long names", { ["n".repeat(50_000)]: 1 }],
    ["many long strings", { list: Array.from({ length: 500 }, () => "y ".repeat(500)) }],
  ])("cuts %s with a note of its size", (_, fields) => {
    const line = format({ kind: "test", first: "kept", ...fields });
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4096);
    const record = parseRecord(line);
    expect(record).toMatchObject({ first: "kept" });
    expect(record?.["truncated"]).toMatchObject({ bytes: expect.any(Number) });
  });

  it("redacts before it cuts, so no half secret stays", () => {
    const secret = "sk-abcdefghijklmnopqrstuvwxyz";
    for (let length = 4050; length < 4100; length += 1) {
      expect(format({ kind: "test", text: `${"w ".repeat(length / 2)}${secret} ${"w ".repeat(5000)}` })).not.toContain(
        "sk-a",
      );
    }
  });

  it.each([[""], ["k".repeat(101)], [undefined as unknown as string]])("refuses the kind %j", (kind) => {
    expect(() => format({ kind })).toThrow(expect.objectContaining({ code: "AUDIT_INVALID" }));
  });
});

describe("parseRecord", () => {
  it.each([
    "",
    "{",
    "[]",
    "null",
    "7",
    '{"version":2,"id":"a","at":"b","kind":"c"}',
    '{"version":1,"id":"a","at":"b"}',
  ])("takes %j for no record", (line) => expect(parseRecord(line)).toBeUndefined());
});

describe("day files", () => {
  it("are named by the UTC day and sorted newest first, foreign names left out", () => {
    expect(dayFileName("2026-12-31T23:59:59.999Z")).toBe("2026-12-31.jsonl");
    const names = ["2026-01-02.jsonl", "x.jsonl", "2026-12-01.jsonl", "2026-01-02.jsonl.bak", "2025-12-31.jsonl"];
    expect(sortDayFiles(names)).toEqual(["2026-12-01.jsonl", "2026-01-02.jsonl", "2025-12-31.jsonl"]);
  });

  it("expire after the days to keep", () => {
    const now = Date.parse("2026-03-10T00:30:00Z");
    const names = ["2026-03-10.jsonl", "2026-03-09.jsonl", "2026-03-08.jsonl", "2020-01-01.txt"];
    expect(expiredDayFiles(names, now, 1)).toEqual(["2026-03-08.jsonl"]);
    expect(expiredDayFiles(names, now, 0)).toEqual(["2026-03-09.jsonl", "2026-03-08.jsonl"]);
    expect(expiredDayFiles(names, now, 9)).toEqual([]);
  });
});
