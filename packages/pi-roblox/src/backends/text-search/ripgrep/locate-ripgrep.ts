/** Finds a ripgrep to use: the one that Pi has fetched for its own grep tool, else the user's. Never one of the project. */

import path from "node:path";
import { buildChildEnv, type ExecutableSearch, findExecutable } from "pi-extension-core/process";

export interface RipgrepQuery {
  /** Where Pi keeps its programs: `bin` in its agent folder. Absolute; undefined when it is not known. */
  readonly piBinFolder: string | undefined;
  /** Absolute folder whose programs do not count. */
  readonly projectRoot: string;
  /** The host's environment. */
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The program's absolute path and every place that was looked at. Reads the disk. */
export function locateRipgrep(query: RipgrepQuery): ExecutableSearch {
  const { piBinFolder, projectRoot, platform, source } = query;
  const search = (pathEnv: string | undefined): ExecutableSearch =>
    findExecutable({ name: "rg", pathEnv, pathExt: source["PATHEXT"], platform, exclude: projectRoot });
  const delimiter = platform === "win32" ? path.win32.delimiter : path.posix.delimiter;
  const ofPi = search(piBinFolder?.includes(delimiter) === true ? undefined : piBinFolder);
  if (ofPi.path !== undefined) return ofPi;
  const ofPath = search(source["PATH"] ?? source["Path"]);
  return {
    path: ofPath.path,
    looked: [...ofPi.looked, ...ofPath.looked],
    ignored: [...ofPi.ignored, ...ofPath.ignored],
  };
}

/** The environment that ripgrep gets: no RIPGREP_CONFIG_PATH, and no folders of the project on PATH. */
export function ripgrepEnvironment({ source, platform, projectRoot }: RipgrepQuery): Record<string, string> {
  return buildChildEnv({ source, platform, exclude: projectRoot });
}
