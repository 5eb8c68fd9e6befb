/** Runs a pattern over a list of short texts, such as instance paths, within a time limit. */

import { createContext, runInContext } from "node:vm";
import { robloxError } from "../../errors.ts";
import { compilePattern, type PatternQuery } from "./pattern/compile-pattern.ts";
import { JAVASCRIPT_FLAGS } from "./pattern/write-pattern.ts";

/** The thread of Pi waits for it. */
const TIME_LIMIT_MS = 500;
const PROGRAM = `names.reduce((found, name, index) => {
  expression.lastIndex = 0;
  if (expression.test(name)) found.push(index);
  return found;
}, [])`;

/**
 * @returns indices of the names in which the pattern is found, in order
 * @throws PATTERN_INVALID, PATTERN_TOO_SLOW after half a second
 */
export function matchNames(query: PatternQuery, names: readonly string[]): readonly number[] {
  const expression = new RegExp(compilePattern(query).javaScript, JAVASCRIPT_FLAGS);
  try {
    // V8 looks at the limit inside of a regular expression, too; without a context of its own there is no limit to set.
    const found: unknown = runInContext(PROGRAM, createContext({ expression, names }), { timeout: TIME_LIMIT_MS });
    return Array.from(Object(found), Number);
  } catch (error) {
    // It may come from the other context, whose Error is not ours.
    if (Reflect.get(Object(error), "code") !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw robloxError("PATTERN_TOO_SLOW", `The search pattern ran for ${TIME_LIMIT_MS} ms over instance names`, {
      hint: "Do not repeat what is itself repeated, such as (a+)+.",
    });
  }
}
