/** How to start npm or npx without a shell, also on Windows, where they are batch files. Runs on Node 20. */

import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The command line of npm or npx: its script run by Node where it can be found, else the program of that name on PATH.
 * On Windows the latter would be a batch file, whose arguments a shell reads, so there the script lies beside it.
 * @param {"npm" | "npx"} name
 * @param {{execPath: string, npmExecPath: string | undefined, platform: string, searchPath?: string, exists?: (file: string) => boolean}} host
 * @returns {{file: string, args: string[]}}
 */
export function npmProgram(name, { execPath, npmExecPath, platform, searchPath = "", exists = existsSync }) {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const beside = flavor.dirname(execPath);
  const cli = flavor.join("node_modules", "npm", "bin", `${name}-cli.js`);
  const onPath =
    platform === "win32" ? searchPath.split(flavor.delimiter).filter((folder) => flavor.isAbsolute(folder)) : [];
  const candidates = [
    // What runs this script, unless that is pnpm or yarn.
    ...(npmExecPath?.endsWith("npm-cli.js") ? [flavor.join(flavor.dirname(npmExecPath), `${name}-cli.js`)] : []),
    flavor.join(beside, cli),
    flavor.join(beside, "..", "lib", cli),
    ...onPath.map((folder) => flavor.join(folder, cli)),
  ];
  const script = candidates.find((file) => exists(file));
  return script === undefined ? { file: name, args: [] } : { file: execPath, args: [script] };
}

/** The same for the process that runs this. @param {"npm" | "npx"} name */
export function hostNpmProgram(name) {
  const { env, execPath, platform } = process;
  return npmProgram(name, {
    execPath,
    npmExecPath: env.npm_execpath,
    platform,
    searchPath: env.PATH ?? env.Path ?? "",
  });
}
