/** Arguments of /pi-sych-status: paths of artifacts, those with spaces in double quotes, or `--all`. Pure. */

const ALL = "--all";

export interface StatusArguments {
  readonly isAll: boolean;
  readonly files: readonly string[];
}

const WORD = /"([^"]*)"?|(\S+)/g;

export function parseStatusArguments(text: string): StatusArguments {
  const words = [...text.matchAll(WORD)].map((match) => match[1] ?? match[2] ?? "").filter((word) => word !== "");
  return { isAll: words.includes(ALL), files: words.filter((word) => word !== ALL) };
}

const quoted = (path: string): string => (/\s/.test(path) ? `"${path}"` : path);

/** Longest list of suggestions; the list scrolls, but nobody reads it to the end. */
const MAX_SUGGESTIONS = 50;

/**
 * Whole argument texts that complete what was typed: Pi replaces all of it.
 * @param paths of all artifacts
 */
export function completeStatusArguments(typed: string, paths: readonly string[]): readonly string[] {
  const open = /(?:^|\s)("[^"]*|\S*)$/.exec(typed)?.[1] ?? "";
  const before = typed.slice(0, typed.length - open.length);
  const stem = open.replace(/^"/, "").toLowerCase();
  const given = new Set(parseStatusArguments(before).files);
  const candidates = paths.filter((path) => path.toLowerCase().includes(stem) && !given.has(path));
  const startsFirst = [
    ...candidates.filter((path) => path.toLowerCase().startsWith(stem)),
    ...candidates.filter((path) => !path.toLowerCase().startsWith(stem)),
  ];
  const all = before.trim() === "" && ALL.startsWith(open) ? [ALL] : [];
  return [...all, ...startsFirst.map(quoted)].slice(0, MAX_SUGGESTIONS).map((word) => before + word);
}
