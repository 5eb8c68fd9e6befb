import { describe, expect, it } from "vitest";
import {
  canRunScripts,
  isWindowsProgram,
  planLookup,
  scriptsBehindShim,
} from "../../../../src/multix/cli/lookup-plan.ts";

const posix = {
  override: undefined,
  extensionDir: "/agent/npm/node_modules/pi-multix/dist",
  cwd: "/game/src",
  platform: "linux" as const,
};
const at = (folder: string): string => `${folder}/node_modules/@mrgoonie/multix/dist/cli.js`;

describe("where the CLI is looked for", () => {
  it("goes up from the extension, then up from the working directory", () => {
    expect(planLookup(posix).map(({ source, script }) => [source, script])).toEqual([
      ["extension", at("/agent/npm/node_modules/pi-multix/dist")],
      ["extension", at("/agent/npm/node_modules/pi-multix")],
      ["extension", at("/agent/npm/node_modules")],
      ["extension", at("/agent/npm")],
      ["extension", at("/agent")],
      ["extension", "/node_modules/@mrgoonie/multix/dist/cli.js"],
      ["cwd", at("/game/src")],
      ["cwd", at("/game")],
    ]);
  });

  it("asks only for what the project controls", () => {
    const asked = planLookup({ ...posix, override: "tools/multix.js" }).filter((place) => place.needsApproval);
    expect(asked.map((place) => place.source)).toEqual(["MULTIX_BIN", "cwd", "cwd"]);
    expect(planLookup({ ...posix, override: "/opt/multix.js" })[0]).toEqual({
      source: "MULTIX_BIN",
      script: "/opt/multix.js",
      needsApproval: false,
    });
  });

  it("goes up Windows drives and shares", () => {
    const places = planLookup({ override: "", extensionDir: "C:\\a\\b", cwd: "\\\\srv\\share\\c", platform: "win32" });
    expect(places.map((place) => place.script)).toEqual([
      "C:\\a\\b\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
      "C:\\a\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
      "C:\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
      "\\\\srv\\share\\c\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
      "\\\\srv\\share\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
    ]);
  });

  it("finds the script behind npm's global and local shims", () => {
    expect(scriptsBehindShim("C:\\npm\\multix.cmd", "win32")[0]).toBe(
      "C:\\npm\\node_modules\\@mrgoonie\\multix\\dist\\cli.js",
    );
    expect(scriptsBehindShim("/usr/bin/multix", "linux")).toContain(
      "/usr/lib/node_modules/@mrgoonie/multix/dist/cli.js",
    );
    expect(scriptsBehindShim("/p/node_modules/.bin/multix", "linux")).toContain(at("/p"));
    expect(scriptsBehindShim(at("/p"), "linux")).toEqual([at("/p")]);
  });

  it.each([
    ["/usr/bin/node", "linux", true],
    ["C:\\node\\node.exe", "win32", true],
    ["/opt/pi/pi", "linux", false],
    ["B:\\pi.exe", "win32", false],
  ] as const)("knows whether %s on %s runs scripts", (file, platform, expected) => {
    expect(canRunScripts(file, platform)).toBe(expected);
  });

  it("takes .cmd for a program on Windows only", () => {
    expect(isWindowsProgram("C:\\x\\multix.CMD", "win32")).toBe(true);
    expect(isWindowsProgram("/x/multix.cmd", "linux")).toBe(false);
  });
});
