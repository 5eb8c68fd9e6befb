import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRecord, type RecordFacts } from "../../../../../src/backends/rojo/server/judge-record.ts";
import { formatRecord, parseRecord, type ServerRecord } from "../../../../../src/backends/rojo/server/server-record.ts";

const RECORD: ServerRecord = {
  nonce: "0123456789abcdef",
  host: "here",
  owner: { pid: 100, startToken: "1-2" },
  server: { pid: 200, startToken: "3-2" },
  isShim: false,
  sessionId: "session-1",
  projectFile: "/p/default.project.json",
  endpoint: { host: "127.0.0.1", port: 34_872 },
  startedAt: "2026-12-01T00:00:00.000Z",
};

const text = fc.string({ minLength: 1, maxLength: 50 });
const identity = fc.record({ pid: fc.integer({ min: 2 }), startToken: fc.option(text, { nil: undefined }) });
const record: fc.Arbitrary<ServerRecord> = fc.record({
  nonce: fc.stringMatching(/^[0-9a-f]{8,64}$/),
  host: text,
  owner: identity,
  server: fc.option(identity, { nil: undefined }),
  isShim: fc.boolean(),
  sessionId: fc.option(text, { nil: undefined }),
  projectFile: text,
  endpoint: fc.record({ host: text, port: fc.integer({ min: 1, max: 65_535 }) }),
  startedAt: text,
});

describe("a record", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(parseRecord(JSON.parse(formatRecord(value)))).toEqual(value);
      }),
    );
  });

  it("of anything else is none", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseRecord(value)).toBeUndefined();
      }),
    );
  });

  it.each([
    ["another version", { version: 2 }],
    ["a pid that means our own group", { server: { pid: 0 } }],
    ["a pid that means all processes", { server: { pid: -1 } }],
    ["the pid of init", { server: { pid: 1 } }],
    ["a pid that is no number", { server: { pid: "200" } }],
    ["a port that is none", { endpoint: { host: "127.0.0.1", port: 0 } }],
    ["a nonce that is a path", { nonce: "../../x" }],
    ["no owner", { owner: undefined }],
    ["a text of a megabyte", { projectFile: "x".repeat(1_000_000) }],
  ])("with %s is none", (_, change) => {
    expect(parseRecord({ version: 1, ...RECORD, ...change })).toBeUndefined();
  });
});

const facts = (change: Partial<RecordFacts> = {}): RecordFacts => ({
  host: "here",
  platform: "linux",
  ownerLife: "dead",
  serverLife: "unknown",
  groupByNonce: undefined,
  answeringSession: undefined,
  ...change,
});

describe("the server of a record", () => {
  it.each<[string, string, Partial<RecordFacts>]>([
    ["in-use", "whose Pi lives", { ownerLife: "living", serverLife: "living" }],
    ["in-use", "whose Pi may live", { ownerLife: "unknown", serverLife: "living" }],
    ["other-machine", "of another machine", { host: "there", serverLife: "living" }],
    ["gone", "that is dead", { serverLife: "dead" }],
    ["gone", "that is dead, with another server at its address", { serverLife: "dead", answeringSession: "session-2" }],
    ["unproved", "whose pid somebody has", {}],
    ["unproved", "whose pid somebody has, with another server at its address", { answeringSession: "session-2" }],
  ])("is %s and never ended: %s", (kind, _, change) => {
    expect(judgeRecord(RECORD, facts(change)).kind).toBe(kind);
  });

  it.each<[string, Partial<RecordFacts>, number]>([
    ["start-time", { serverLife: "living" }, 200],
    ["nonce", { groupByNonce: 300 }, 300],
    ["nonce", { serverLife: "dead", groupByNonce: 200 }, 200],
    ["session", { answeringSession: "session-1", platform: "darwin" }, 200],
    ["session", { answeringSession: "session-1", platform: "win32" }, 200],
  ])("is left over by the proof of its %s", (proof, change, pid) => {
    expect(judgeRecord(RECORD, facts(change))).toEqual({ kind: "left-over", pid, proof });
  });

  it("behind a shim on Windows is not proved by its session, because the shim's pid may be another's", () => {
    const shim = { ...RECORD, isShim: true };
    const given = facts({ answeringSession: "session-1", platform: "win32" });
    expect(judgeRecord(shim, given)).toEqual({ kind: "unproved", pid: 200 });
  });

  it("that was never started is gone, unless its nonce is found", () => {
    const intended = { ...RECORD, server: undefined, sessionId: undefined };
    expect(judgeRecord(intended, facts({ serverLife: undefined }))).toEqual({ kind: "gone" });
    expect(judgeRecord(intended, facts({ serverLife: undefined, groupByNonce: 300 }))).toMatchObject({ pid: 300 });
  });
});
