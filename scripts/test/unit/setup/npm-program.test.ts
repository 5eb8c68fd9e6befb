import { describe, expect, it } from "vitest";
import { npmProgram } from "../../../setup/npm-program.mjs";

const linux = { execPath: "/usr/bin/node", npmExecPath: undefined, platform: "linux" };
const windows = { execPath: String.raw`C:\clone\node.exe`, npmExecPath: undefined, platform: "win32" };
const only = (wanted: string) => (path: string) => path === wanted;
const nothing = () => false;

describe("npmProgram", () => {
  it("runs npx by its script where npm is installed beside Node", () => {
    const script = "/usr/lib/node_modules/npm/bin/npx-cli.js";
    expect(npmProgram("npx", { ...linux, exists: only(script) })).toEqual({ file: "/usr/bin/node", args: [script] });
  });

  it("takes the npm that runs it", () => {
    const npmExecPath = "/opt/npm/bin/npm-cli.js";
    const program = npmProgram("npx", { ...linux, npmExecPath, exists: (path) => path.startsWith("/opt/") });
    expect(program.args).toEqual(["/opt/npm/bin/npx-cli.js"]);
  });

  it("does not take a pnpm that runs it for npm", () => {
    const npmExecPath = "/opt/pnpm/bin/pnpm.cjs";
    const program = npmProgram("npx", { ...linux, npmExecPath, exists: (path) => path.startsWith("/opt/") });
    expect(program).toEqual({ file: "npx", args: [] });
  });

  it("finds npm on Windows beside node.exe", () => {
    const script = String.raw`C:\clone\node_modules\npm\bin\npx-cli.js`;
    expect(npmProgram("npx", { ...windows, exists: only(script) })).toEqual({ file: windows.execPath, args: [script] });
  });

  it("finds npm on Windows in the search path when another Node runs it, and skips relative entries", () => {
    const script = String.raw`C:\Program Files\nodejs\node_modules\npm\bin\npm-cli.js`;
    const searchPath = String.raw`.;node_modules\.bin;C:\Windows;C:\Program Files\nodejs`;
    const seen: string[] = [];
    const exists = (path: string) => {
      seen.push(path);
      return path === script;
    };
    expect(npmProgram("npm", { ...windows, searchPath, exists })).toEqual({ file: windows.execPath, args: [script] });
    expect(seen.every((path) => path.startsWith("C:\\"))).toBe(true);
  });

  it("leaves the search to the system when no script is found", () => {
    expect(npmProgram("npm", { ...linux, exists: nothing })).toEqual({ file: "npm", args: [] });
  });
});
