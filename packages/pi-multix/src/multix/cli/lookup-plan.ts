/**
 * Where the multix CLI may be, in the order in which places count. The CLI's package exports cannot be resolved with
 * `require.resolve` (its export map has an `import` condition only), so the published script is looked for by path. Pure.
 */

import path from "node:path";

/** Which rule found the CLI. */
export type MultixSource = "MULTIX_BIN" | "extension" | "cwd" | "PATH";

export interface LookupQuery {
  /** Value of MULTIX_BIN, if set. */
  readonly override: string | undefined;
  /** Absolute folder of this extension's code. */
  readonly extensionDir: string;
  /** Absolute working directory of the call. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

export interface LookupPlace {
  readonly source: Exclude<MultixSource, "PATH">;
  /** Absolute path of the script. */
  readonly script: string;
  /** A place that the opened project controls: the user is asked before anything there runs. */
  readonly needsApproval: boolean;
}

const CLI_IN_PACKAGE = ["@mrgoonie", "multix", "dist", "cli.js"] as const;

const flavorOf = (platform: NodeJS.Platform): path.PlatformPath => (platform === "win32" ? path.win32 : path.posix);

/** `folder` and all folders above it, nearest first. */
function upwards(folder: string, flavor: path.PlatformPath): string[] {
  const parent = flavor.dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent, flavor)];
}

function scriptsAbove(folder: string, flavor: path.PlatformPath): string[] {
  return upwards(folder, flavor).map((above) => flavor.join(above, "node_modules", ...CLI_IN_PACKAGE));
}

/** True when MULTIX_BIN is meant as a path; a bare word is a command name unless a file of that name exists. */
export function isPathLike(override: string): boolean {
  return /[\\/]/.test(override);
}

/**
 * The scripts to look for before PATH. A place that both walks would reach counts for the extension's, which the user
 * installed. MULTIX_BIN is the user's own word; only a relative one, which means another file in every folder, is asked
 * for like a file of the project.
 */
export function planLookup(query: LookupQuery): LookupPlace[] {
  const flavor = flavorOf(query.platform);
  const override: LookupPlace[] =
    query.override === undefined || query.override === ""
      ? []
      : [
          {
            source: "MULTIX_BIN",
            script: flavor.resolve(query.cwd, query.override),
            needsApproval: !flavor.isAbsolute(query.override),
          },
        ];
  const own = scriptsAbove(query.extensionDir, flavor);
  const project = scriptsAbove(query.cwd, flavor).filter((script) => !own.includes(script));
  return [
    ...override,
    ...own.map((script) => ({ source: "extension" as const, script, needsApproval: false })),
    ...project.map((script) => ({ source: "cwd" as const, script, needsApproval: true })),
  ];
}

/**
 * The scripts that an executable found on PATH may stand for: npm writes a link on POSIX, and on Windows a `.cmd` that
 * Node cannot start without a shell. Running the script itself needs neither.
 * @param executable absolute path of the shim, links resolved
 */
export function scriptsBehindShim(executable: string, platform: NodeJS.Platform): string[] {
  const flavor = flavorOf(platform);
  const folder = flavor.dirname(executable);
  const inPackage = flavor.join(...CLI_IN_PACKAGE);
  if (executable.endsWith(flavor.sep + inPackage)) return [executable];
  return [
    flavor.join(folder, "node_modules", inPackage),
    flavor.join(folder, "..", "lib", "node_modules", inPackage),
    flavor.join(folder, "..", inPackage),
  ];
}

/** True when the file runs by itself on Windows, unlike a script for Node. */
export function isWindowsProgram(file: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" && [".exe", ".com", ".cmd", ".bat"].includes(path.win32.extname(file).toLowerCase());
}

/** True when this process is a Node that can run a script; a compiled Pi is one program and cannot. */
export function canRunScripts(execPath: string, platform: NodeJS.Platform): boolean {
  return /^(node|nodejs|bun)(\.exe)?$/i.test(flavorOf(platform).basename(execPath));
}
