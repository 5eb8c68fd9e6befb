/**
 * The environment of a child: an allow-list of what programs need to work at all, plus what the caller names. Secrets of
 * the host (cloud keys, tokens) and variables that make programs load code (NODE_OPTIONS, LD_PRELOAD, BASH_ENV) are not
 * on it, so they are passed only by name. Pure.
 */

import { coreError } from "../errors/index.ts";
import { sortPathEntries } from "./executable-search.ts";

export interface ChildEnvOptions {
  /** The environment to choose from. */
  readonly source: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Names taken from `source` beyond the allow-list. */
  readonly pass?: readonly string[];
  /** Variables to set, over everything else; `undefined` removes one. */
  readonly set?: Readonly<Record<string, string | undefined>>;
  /** Absolute folder (the project) whose PATH entries are left out. */
  readonly exclude?: string | undefined;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names passed on every platform. `LC_*` is passed, too. */
export const CHILD_ENV_COMMON: readonly string[] = words(`
  PATH HOME USER LOGNAME TMPDIR TMP TEMP TERM COLORTERM NO_COLOR LANG LANGUAGE TZ
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
  XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR`);

/** Names passed on Windows besides, where case does not count. */
export const CHILD_ENV_WINDOWS: readonly string[] = words(`
  SystemRoot SystemDrive windir ComSpec PATHEXT OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE
  USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH COMPUTERNAME PUBLIC
  APPDATA LOCALAPPDATA ProgramData ALLUSERSPROFILE ProgramFiles ProgramFiles(x86) ProgramW6432
  CommonProgramFiles CommonProgramFiles(x86) CommonProgramW6432`);

function assertVariable(name: string, value: string): void {
  if (name !== "" && !/[=\0]/.test(name) && !value.includes("\0")) return;
  throw coreError("INPUT_INVALID", `Environment variable ${JSON.stringify(name)} cannot be passed to a program`, {
    hint: "Use a name without '=' and a value without NUL characters.",
    data: { name },
  });
}

/**
 * The environment as a plain record. Relative and empty entries of PATH are dropped, and those inside `exclude`: a child
 * that looks up a program (`#!/usr/bin/env node`) must not find one that lies in its working folder. On Windows,
 * `NoDefaultCurrentDirectoryInExePath` stops cmd.exe from looking there first.
 * @throws INPUT_INVALID for a name with `=` or a NUL character in name or value.
 */
export function buildChildEnv(options: ChildEnvOptions): Record<string, string> {
  const { source, platform, pass = [], set = {}, exclude } = options;
  const isWindows = platform === "win32";
  const keyOf = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const allowed = new Set([...CHILD_ENV_COMMON, ...(isWindows ? CHILD_ENV_WINDOWS : []), ...pass].map(keyOf));
  const chosen = new Map<string, { name: string; value: string }>();
  const put = (name: string, value: string): void => {
    assertVariable(name, value);
    chosen.set(keyOf(name), { name, value });
  };

  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && (allowed.has(keyOf(name)) || keyOf(name).startsWith("LC_"))) put(name, value);
  }
  if (isWindows) put("NoDefaultCurrentDirectoryInExePath", "1");
  for (const [name, value] of Object.entries(set)) {
    if (value === undefined) chosen.delete(keyOf(name));
    else put(name, value);
  }
  const pathVariable = chosen.get("PATH");
  if (pathVariable !== undefined) {
    const { counted } = sortPathEntries({ pathEnv: pathVariable.value, platform, exclude });
    // An empty PATH would mean the working folder on POSIX; without one, programs use the system's own folders.
    if (counted.length === 0) chosen.delete("PATH");
    else put(pathVariable.name, quotedForPath(counted, isWindows));
  }
  return Object.fromEntries([...chosen.values()].map(({ name, value }) => [name, value]));
}

function quotedForPath(entries: readonly string[], isWindows: boolean): string {
  if (!isWindows) return entries.join(":");
  return entries.map((entry) => (entry.includes(";") ? `"${entry}"` : entry)).join(";");
}

/** The value of a variable, found as the platform finds it (Windows ignores case). */
export function envValue(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== "win32") return env[name];
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}
