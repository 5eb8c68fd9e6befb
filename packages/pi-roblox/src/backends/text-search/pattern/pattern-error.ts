/** Refusals of search patterns, which name the construct and its column. Pure. */

import type { CodedError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";

const DIALECT =
  "Write a simple regular expression: . [] () | * + ? {n,m} ^ $ \\d \\w \\s \\b. Or search literally, with regex off.";

/** @param offset of the construct, from 0 in UTF-16 code units */
export function patternInvalid(offset: number, problem: string, hint: string = DIALECT): CodedError {
  const column = offset + 1;
  return robloxError("PATTERN_INVALID", `Search pattern, column ${column}: ${problem}`, { hint, data: { column } });
}
