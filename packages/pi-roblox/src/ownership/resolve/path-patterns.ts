/**
 * Lists of paths as in .gitignore (git's gitignore(5)): a name without a slash counts in every folder, one with a slash
 * from the workspace; `*` and `?` stay within a name, `**` does not; a slash at the end means folders; everything in a
 * matched folder is matched; `!` takes back, the last match counts. The patterns come from a repository, so they are
 * matched by walking instead of by a regular expression, in time that grows with pattern times path and no faster. Pure.
 */

import { robloxError } from "../../errors.ts";
import { compileName, matchesName, matchWild, type NamePattern } from "./name-pattern.ts";

/** Of one list together; the time for a path is bounded by it. */
export const MAX_PATTERN_CHARACTERS = 20_000;

export interface PathPatterns {
  /**
   * The pattern that decides that a path is on the list, as it is written; undefined for a path that is not.
   *
   * @param segments folders and name from the workspace
   */
  match(segments: readonly string[]): string | undefined;
}

/** `**`: any number of folders. */
const ANY_FOLDERS = "**";
type Part = NamePattern | typeof ANY_FOLDERS;

interface Rule {
  readonly text: string;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  readonly parts: readonly Part[];
}

/** Undefined for a line that says nothing. */
function compileRule(line: string, fold: (text: string) => string): Rule | undefined {
  const trimmed = line.replace(/(?<!\\)\s+$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return undefined;
  const isNegated = trimmed.startsWith("!");
  const body = fold(isNegated ? trimmed.slice(1) : trimmed);
  const isForFolders = body.endsWith("/");
  const path = isForFolders ? body.slice(0, -1) : body;
  if (path === "" || path === "/") return undefined;
  const names = path.replace(/^\//, "").split("/");
  const parts = names.map((name): Part => (name === ANY_FOLDERS ? ANY_FOLDERS : compileName(name)));
  // What is in a folder, not the folder itself.
  if (parts.length > 1 && parts.at(-1) === ANY_FOLDERS) parts.splice(-1, 1, compileName("*"), ANY_FOLDERS);
  if (!path.includes("/")) parts.unshift(ANY_FOLDERS);
  return { text: line, isNegated, isForFolders, parts };
}

/**
 * @param isCaseSensitive of the file system that holds the paths
 * @throws CONFIG_INVALID when the list is too long
 */
export function compilePatterns(patterns: readonly string[], isCaseSensitive: boolean): PathPatterns {
  const characters = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (characters > MAX_PATTERN_CHARACTERS)
    throw robloxError(
      "CONFIG_INVALID",
      `A list of path patterns has ${characters} characters, more than ${MAX_PATTERN_CHARACTERS}`,
      {
        hint: "Name folders instead of single files.",
        data: { characters, maxCharacters: MAX_PATTERN_CHARACTERS },
      },
    );
  const fold = (text: string): string => (isCaseSensitive ? text : text.toLowerCase());
  const rules = patterns.map((line) => compileRule(line, fold)).filter((rule) => rule !== undefined);
  const lastMatch = (segments: readonly string[], isFolder: boolean): Rule | undefined =>
    rules.findLast((rule) => (isFolder || !rule.isForFolders) && matchesPath(rule.parts, segments));
  return {
    match(segments) {
      const folded = segments.map(fold);
      // From the outside: what is in a listed folder cannot be taken back.
      for (let length = 1; length <= folded.length; length += 1) {
        const rule = lastMatch(folded.slice(0, length), length < folded.length);
        if (rule !== undefined && !rule.isNegated) return rule.text;
      }
      return undefined;
    },
  };
}

function matchesPath(parts: readonly Part[], segments: readonly string[]): boolean {
  return matchWild(
    parts,
    segments,
    (part) => part === ANY_FOLDERS,
    (part, segment) => part !== ANY_FOLDERS && matchesName(part, segment),
  );
}
