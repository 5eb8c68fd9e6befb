/** Where programs of other projects are kept: per user, by name and version, so that every clone shares them. */

import { homedir } from "node:os";
import path from "node:path";

function toolsFolder(): string {
  const { platform } = process;
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const home = homedir();
  const caches = {
    win32: LOCALAPPDATA ?? path.join(home, "AppData", "Local"),
    darwin: path.join(home, "Library", "Caches"),
  };
  const base = platform === "win32" || platform === "darwin" ? caches[platform] : XDG_CACHE_HOME;
  return path.join(base || path.join(home, ".cache"), "pi-extensions", "tools");
}

/** The folder that `cargo install --root` fills. Absolute, whether it exists or not. */
export function toolRoot(name: string, version: string): string {
  return path.join(toolsFolder(), `${name}-${version}`);
}

/** Packages whose program has another name. */
const PROGRAM_NAMES: Readonly<Record<string, string>> = { ripgrep: "rg" };

/** Absolute path of a package's program in the cache, whether it exists or not. */
export function toolProgram(name: string, version: string): string {
  const program = PROGRAM_NAMES[name] ?? name;
  return path.join(toolRoot(name, version), "bin", process.platform === "win32" ? `${program}.exe` : program);
}
