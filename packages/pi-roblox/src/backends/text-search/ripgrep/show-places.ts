/** Turns places that ripgrep found into matches, by reading the lines from the files. */

import path from "node:path";
import { isCodedError } from "pi-extension-core/errors";
import { readRegularFile } from "pi-extension-core/fs";
import { decodeEscaped, searchableBytes } from "../scan/text-bytes.ts";
import { showMatch, type TextMatch } from "../search-result.ts";
import type { MatchPlace } from "./ripgrep-output.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The lines at `places`, which are in one file and in order. Those that are there no more are left out. Pure. */
export function matchesIn(file: string, raw: Buffer, places: readonly MatchPlace[]): readonly TextMatch[] {
  const bytes = searchableBytes(raw);
  const matches: TextMatch[] = [];
  let line = 1;
  let start = 0;
  for (const place of places) {
    for (; line < place.line && start !== -1; line += 1) {
      const feed = bytes.indexOf(LINE_FEED, start);
      start = feed === -1 ? -1 : feed + 1;
    }
    if (start === -1) break;
    const feed = bytes.indexOf(LINE_FEED, start);
    let end = feed === -1 ? bytes.length : feed;
    if (feed > start && bytes[feed - 1] === CARRIAGE_RETURN) end -= 1;
    // An empty match may also lie between CR and LF.
    const at = place.byteColumn === undefined ? end : Math.min(end, start + place.byteColumn - 1);
    const column = decodeEscaped(bytes.subarray(start, at)).length + 1;
    matches.push(showMatch(file, line, decodeEscaped(bytes.subarray(start, end)), column));
  }
  return matches;
}

/** @param file from `root`, forward slashes */
export async function showPlaces(
  root: string,
  file: string,
  places: readonly MatchPlace[],
  maxFileBytes: number,
): Promise<readonly TextMatch[]> {
  try {
    return matchesIn(file, await readRegularFile(path.join(root, file), maxFileBytes), places);
  } catch (error) {
    // The file has gone, or grown, since ripgrep read it: there is nothing to show.
    if (isCodedError(error)) return [];
    throw error;
  }
}
