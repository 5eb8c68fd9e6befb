/** The environment of a Pi under test: an allow-list, a home of its own, no network. Pure. */

import { delimiter, dirname } from "node:path";

export interface PiDirectories {
  /** Holds all the others; everything a run writes outside its working directory is below it. */
  readonly stateDir: string;
  /** PI_CODING_AGENT_DIR: settings, sessions, installed packages. */
  readonly agentDir: string;
  readonly homeDir: string;
  readonly tempDir: string;
  /** Script and request log of this one run. */
  readonly fauxDir: string;
}

const INHERITED = [
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "PATH",
  "TZ",
  // Windows needs these to start anything at all.
  "COMSPEC",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "WINDIR",
  // Marks every descendant for the process leak check.
  "TESTKIT_RUN",
];

/**
 * @param parent the environment of the test process; only allow-listed names pass
 * @param extra wins over everything; `undefined` removes a name
 * @param nodePath the Node that runs Pi: its folder goes first on PATH, so that shims find the same one
 * @param cacheDir where compiled modules are kept between runs
 */
export function buildPiEnv(
  parent: Readonly<Record<string, string | undefined>>,
  directories: PiDirectories,
  extra: Readonly<Record<string, string | undefined>>,
  nodePath: string,
  cacheDir: string,
): Record<string, string> {
  const upper = new Map(Object.entries(parent).map(([name, value]) => [name.toUpperCase(), value]));
  const path = upper.get("PATH");
  const env: Record<string, string | undefined> = {
    ...Object.fromEntries(INHERITED.map((name) => [name, upper.get(name)])),
    PATH: path === undefined ? dirname(nodePath) : `${dirname(nodePath)}${delimiter}${path}`,
    HOME: directories.homeDir,
    USERPROFILE: directories.homeDir,
    APPDATA: directories.homeDir,
    LOCALAPPDATA: directories.homeDir,
    TMPDIR: directories.tempDir,
    TEMP: directories.tempDir,
    TMP: directories.tempDir,
    NODE_COMPILE_CACHE: cacheDir,
    PI_CODING_AGENT_DIR: directories.agentDir,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    TESTKIT_FAUX_DIR: directories.fauxDir,
    ...extra,
  };
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
