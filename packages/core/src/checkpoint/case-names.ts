/**
 * Names on file systems that do not tell upper from lower case. There, `A.txt` opens the file `a.txt`, but they are not
 * the same name: a checkpoint brings back the name, too. Pure.
 */

/** Equal for names that a case-insensitive file system takes for one. */
export function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * The name in a folder that `name` opens, or undefined when there is none. A file system that folds case also folds
 * composed and decomposed letters, so there a name that differs only in that counts as the same.
 */
export function matchName(name: string, names: readonly string[], isCaseSensitive: boolean): string | undefined {
  if (names.includes(name)) return name;
  if (isCaseSensitive) return undefined;
  const composed = name.normalize("NFC");
  if (names.some((present) => present.normalize("NFC") === composed)) return name;
  const folded = foldName(name);
  return names.find((present) => foldName(present) === folded);
}

/** Moves `path` along when the folder or file `from` is renamed to `to`. */
export function movePath(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
}

const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * States of paths, where one that leads to a file under another spelling, which is not covered itself, has the state of
 * that file: whoever made `New.txt` where `new.txt` was announced made what was announced.
 *
 * @param covered paths that have a state of their own
 * @param variants path to the path of the same file as it is really written, for paths under another spelling
 * @param which any: all of these; folders: only where no more than the folders on the way are spelled differently
 */
export function adoptSpellings<State>(
  covered: Iterable<string>,
  states: ReadonlyMap<string, State>,
  variants: ReadonlyMap<string, string>,
  which: "any" | "folders",
): Map<string, State> {
  const isCovered = new Set(covered);
  const adopted = new Map(states);
  for (const [path, variant] of variants) {
    const state = states.get(variant);
    if (state === undefined || isCovered.has(variant)) continue;
    if (which === "any" || lastName(path) === lastName(variant)) adopted.set(path, state);
  }
  return adopted;
}
