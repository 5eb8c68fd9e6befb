/**
 * Which names a path means on a file system that folds case. Whoever writes `SRC/A.txt` there writes to `src/a.txt` when
 * that exists; a checkpoint that recorded only the former, as absent, would lose the latter.
 */

import { foldName, matchName } from "./case-names.ts";
import { ancestorsOf } from "./manifest.ts";

const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/**
 * The paths as they have to be recorded. Folders on the way: as they were recorded before, else as they are spelled, else,
 * when they do not exist, as they were first named. The last name: as asked for and, when there is a file under another
 * spelling, that, too. What is there under a spelling of a recorded path is left out: its first record, from before the
 * work, counts.
 *
 * @param asked entry paths @param recorded entry paths that are already covered
 * @param listing names in a folder, by its path from the root; none for what is no folder
 */
export async function spellPaths(
  asked: readonly string[],
  recorded: readonly string[],
  listing: (folder: string) => Promise<readonly string[]>,
): Promise<string[]> {
  const known = new Set(recorded);
  const recordedAs = firstSpellings(recorded);
  const named = new Map<string, string>();
  const found = new Set<string>();
  for (const path of asked) {
    const segments = path.split("/");
    const last = segments.pop() ?? "";
    let folder = "";
    for (const segment of segments) {
      const present = await presentIn(folder, segment, listing);
      const wanted = join(folder, segment);
      const isRecorded = present !== undefined && known.has(present);
      const folded = foldName(wanted);
      folder = (isRecorded ? present : recordedAs.get(folded)) ?? present ?? named.get(folded) ?? wanted;
    }
    const wanted = join(folder, last);
    const present = await presentIn(folder, last, listing);
    const isCovered = recordedAs.has(foldName(wanted));
    if (!isCovered || known.has(wanted) || present !== wanted) found.add(wanted);
    if (present !== undefined && (!isCovered || known.has(present))) found.add(present);
    for (const one of [...ancestorsOf(wanted), wanted]) if (!named.has(foldName(one))) named.set(foldName(one), one);
  }
  return [...found];
}

function firstSpellings(paths: readonly string[]): Map<string, string> {
  return new Map(paths.toReversed().map((path) => [foldName(path), path]));
}

async function presentIn(
  folder: string,
  name: string,
  listing: (folder: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const present = matchName(name, await listing(folder), false);
  return present === undefined ? undefined : join(folder, present);
}
