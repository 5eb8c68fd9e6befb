/**
 * Arguments for ripgrep. The pattern goes to standard input, so it never stands in a list of processes and needs no
 * quoting. Neither the project nor the user's settings change what is searched: no configuration file, no ignore rules
 * from outside the root. Pure.
 */

const COMMON: readonly string[] = [
  "--no-config",
  "--no-ignore-global",
  "--no-ignore-parent",
  "--no-ignore-exclude",
  "--no-ignore-messages",
  // .gitignore counts outside a repository, too.
  "--no-require-git",
  // What is hidden is said by globs, which no ignore file can take back.
  "--hidden",
  "--color=never",
  "--null",
  "--path-separator=/",
];

/** A mapped file is tested for NUL only in part, so whether it counts as binary would depend on its size. */
const SEARCHING: readonly string[] = ["--crlf", "--no-mmap", "--with-filename", "--file=-"];
/** Windows takes 32,767 characters in one command line. */
const MAX_FILE_ARGUMENTS = 24_000;
const HERE = "./";

const globArguments = (globs: readonly string[]): readonly string[] => globs.map((glob) => `--glob=${glob}`);

const sizeArguments = (maxFileBytes: number | undefined): readonly string[] =>
  maxFileBytes === undefined ? [] : [`--max-filesize=${maxFileBytes}`];

/**
 * Prints for each file with a match how many lines match. Neither `--stats` nor `--include-zero`, which would say how many
 * files there are: each doubles the time.
 */
export function countArguments(globs: readonly string[], maxFileBytes: number): readonly string[] {
  const counts = [...sizeArguments(maxFileBytes), "--count"];
  return [...COMMON, ...SEARCHING, ...counts, ...globArguments(globs), "--", HERE];
}

/** Prints every file, up to a size or all. */
export function listArguments(globs: readonly string[], maxFileBytes: number | undefined): readonly string[] {
  return [...COMMON, ...sizeArguments(maxFileBytes), "--files", ...globArguments(globs), "--", HERE];
}

/** Prints line and column of the first match in each line of `files`, and in place of the line a short note. */
export function placeArguments(files: readonly string[], maxMatches: number): readonly string[] {
  const places = ["--line-number", "--column", "--no-heading", "--max-columns=1"];
  return [...COMMON, ...SEARCHING, ...places, `--max-count=${maxMatches}`, "--", ...files.map((file) => HERE + file)];
}

/** `files` in groups that each fit on a command line. */
export function groupFiles(files: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const file of files) {
    characters += file.length + 4;
    if (characters > MAX_FILE_ARGUMENTS) {
      groups.push([]);
      characters = file.length;
    }
    groups.at(-1)?.push(file);
  }
  return groups;
}
