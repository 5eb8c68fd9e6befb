/**
 * Real programs of other projects that tests run: where `scripts/tools.mjs` has put them. A test that needs one is
 * `it.skipIf(program === undefined)` and says so in its title, as in "[needs rojo 7.7.1]"; CI counts that as failed.
 */

import { existsSync } from "node:fs";
import { toolProgram } from "../../../../scripts/tools/cache.mjs";

export type OutsideProgram = "rojo" | "lune" | "selene";

/** Absolute path of the program in the per-user cache, or undefined where it was not built. */
export function outsideProgram(name: OutsideProgram, version: string): string | undefined {
  const file = toolProgram(name, version);
  return existsSync(file) ? file : undefined;
}

/** The supported generations of Rojo, newest first. */
export const rojoVersions = ["7.7.1", "7.6.1", "7.4.4"] as const;

/** The versions of the other programs that tests use. */
export const luneVersion = "0.11.1";
export const seleneVersion = "0.31.0";
