/** Faults of a place or model file. Pure. */

import { HarnessError } from "../../harness-error.ts";

/** @param line of the file, from 1, where it is known */
export function placeInvalid(problem: string, line?: number): HarnessError {
  return new HarnessError("PLACE_INVALID", line === undefined ? problem : `line ${line}: ${problem}`);
}
