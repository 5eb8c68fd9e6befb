import path from "node:path";
import { needsApproval } from "pi-extension-core/approval";
import { describe, expect, it } from "vitest";
import { type ApprovalRequest, assertRequest } from "../../../src/approval/approval-request.ts";
import { isLoadingVariable, programTextCandidates } from "../../../src/approval/program-text.ts";

const fingerprint = `sha256:${"0".repeat(64)}` as const;
const command = { executable: "/p/tool", args: ["a"], env: { A: "1" }, cwd: "/p" };
const request: ApprovalRequest = {
  projectRoot: "/p",
  purpose: "test",
  source: { file: "/p/.pi/roblox.json", fingerprint },
  command,
};
const invalid = expect.objectContaining({ code: "INPUT_INVALID" });

describe("needsApproval", () => {
  it("is true for what a repository can bring with it and for nothing else", () => {
    expect(needsApproval("project-file")).toBe(true);
    expect(needsApproval("working-directory")).toBe(true);
    for (const origin of ["user-configuration", "environment", "path-lookup", "bundled"] as const)
      expect(needsApproval(origin)).toBe(false);
  });
});

describe("assertRequest", () => {
  it("takes absolute paths of the platform", () => {
    expect(() => assertRequest(request, path.posix)).not.toThrow();
    const windows = {
      projectRoot: String.raw`C:\p`,
      purpose: "test",
      source: { file: String.raw`C:\p\.pi\roblox.json`, fingerprint },
      command: { executable: String.raw`C:\p\tool.exe`, args: [], cwd: String.raw`\\server\share` },
    };
    expect(() => assertRequest(windows, path.win32)).not.toThrow();
    expect(() => assertRequest(windows, path.posix)).toThrow(invalid);
  });

  it.each<[string, Partial<ApprovalRequest>]>([
    ["a relative program", { command: { ...command, executable: "tool" } }],
    ["a relative folder", { command: { ...command, cwd: "." } }],
    ["a relative path to read", { readPaths: ["../x"] }],
    ["a NUL character", { command: { ...command, args: ["a\0b"] } }],
    ["half a surrogate pair", { command: { ...command, args: ["\ud800"] } }],
    ["a variable without name", { command: { ...command, env: { "": "x" } } }],
    ["a variable with = in its name", { command: { ...command, env: { "A=B": "x" } } }],
    ["40,000 characters", { command: { ...command, args: ["x".repeat(40_000)] } }],
  ])("refuses %s", (_, change) => {
    expect(() => assertRequest({ ...request, ...change }, path.posix)).toThrow(invalid);
  });

  it("refuses a request for nothing", () => {
    const { command: _command, ...empty } = request;
    expect(() => assertRequest({ ...empty, readPaths: [] }, path.posix)).toThrow(invalid);
  });
});

describe("programTextCandidates", () => {
  const candidates = (executable: string, args: string[], env = {}) =>
    programTextCandidates({ executable, args, env, cwd: "/p" });

  it.each([
    ["/usr/bin/node", ["--require=./a.js", "-r./b.js", "c.js"], ["./a.js", "./b.js", "c.js"]],
    ["/usr/bin/node", ["tools"], ["tools/index.js", "tools/package.json"]],
    ["/usr/bin/python3.12", ["-m", "tools.check"], ["tools/check.py", "tools/check/__main__.py"]],
    ["/bin/sh", ["-c", "./a.sh && (cat x; ./b.sh)"], ["./a.sh", "./b.sh"]],
    ["/users/me/.cargo/bin/lune", ["run", "test"], ["lune/test.luau", ".lune/test.luau"]],
    ["/usr/bin/env", ["python", "x.py"], ["x.py"]],
    [String.raw`C:\Windows\System32\cmd.exe`, ["/c", String.raw`tools\x.bat`], [String.raw`tools\x.bat`]],
    ["C:/node/node.EXE", ["x.js"], ["x.js"]],
    ["/usr/bin/node", ["."], ["./index.js", "./package.json"]],
    ["/usr/bin/node", ["--import", "file:///p/%78.mjs"], ["///p/x.mjs"]],
    ["/usr/bin/node", ["--run", "x"], ["package.json"]],
    ["/usr/bin/timeout", ["9", "./x"], ["./x"]],
    ["/usr/bin/find", [".", "-exec", "./x", ";"], ["./x"]],
    ["/usr/bin/npm", ["run", "x"], ["package.json"]],
    ["/usr/bin/env", ["make", "x"], ["Makefile"]],
    ["/usr/bin/java", ["-jar", "x.jar"], ["x.jar"]],
    ["/bin/sh", ["-c", "./a\\ b; '/p/c d'; $PWD/e; `./f`; {./g;}"], ["./a b;", "/p/c d", "./e", "./f", "./g"]],
    ["/opt/unknown-runner", ["x.sh"], ["x.sh"]],
  ])("finds what %s runs with %j", (executable, args, expected) => {
    expect(candidates(executable, args)).toEqual(expect.arrayContaining(expected));
  });

  it("sees the interpreter behind a link of another name", () => {
    const command: ApprovalRequest["command"] = { executable: "/p/tool", args: ["x"], cwd: "/p" };
    expect(programTextCandidates(command)).toEqual([]);
    expect(programTextCandidates(command, "/usr/bin/bash")).toContain("x");
  });

  it("takes no data argument of other programs, and flags for no file", () => {
    expect(candidates("/usr/bin/selene", ["src"])).toEqual([]);
    expect(candidates("/usr/bin/node", ["--test"])).toEqual([]);
  });

  it("looks into variables that load code, whatever the program", () => {
    expect(candidates("/usr/bin/x", [], { NODE_OPTIONS: "--require ./evil.js", NAME: "./no.js" })).toContain(
      "./evil.js",
    );
    expect(candidates("/usr/bin/x", [], { LD_PRELOAD: "/a.so:./b.so" })).toContain("./b.so");
    expect(candidates("/usr/bin/x", [], { LUA_INIT: "@x.lua" })).toContain("x.lua");
    expect(candidates("/usr/bin/x", [], { NAME: "./no.js" })).toEqual([]);
    expect(["BASH_FUNC_ls%%", "PROMPT_COMMAND", "LESSOPEN", "DOTNET_STARTUP_HOOKS"].every(isLoadingVariable)).toBe(
      true,
    );
    expect(
      ["NODE_OPTIONS", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "GIT_SSH_COMMAND", "BASH_ENV"].every(isLoadingVariable),
    ).toBe(true);
    expect(["HOME", "API_KEY", "PORT"].some(isLoadingVariable)).toBe(false);
  });
});
