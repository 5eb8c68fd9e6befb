/**
 * A search by ripgrep, in two passes. The first counts the matching lines of every file, so that totals are known and
 * memory stays small however many there are. The second looks up the places of as many as are shown.
 */

import { coreError } from "pi-extension-core/errors";
import { compareFiles, type SearchProgress, type SearchTotals, type TextMatch } from "../search-result.ts";
import { countArguments, groupFiles, listArguments, placeArguments } from "./ripgrep-arguments.ts";
import { type RipgrepSetting, runRipgrep } from "./ripgrep-child.ts";
import { countReader, type FileCount, type MatchPlace, placeReader } from "./ripgrep-output.ts";
import { showPlaces } from "./show-places.ts";

export interface RipgrepSearch {
  /** See `CompiledPattern.rust`. */
  readonly pattern: string;
  /** See `Exclusions.globs`. */
  readonly globs: readonly string[];
  readonly maxMatches: number;
  readonly maxFileBytes: number;
  readonly onProgress: ((progress: SearchProgress) => void) | undefined;
}

export type RipgrepAnswer = SearchTotals & { readonly matches: readonly TextMatch[] };

/** Open at the same time to show their lines. */
const FILES_AT_ONCE = 16;

/** @throws PROCESS_FAILED, SPAWN_FAILED when this ripgrep cannot be used; TIMED_OUT; the reason of the signal */
export async function searchWithRipgrep(setting: RipgrepSetting, search: RipgrepSearch): Promise<RipgrepAnswer> {
  const { globs, maxFileBytes } = search;
  const [counted, all, small] = await Promise.all([
    countMatches(setting, search),
    listFiles(setting, globs, undefined),
    listFiles(setting, globs, maxFileBytes),
  ]);
  // Complaints about folders come from all runs, those about files only from the one that reads them.
  const unreadableFiles = Math.max(0, counted.complaints - small.complaints);
  const files = counted.counts.sort((a, b) => compareFiles(a.file, b.file));
  return {
    matches: await showFirst(setting, search, files),
    matchedLines: files.reduce((sum, { matchedLines }) => sum + matchedLines, 0),
    matchedFiles: files.length,
    searchedFiles: Math.max(0, small.files - unreadableFiles),
    largeFiles: Math.max(0, all.files - small.files),
    unreadableFiles,
  };
}

async function countMatches(setting: RipgrepSetting, search: RipgrepSearch) {
  const counts: FileCount[] = [];
  const read = countReader((count) => {
    // A name that is no UTF-8 has reached us damaged, so the file cannot be opened.
    if (!count.file.includes("\uFFFD")) counts.push(count);
  });
  const report = (text: string): void => {
    read(text);
    search.onProgress?.({ matchedFiles: counts.length, searchedFiles: undefined, totalFiles: undefined });
  };
  const args = countArguments(search.globs, search.maxFileBytes);
  const { exitCode, complaints, message } = await runRipgrep(setting, args, search.pattern, report);
  // Perhaps it has not even begun: an option or the pattern is strange to it.
  if (exitCode > 1 && counts.length === 0) {
    const { program } = setting;
    throw coreError("PROCESS_FAILED", `${program} exited with code ${exitCode}: ${message.slice(0, 500)}`, {
      hint: "Update ripgrep.",
      data: { program, exitCode },
    });
  }
  return { counts, complaints };
}

async function listFiles(setting: RipgrepSetting, globs: readonly string[], maxFileBytes: number | undefined) {
  let files = 0;
  const count = (text: string): void => {
    for (let at = text.indexOf("\0"); at !== -1; at = text.indexOf("\0", at + 1)) files += 1;
  };
  const { complaints } = await runRipgrep(setting, listArguments(globs, maxFileBytes), "", count);
  return { files, complaints };
}

/** @param counts by file, in order */
async function showFirst(
  setting: RipgrepSetting,
  { pattern, maxMatches, maxFileBytes }: RipgrepSearch,
  counts: readonly FileCount[],
): Promise<readonly TextMatch[]> {
  const shown: FileCount[] = [];
  for (let lines = 0; lines < maxMatches && shown.length < counts.length; ) {
    const next = counts[shown.length];
    if (next === undefined) break;
    shown.push(next);
    lines += next.matchedLines;
  }
  const places: MatchPlace[] = [];
  for (const group of groupFiles(shown.map(({ file }) => file))) {
    const read = placeReader((place) => places.push(place));
    await runRipgrep(setting, placeArguments(group, maxMatches), pattern, read);
  }
  const byFile = Map.groupBy(places, ({ file }) => file);
  const matches: TextMatch[] = [];
  for (let at = 0; at < shown.length; at += FILES_AT_ONCE) {
    const batch = shown.slice(at, at + FILES_AT_ONCE).map(({ file }) => {
      const ofFile = (byFile.get(file) ?? []).sort((a, b) => a.line - b.line);
      return showPlaces(setting.root, file, ofFile, maxFileBytes);
    });
    for (const ofFile of await Promise.all(batch)) matches.push(...ofFile);
  }
  return matches.slice(0, maxMatches);
}
