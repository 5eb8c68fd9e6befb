import { descendantsOf, type ProcessRow, parseCim, parseProcStat, parsePs } from "testkit/process-table";
import { describe, expect, it } from "vitest";

describe("parseProcStat", () => {
  const tail = "S 10 20 30 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 1000 100";

  it("reads a name that holds spaces and parentheses", () => {
    expect(parseProcStat(`42 (a ) b (c)) ${tail}`, "prog --flag")).toEqual({
      pid: 42,
      parentPid: 10,
      groupId: 20,
      sessionId: 30,
      started: 987654,
      isZombie: false,
      command: "prog --flag",
    });
  });

  it("knows a zombie and shows its name in place of the missing command line", () => {
    expect(parseProcStat(`42 (dead one) ${tail.replace("S", "Z")}`, "")).toMatchObject({
      isZombie: true,
      command: "dead one",
    });
  });
});

describe("parsePs", () => {
  it("reads rows as macOS prints them and skips what is none", () => {
    const output =
      "  501     1   501 S    Tue Dec  1 09:05:47 2026     /usr/bin/node a.mjs\n\n  502   501   501 Z+   Tue Dec  1 09:05:48 2026 (node)\n";
    const rows = parsePs(output);
    expect(
      rows.map(({ pid, parentPid, groupId, isZombie, command }) => [pid, parentPid, groupId, isZombie, command]),
    ).toEqual([
      [501, 1, 501, false, "/usr/bin/node a.mjs"],
      [502, 501, 501, true, "(node)"],
    ]);
    expect(rows[1]!.started - rows[0]!.started).toBe(1000);
  });
});

describe("parseCim", () => {
  it.each(["/Date(1764547200000)/", "2025-12-01T00:00:00.000Z"])(
    "reads a creation date written as %s",
    (CreationDate) => {
      const output = JSON.stringify([
        { ProcessId: 8, ParentProcessId: 4, CreationDate, CommandLine: null, Name: "node.exe" },
      ]);
      expect(parseCim(output)).toMatchObject([{ pid: 8, parentPid: 4, started: 1764547200000, command: "node.exe" }]);
    },
  );
});

describe("descendantsOf", () => {
  const row = (pid: number, parentPid: number): ProcessRow => ({
    pid,
    parentPid,
    groupId: 0,
    sessionId: 0,
    started: 0,
    isZombie: false,
    command: "",
  });

  it("follows parenthood to any depth, in any order of rows, and leaves the roots out", () => {
    const rows = [row(5, 4), row(4, 3), row(3, 1), row(9, 8), row(1, 0)];
    expect(descendantsOf(new Set([3]), rows).map(({ pid }) => pid)).toEqual([4, 5]);
  });

  it("ends when parents form a ring, as reused numbers can", () => {
    expect(descendantsOf(new Set([1]), [row(1, 2), row(2, 1)]).map(({ pid }) => pid)).toEqual([2]);
  });
});
