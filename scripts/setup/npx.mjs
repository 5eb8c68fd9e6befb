/** How to start npx without a shell, also on Windows, where it is a batch file. Runs on Node 20. */

import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The command line of npx: its script run by Node where it can be found, else the program on PATH.
 * @param {{execPath: string, npmExecPath: string | undefined, platform: string, exists?: (file: string) => boolean}} host
 * @returns {{file: string, args: string[], shell: boolean}}
 */
export function npxCommand({ execPath, npmExecPath, platform, exists = existsSync }) {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const beside = flavor.dirname(execPath);
  const candidates = [
    npmExecPath !== undefined && /npm-cli\.js$/.test(npmExecPath)
      ? flavor.join(flavor.dirname(npmExecPath), "npx-cli.js")
      : "",
    flavor.join(beside, "node_modules", "npm", "bin", "npx-cli.js"),
    flavor.join(beside, "..", "lib", "node_modules", "npm", "bin", "npx-cli.js"),
  ];
  const script = candidates.find((file) => file !== "" && exists(file));
  if (script !== undefined) return { file: execPath, args: [script], shell: false };
  // All arguments that follow are constants of this repository, so a shell cannot be made to read anything into them.
  return { file: "npx", args: [], shell: platform === "win32" };
}
