/** The folder into which the CLI writes what has no `--output`, and what is in it. */

import { readdir } from "node:fs/promises";
import path from "node:path";
import { errnoOf } from "pi-extension-core/errors";

/**
 * Absolute folder: MULTIX_OUTPUT_DIR of the first place that defines it, relative to `cwd`, else `multix-output`. Pure.
 * @param places environment, `.env` of the working directory, `~/.multix/.env`
 */
export function outputFolder(places: readonly Readonly<Record<string, string | undefined>>[], cwd: string): string {
  const named = places.map((place) => place["MULTIX_OUTPUT_DIR"]).find((value) => value !== undefined);
  return path.resolve(cwd, named === undefined || named === "" ? "multix-output" : named);
}

/** Names of the entries, or none where there is no folder. */
export async function listFolder(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(await readdir(folder));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return new Set();
    throw error;
  }
}
