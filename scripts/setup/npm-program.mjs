/** How to start npm or npx without a shell, also on Windows, where it is a batch file. Runs on Node 20. */

import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The command line of npm or npx: its script run by Node where it can be found, else the program on PATH.
 * @param {"npm" | "npx"} name
 * @param {{execPath: string, npmExecPath: string | undefined, platform: string, exists?: (file: string) => boolean}} host
 * @returns {{file: string, args: string[], shell: boolean}}
 */
export function npmProgram(name, { execPath, npmExecPath, platform, exists = existsSync }) {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const beside = flavor.dirname(execPath);
  const candidates = [
    npmExecPath !== undefined && npmExecPath.endsWith("npm-cli.js")
      ? flavor.join(flavor.dirname(npmExecPath), `${name}-cli.js`)
      : "",
    flavor.join(beside, "node_modules", "npm", "bin", `${name}-cli.js`),
    flavor.join(beside, "..", "lib", "node_modules", "npm", "bin", `${name}-cli.js`),
  ];
  const script = candidates.find((file) => file !== "" && exists(file));
  if (script !== undefined) return { file: execPath, args: [script], shell: false };
  // All arguments that follow are constants of this repository, so a shell cannot be made to read anything into them.
  return { file: name, args: [], shell: platform === "win32" };
}

/** The same for the process that runs this. @param {"npm" | "npx"} name */
export function hostNpmProgram(name) {
  return npmProgram(name, {
    execPath: process.execPath,
    npmExecPath: process.env.npm_execpath,
    platform: process.platform,
  });
}
