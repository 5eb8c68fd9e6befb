import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LocateOptions, locateMultix } from "../../../../src/multix/cli/locate.ts";

let root: string;
let asked: string[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "multix locate ü-")));
  asked = [];
  for (const folder of ["extension/dist", "game/src", "bin"]) mkdirSync(path.join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function installIn(folder: string, version: string): string {
  const script = path.join(root, folder, "node_modules/@mrgoonie/multix/dist/cli.js");
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(script, "");
  writeFileSync(path.join(path.dirname(script), "../package.json"), JSON.stringify({ version }));
  return script;
}

const locate = (env: Record<string, string> = {}, overrides: Partial<LocateOptions> = {}) =>
  locateMultix({
    env: { PATH: path.join(root, "bin"), ...env },
    extensionDir: path.join(root, "extension/dist"),
    cwd: path.join(root, "game/src"),
    platform: process.platform,
    execPath: process.execPath,
    approveScript: async (script) => {
      asked.push(script);
    },
    ...overrides,
  });

describe("locating the CLI", () => {
  it("prefers the one beside the extension and runs it with this Node, unasked", async () => {
    const script = installIn("extension", "0.6.0");
    installIn("game", "0.5.0");
    expect(await locate()).toMatchObject({
      command: process.execPath,
      prefixArgs: [script],
      source: "extension",
      version: "0.6.0",
    });
    expect(asked).toEqual([]);
  });

  it("asks before it takes the one of the project", async () => {
    const script = installIn("game", "0.5.0");
    expect(await locate()).toMatchObject({ source: "cwd", version: "0.5.0" });
    expect(asked).toEqual([script]);
  });

  it("does not go on to PATH when the user declines the one of the project", async () => {
    installIn("game", "0.5.0");
    const declined = new Error("declined");
    await expect(locate({}, { approveScript: () => Promise.reject(declined) })).rejects.toBe(declined);
  });

  it.skipIf(process.platform === "win32")("runs the script behind a link on PATH", async () => {
    const script = installIn("lib", "0.6.0");
    symlinkSync(script, path.join(root, "bin/multix"));
    chmodSync(script, 0o755);
    expect(await locate()).toMatchObject({
      command: process.execPath,
      prefixArgs: [script],
      source: "PATH",
      version: "0.6.0",
    });
  });

  it.skipIf(process.platform === "win32")("runs a program on PATH that stands for itself", async () => {
    const program = path.join(root, "bin/multix");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    expect(await locate()).toMatchObject({ command: program, prefixArgs: [], source: "PATH", version: undefined });
  });

  it.skipIf(process.platform === "win32")("does not count a PATH entry inside the project", async () => {
    const program = path.join(root, "game/src/multix");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    await expect(locate({ PATH: path.join(root, "game/src") })).rejects.toSatisfy((error) =>
      hasCode(error, "CLI_NOT_FOUND"),
    );
  });

  it("takes MULTIX_BIN for a script when the file exists", async () => {
    installIn("extension", "0.6.0");
    const script = path.join(root, "my cli.js");
    writeFileSync(script, "");
    expect(await locate({ MULTIX_BIN: script })).toMatchObject({ prefixArgs: [script], source: "MULTIX_BIN" });
  });

  it("refuses a MULTIX_BIN that leads nowhere instead of taking another CLI", async () => {
    installIn("extension", "0.6.0");
    for (const MULTIX_BIN of [path.join(root, "nowhere.js"), "no-such-command"])
      await expect(locate({ MULTIX_BIN })).rejects.toSatisfy((error) => hasCode(error, "CLI_NOT_FOUND"));
  });

  it("names every place it looked at, and how to install, when there is none", async () => {
    const failure = await locate().catch((error: unknown) => error);
    expect(hasCode(failure, "CLI_NOT_FOUND") && failure.data["looked"]).toEqual(
      expect.arrayContaining([
        path.join(root, "extension/node_modules/@mrgoonie/multix/dist/cli.js"),
        path.join(root, "game/node_modules/@mrgoonie/multix/dist/cli.js"),
        path.join(root, "bin", process.platform === "win32" ? "multix.cmd" : "multix"),
      ]),
    );
  });

  it("uses the Node on PATH when the host is a compiled program", async () => {
    installIn("extension", "0.6.0");
    const node = path.join(root, "bin/node");
    writeFileSync(node, "#!/bin/sh\n", { mode: 0o755 });
    if (process.platform === "win32") return;
    expect(await locate({}, { execPath: "/opt/pi/pi" })).toMatchObject({ command: node });
    rmSync(node);
    await expect(locate({}, { execPath: "/opt/pi/pi" })).rejects.toSatisfy((error) => hasCode(error, "CLI_NOT_FOUND"));
  });
});
