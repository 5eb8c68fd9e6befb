/**
 * Free arguments beside the parameters, for flags of a CLI newer than the tables. A flag and its value become one token,
 * so that no value is read as an option, and no token can reach what a parameter or the CLI's root owns. Pure.
 */

import { multixError } from "../../errors.ts";

const LONG_FLAG = /^(?<flag>--[a-z0-9][a-z0-9-]*)(?:=(?<value>[\s\S]*))?$/i;
/** The CLI's root acts on these wherever they stand, and then does nothing else. */
const ROOT_FLAGS = ["--version", "--help"];
const MAX_ARGUMENTS = 50;

function invalid(problem: string, hint: string): Error {
  return multixError("PARAMETER_INVALID", `extraArgs ${problem}`, { hint, data: { parameter: "extraArgs" } });
}

function flagOf(token: string): string {
  const flag = LONG_FLAG.exec(token)?.groups?.["flag"];
  if (flag === undefined)
    throw invalid(`holds ${JSON.stringify(token.slice(0, 200))}, which is no long option`, "Use --name=value tokens.");
  return flag;
}

/**
 * `["--a", "1", "--b=2", "--c"]` becomes `["--a=1", "--b=2", "--c"]`.
 * @param owned flag to parameter name, of the flags that a parameter stands for
 * @throws PARAMETER_INVALID
 */
export function joinExtraArguments(tokens: unknown, owned: ReadonlyMap<string, string>): string[] {
  if (tokens === undefined) return [];
  if (!Array.isArray(tokens) || tokens.length > MAX_ARGUMENTS)
    throw invalid(`is not a list of at most ${MAX_ARGUMENTS} texts`, "Give extraArgs as a list of --name=value.");
  const joined: string[] = [];
  let awaitsValue = false;
  for (const token of tokens as readonly unknown[]) {
    if (typeof token !== "string" || token.includes("\0") || !token.isWellFormed())
      throw invalid("holds something that no argument can carry", "Give extraArgs as plain texts.");
    const last = joined.at(-1);
    if (awaitsValue && last !== undefined && !token.startsWith("-")) {
      joined[joined.length - 1] = `${last}=${token}`;
      awaitsValue = false;
      continue;
    }
    const flag = flagOf(token);
    if (ROOT_FLAGS.includes(flag))
      throw invalid(`holds ${flag}, which makes the CLI print only that`, "Use multix_run for it.");
    const parameter = owned.get(flag);
    if (parameter !== undefined) throw invalid(`holds ${flag}`, `Use the parameter ${parameter} instead.`);
    joined.push(token);
    awaitsValue = !token.includes("=");
  }
  return joined;
}
