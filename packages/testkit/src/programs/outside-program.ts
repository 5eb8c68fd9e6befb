/**
 * Real programs of other projects that tests run, by the exact versions that the tests are written for. All come from
 * crates.io through `scripts/tools.mjs`. A test that needs one is `it.skipIf(program === undefined)` and says so in its
 * title, as in "[needs rojo 7.7.1]"; CI counts such a skip as failed.
 */

import { existsSync } from "node:fs";
import { toolProgram } from "./tool-cache.ts";

/** The supported generations of Rojo, newest first. */
export const rojoVersions = ["7.7.1", "7.6.1", "7.4.4"] as const;
export const luneVersion = "0.11.1";
export const seleneVersion = "0.31.0";
export const ripgrepVersion = "15.1.0";

export const outsidePrograms: readonly { readonly name: string; readonly version: string }[] = [
  ...rojoVersions.map((version) => ({ name: "rojo", version })),
  { name: "selene", version: seleneVersion },
  { name: "lune", version: luneVersion },
  { name: "ripgrep", version: ripgrepVersion },
];

/** Absolute path of the program in the per-user cache, or undefined where it was not built. */
export function outsideProgram(name: "rojo" | "lune" | "selene" | "ripgrep", version: string): string | undefined {
  const file = toolProgram(name, version);
  return existsSync(file) ? file : undefined;
}
