import { describe, expect, it } from "vitest";
import { assertCommand, assertWindowsCommand } from "../../../src/process/spawn-plan.ts";
import { windowsKillCommand } from "../../../src/process/windows-kill.ts";

const HARMLESS = ["%PATH%", "^", "a & b", "a|b", "<>", "", "it's", "!x!", "a\\"];
const withCode = (code: string) => expect.objectContaining({ code });

describe("a command", () => {
  it.each([["a\0b"], ["\uD800"], ["\uDC00x"]])("with the argument %j is refused", (arg) => {
    expect(() => assertCommand("/bin/x", ["ok", arg], "/", "linux")).toThrow(withCode("ARGV_INVALID"));
  });

  it("may hold everything else", () => {
    expect(() => assertCommand("/bin/x", ['"', "\n", "😀", ...HARMLESS], "/", "linux")).not.toThrow();
  });

  it.each([
    [".", "linux"],
    ["\\work", "win32"],
    ["C:work", "win32"],
  ] as const)("in the folder %s on %s is refused", (cwd, platform) => {
    expect(() => assertCommand("/bin/x", [], cwd, platform)).toThrow(withCode("INPUT_INVALID"));
  });
});

describe("a command on Windows", () => {
  it.each(["C:\\t\\tool", "C:\\t\\tool.mjs", "C:\\t\\tool.ps1", "C:\\t\\tool.sh"])("%s is no program", (file) => {
    expect(() => assertWindowsCommand(file, [])).toThrow(withCode("SPAWN_FAILED"));
  });

  it("gives an executable any argument", () => {
    expect(() => assertWindowsCommand("C:\\t\\tool.EXE", ['"', "a\nb", ...HARMLESS])).not.toThrow();
  });

  it.each(["C:\\t\\tool.cmd", "C:\\t\\tool.BAT", "C:\\p\\node_modules\\.bin\\tool.cmd"])(
    "gives %s no line break, but what cmd.exe can quote",
    (file) => {
      expect(() => assertWindowsCommand(file, HARMLESS)).not.toThrow();
      for (const arg of ["a\nb", "a\r", "\r\n"])
        expect(() => assertWindowsCommand(file, [arg])).toThrow(withCode("ARGV_INVALID"));
    },
  );

  it("gives a quote only to the shims whose arguments are escaped twice", () => {
    const injection = ['" & calc & "'];
    expect(() => assertWindowsCommand("C:\\p\\node_modules\\.bin\\tool.cmd", injection)).not.toThrow();
    for (const file of [
      "C:\\npm\\tool.cmd",
      "C:\\node_modules\\.bin\\sub\\tool.cmd",
      "C:\\my_node_modules\\.bin\\tool.cmd",
      "C:\\node_modules\\.bin\\..\\tool.bat",
    ])
      expect(() => assertWindowsCommand(file, injection)).toThrow(withCode("ARGV_INVALID"));
  });
});

describe("the command that ends trees on Windows", () => {
  it("is the system's own, by pid, with all descendants", () => {
    expect(windowsKillCommand([12, 345], { systemroot: "D:\\Win" })).toEqual({
      file: "D:\\Win\\System32\\taskkill.exe",
      args: ["/PID", "12", "/PID", "345", "/T", "/F"],
    });
  });

  it("is found without SystemRoot", () => {
    expect(windowsKillCommand([1], {}).file).toBe("C:\\Windows\\System32\\taskkill.exe");
  });
});
