/** Where the records of the extension lie in a workspace. Pure. */

import path from "node:path";
import type { RobloxConfig } from "../config/schema.ts";

export interface SessionFolders {
  /** From the workspace, forward slashes: everything of this extension is in it, unless it is configured otherwise. */
  readonly own: string;
  /** The rest is absolute. */
  readonly staging: string;
  readonly sourcemapFile: string;
  readonly checkpoints: string;
  readonly audit: string;
  readonly artifacts: string;
  readonly scenarios: string;
}

export function sessionFolders(root: string, configDirName: string, config: RobloxConfig): SessionFolders {
  const own = `${configDirName}/roblox`;
  const at = (configured: string | undefined, name: string): string =>
    path.resolve(root, configured ?? path.posix.join(own, name));
  return {
    own,
    staging: at(undefined, "staging"),
    sourcemapFile: at(config.rojo.sourcemapFile, "sourcemap.json"),
    checkpoints: at(config.checkpoints.directory, "checkpoints"),
    audit: at(config.audit.directory, "audit"),
    artifacts: at(config.scenarios.artifactsDirectory, "artifacts"),
    scenarios: at(config.scenarios.directory, "scenarios"),
  };
}
