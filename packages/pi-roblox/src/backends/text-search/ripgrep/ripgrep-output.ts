/** Reads what ripgrep prints, piece by piece as it comes. Pure. */

export interface FileCount {
  /** From the root, forward slashes. */
  readonly file: string;
  readonly matchedLines: number;
}

export interface MatchPlace {
  readonly file: string;
  readonly line: number;
  /** From 1 in bytes; undefined for an empty match at the end of a line, for which ripgrep sometimes prints none. */
  readonly byteColumn: number | undefined;
}

/** Calls `onLine` for each whole line of a stream, without its line break. */
export function lineSplitter(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
  };
}

/** A path, NUL, and what stands behind it on the line. A path may itself hold line breaks. */
function recordSplitter(onRecord: (file: string, rest: string) => void): (text: string) => void {
  let path = "";
  return lineSplitter((line) => {
    const nul = line.indexOf("\0");
    if (nul === -1) {
      path += `${line}\n`;
      return;
    }
    onRecord(`${path}${line.slice(0, nul)}`.replace(/^\.\//, ""), line.slice(nul + 1));
    path = "";
  });
}

/** Reads the output of `countArguments`. */
export function countReader(onCount: (count: FileCount) => void): (text: string) => void {
  return recordSplitter((file, rest) => onCount({ file, matchedLines: Number.parseInt(rest, 10) }));
}

/** Reads the output of `placeArguments`. */
export function placeReader(onPlace: (place: MatchPlace) => void): (text: string) => void {
  return recordSplitter((file, rest) => {
    const found = /^(\d+):(?:(\d+):)?/.exec(rest);
    if (found === null) return;
    onPlace({ file, line: Number(found[1]), byteColumn: found[2] === undefined ? undefined : Number(found[2]) });
  });
}
