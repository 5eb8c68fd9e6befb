/**
 * Which names a path means on a file system that folds case. Whoever writes `SRC/A.txt` there writes to `src/a.txt` when
 * that exists; a checkpoint that recorded only the former, as absent, would lose the latter.
 */

import { foldName, matchName } from "./case-names.ts";
import { ancestorsOf } from "./manifest.ts";

const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/**
 * The paths as they have to be recorded: folders on the way in the spelling that they have, or, when they do not exist,
 * that they were first named in; the last name as asked for and, when there is a file under another spelling, that, too.
 *
 * @param asked entry paths @param recorded entry paths that are already covered
 * @param listing names in a folder, by its path from the root; none for what is no folder
 */
export async function spellPaths(
  asked: readonly string[],
  recorded: readonly string[],
  listing: (folder: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const spelled = new Map<string, string>();
  const learn = (path: string): void => {
    for (const one of [...ancestorsOf(path), path]) {
      if (!spelled.has(foldName(one))) spelled.set(foldName(one), one);
    }
  };
  for (const path of recorded) learn(path);
  const found = new Set<string>();
  for (const path of asked) {
    const segments = path.split("/");
    const last = segments.pop() ?? "";
    let folder = "";
    for (const segment of segments) {
      const present = matchName(segment, await listing(folder), false);
      const wanted = join(folder, present ?? segment);
      folder = present === undefined ? (spelled.get(foldName(wanted)) ?? wanted) : wanted;
    }
    const wanted = join(folder, last);
    found.add(wanted);
    const present = matchName(last, await listing(folder), false);
    if (present !== undefined) found.add(join(folder, present));
    learn(wanted);
  }
  return [...found];
}
