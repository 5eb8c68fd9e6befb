/** What the caller leaves out of a search, over all that ignore files of the project say. Pure. */

import { toByteText } from "./glob-tokens.ts";
import { hiddenNameGlobs, isHiddenName } from "./hidden-names.ts";
import { type IgnoreRule, judgeByRules, parseIgnoreLine } from "./ignore-rules.ts";

export interface Exclusions {
  /** @param path from the root, forward slashes @param name its last name */
  readonly isExcluded: (path: string, name: string, isFolder: boolean) => boolean;
  /** Values of ripgrep's `--glob` with the same meaning; undefined when they cannot say it. */
  readonly globs: readonly string[] | undefined;
}

/**
 * @param patterns of the configuration, in the form of .gitignore from the root; one that is no glob matches nothing
 * @param paths files and folders from the root, forward slashes, taken literally
 */
export function planExclusions(patterns: readonly string[], paths: readonly string[]): Exclusions {
  const lines = [...patterns, ...paths.map((path) => `/${path.replace(/[\\*?[\]{}]/g, "\\$&")}`)];
  const rules = lines.map((line) => parseIgnoreLine(line, false));
  const known = rules.filter((rule): rule is IgnoreRule => rule !== undefined);
  // In ripgrep, a glob that keeps something leaves out everything else.
  const hasGlobs = known.every((rule) => !rule.isKept) && lines.every((line) => !line.includes("\0"));
  const globs = [...hiddenNameGlobs(), ...lines.filter((_, index) => rules[index] !== undefined)];
  return {
    isExcluded: (path, name, isFolder) =>
      isHiddenName(name) ||
      (known.length > 0 &&
        judgeByRules(known, { path: toByteText(path), name: toByteText(name) }, isFolder) === "ignored"),
    globs: hasGlobs ? globs.map((glob) => `!${glob}`) : undefined,
  };
}
