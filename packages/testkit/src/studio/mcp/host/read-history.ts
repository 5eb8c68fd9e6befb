/** What script_read has shown of each script, for builds in which it lags behind [hazard 23]. */

interface Seen {
  text: string;
  staleReads: number;
}

export class ReadHistory {
  readonly #seen = new Map<string, Seen>();

  /** The text to show: the one before the last change for the first `staleReads` calls after it. */
  shown(path: string, text: string, staleReads: number): string {
    const seen = this.#seen.get(path);
    if (seen === undefined || seen.text === text || seen.staleReads >= staleReads) {
      this.#seen.set(path, { text, staleReads: 0 });
      return text;
    }
    seen.staleReads += 1;
    return seen.text;
  }
}
