/** Finds the multix CLI and says which rule found it. Reads the disk; runs nothing. */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { errnoOf } from "pi-extension-core/errors";
import { type ExecutableSearch, findExecutable } from "pi-extension-core/process";
import { multixError } from "../../errors.ts";
import {
  canRunScripts,
  isPathLike,
  isWindowsProgram,
  type LookupPlace,
  type MultixSource,
  planLookup,
  scriptsBehindShim,
} from "./lookup-plan.ts";

export interface MultixCli {
  /** Absolute path of the program to start. */
  readonly command: string;
  /** Arguments before the CLI's own: the script, when `command` is Node. */
  readonly prefixArgs: readonly string[];
  readonly source: MultixSource;
  /** Absolute path of what was found, for people. */
  readonly path: string;
  /** One sentence: why this one. */
  readonly why: string;
  /** From the package.json beside the script; undefined when there is none. */
  readonly version: string | undefined;
}

export interface LocateOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute folder of this extension's code. */
  readonly extensionDir: string;
  /** Absolute working directory of the call. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** `process.execPath` of the host. */
  readonly execPath: string;
  /** Rejects unless the user has approved, or now approves, running this script of the project. */
  approveScript(script: string): Promise<void>;
}

const INSTALL_COMMAND = "npm install --global @mrgoonie/multix";

const isFile = (file: string): boolean => existsSync(file) && statSync(file).isFile();

function versionBeside(script: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(path.resolve(path.dirname(script), "..", "package.json"), "utf8"),
    );
    const isMultix = typeof manifest === "object" && manifest !== null && "version" in manifest;
    return isMultix && typeof manifest.version === "string" ? manifest.version : undefined;
  } catch (error) {
    if (errnoOf(error) !== undefined || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function onPath(name: string, options: LocateOptions): ExecutableSearch {
  const { env, cwd, platform } = options;
  return findExecutable({ name, pathEnv: env["PATH"] ?? env["Path"], pathExt: env["PATHEXT"], platform, exclude: cwd });
}

/** The Node that runs scripts: the host itself, or the one on PATH when the host is a compiled Pi. */
function nodeFor(options: LocateOptions): string {
  if (canRunScripts(options.execPath, options.platform)) return options.execPath;
  const search = onPath("node", options);
  if (search.path !== undefined) return search.path;
  throw multixError("CLI_NOT_FOUND", "multix is a Node script, and this Pi is a compiled program without a Node", {
    hint: "Install Node 20 or newer, so that `node` is on PATH.",
    data: { looked: search.looked },
  });
}

function found(script: string, source: MultixSource, why: string, options: LocateOptions): MultixCli {
  if (isWindowsProgram(script, options.platform)) return shim(script, source, why, options);
  return {
    command: nodeFor(options),
    prefixArgs: [script],
    source,
    path: script,
    why,
    version: versionBeside(realpathSync(script)),
  };
}

/** A program that stands for the script: the script itself is run where it can be found. */
function shim(executable: string, source: MultixSource, why: string, options: LocateOptions): MultixCli {
  const script = scriptsBehindShim(realpathSync(executable), options.platform).find(isFile);
  if (script !== undefined) return { ...found(script, source, why, options), path: executable };
  return { command: executable, prefixArgs: [], source, path: executable, why, version: undefined };
}

const REASONS: Readonly<Record<LookupPlace["source"], string>> = {
  MULTIX_BIN: "MULTIX_BIN names this file",
  extension: "installed beside the extension",
  cwd: "installed in the project",
};

/**
 * The CLI to run: MULTIX_BIN, else the nearest one above the extension, else above `cwd` (once approved), else PATH.
 * @throws CLI_NOT_FOUND with every place that was looked at, and the command that installs the CLI
 */
export async function locateMultix(options: LocateOptions): Promise<MultixCli> {
  const { env, extensionDir, cwd, platform } = options;
  const override = env["MULTIX_BIN"];
  const places = planLookup({ override, extensionDir, cwd, platform });
  const looked: string[] = [];
  for (const place of places) {
    looked.push(place.script);
    if (isFile(place.script)) {
      if (place.needsApproval) await options.approveScript(place.script);
      return found(place.script, place.source, REASONS[place.source], options);
    }
    // MULTIX_BIN is an order: when it leads nowhere, another CLI is not what the user wants.
    if (place.source === "MULTIX_BIN") return fromOverride(override ?? "", looked, options);
  }
  const search = onPath("multix", options);
  if (search.path !== undefined) return shim(search.path, "PATH", "first on PATH", options);
  throw notFound([...looked, ...search.looked], `No multix CLI in ${looked.length + search.looked.length} places`);
}

function fromOverride(name: string, looked: readonly string[], options: LocateOptions): MultixCli {
  const search = isPathLike(name) ? undefined : onPath(name, options);
  if (search?.path !== undefined) return shim(search.path, "MULTIX_BIN", "MULTIX_BIN names this command", options);
  throw notFound(
    [...looked, ...(search?.looked ?? [])],
    `MULTIX_BIN names ${JSON.stringify(name)}, which is not there`,
  );
}

function notFound(looked: readonly string[], message: string): Error {
  return multixError("CLI_NOT_FOUND", message, {
    hint: `Install it with \`${INSTALL_COMMAND}\`, or set MULTIX_BIN to its dist/cli.js. Looked at: ${looked.join(", ")}`,
    data: { looked, installCommand: INSTALL_COMMAND },
  });
}
