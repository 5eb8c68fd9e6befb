/**
 * The supported Pi versions, as installed in this workspace: both ends of the range that the extensions promise.
 * The catalog `piUnderTest` in pnpm-workspace.yaml pins them; nothing else in the repository names a Pi version.
 */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PiInstallation {
  /** Name for test titles: `pi 1.6.0`. */
  readonly name: string;
  readonly version: string;
  /** Absolute path of the command line's JavaScript; run it with Node, not through the `pi` shim. */
  readonly cliPath: string;
  /** Absolute path of the installed package: its docs, examples and types. */
  readonly packageDir: string;
}

/** @param entryUrl of the package's main module, `dist/index.js` */
function describeInstallation(entryUrl: string): PiInstallation {
  const packageDir = dirname(dirname(fileURLToPath(entryUrl)));
  const manifest = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as {
    version: string;
    bin: { pi: string };
  };
  return {
    name: `pi ${manifest.version}`,
    version: manifest.version,
    cliPath: join(packageDir, manifest.bin.pi),
    packageDir,
  };
}

export const newestPi: PiInstallation = describeInstallation(import.meta.resolve("pi"));
export const oldestPi: PiInstallation = describeInstallation(import.meta.resolve("pi-oldest"));

/** Newest first. `describe.each(supportedPis)("project_status on $name", (pi) => ...)`. */
export const supportedPis: readonly PiInstallation[] = [newestPi, oldestPi];
