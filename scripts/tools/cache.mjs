/** Where programs of other projects are kept: per user, by name and version, so that every clone shares them. */

import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform @param {string} home @returns {string} absolute */
export function toolsFolder(env = process.env, platform = process.platform, home = homedir()) {
  if (platform === "win32")
    return path.join(env.LOCALAPPDATA ?? path.join(home, "AppData", "Local"), "pi-extensions", "tools");
  if (platform === "darwin") return path.join(home, "Library", "Caches", "pi-extensions", "tools");
  return path.join(env.XDG_CACHE_HOME || path.join(home, ".cache"), "pi-extensions", "tools");
}

/** What `cargo install --root` fills. @param {string} name @param {string} version */
export const toolRoot = (name, version) => path.join(toolsFolder(), `${name}-${version}`);

/** @param {string} name @param {string} version @returns {string} absolute path, whether it exists or not */
export function toolProgram(name, version) {
  return path.join(toolRoot(name, version), "bin", process.platform === "win32" ? `${name}.exe` : name);
}
