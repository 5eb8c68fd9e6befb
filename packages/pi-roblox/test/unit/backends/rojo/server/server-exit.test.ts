import { describe, expect, it } from "vitest";
import { LogTail } from "../../../../../src/backends/rojo/server/log-tail.ts";
import { describeExit, serverExit } from "../../../../../src/backends/rojo/server/server-exit.ts";

const PANIC = "[ERROR rojo] Rojo crashed! You are running Rojo";

describe("the end of a server is told by its words", () => {
  it.each([
    ["port-busy", 1, "Could not start the Rojo server on 127.0.0.1:1.\n1: Address already in use (os error 98)"],
    ["port-busy", 1, `${PANIC} 7.6.1.\nDetails: error binding to 127.0.0.1:1: Address already in use (os error 48)`],
    ["port-busy", 1, "Only one usage of each socket address is normally permitted. (os error 10048)"],
    ["watcher-crash", 1, `${PANIC} 7.7.1.\nkind: Canonicalize\nin file src/change_processor.rs on line 179`],
    ["crash", 1, `${PANIC} 7.7.1.\nDetails: not yet implemented`],
    ["usage", 2, "error: Invalid value \"localhost\" for '--address <ADDRESS>'"],
    ["project", 1, "[ERROR rojo] Error parsing Rojo project in path /p/default.project.json"],
    ["project", 1, "[ERROR rojo] Rojo requires a project file, but no project file was found"],
    ["ended", 1, "Could not start the Rojo server on 10.0.0.1:1: Cannot assign requested address (os error 99)"],
    ["ended", 0, ""],
  ])("as %s", (kind, exitCode, log) => {
    const exit = serverExit({ exitCode, signal: undefined }, log, 7);
    expect(exit).toEqual({ kind, exitCode, signal: undefined, log, atMs: 7 });
    expect(describeExit(exit)).toContain(`exit code ${exitCode}`);
  });

  it("and by its signal", () => {
    const exit = serverExit({ exitCode: undefined, signal: "SIGKILL" }, "Rojo server listening:", 0);
    expect(exit.kind).toBe("signalled");
    expect(describeExit(exit)).toContain("SIGKILL");
  });
});

describe("the log of a server", () => {
  it("keeps its end, however much is printed", () => {
    const log = new LogTail(10);
    for (let line = 0; line < 1000; line += 1) log.push(`line ${line}\n`);
    expect(log.read().endsWith("\nline 999")).toBe(true);
    expect(log.read().length).toBeLessThan(20);
  });
});
