/** What the scan and its workers say to each other: plain data, and a few numbers in shared memory. Pure. */

import type { CompiledPattern } from "../pattern/compile-pattern.ts";
import type { SearchTotals, TextMatch } from "../search-result.ts";

export interface ScanOrder {
  readonly pattern: CompiledPattern;
  /** Absolute folder, with a separator at the end. */
  readonly root: string;
  /** From the root, forward slashes, in the order of results. */
  readonly files: readonly string[];
  readonly maxFileBytes: number;
  readonly maxMatches: number;
  /** See `PROGRESS_SLOTS`. */
  readonly progress: Int32Array;
}

export type ScanReport = SearchTotals & { readonly matches: readonly TextMatch[] };

/** Meaning of the numbers in `ScanOrder.progress`. */
export const PROGRESS_SLOTS = {
  /** Raised when the pattern begins to run over a file and when it has ended: odd while it runs. */
  step: 0,
  /** How many files are done. */
  done: 1,
  matchedFiles: 2,
} as const;

export const newProgress = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(Object.keys(PROGRESS_SLOTS).length * Int32Array.BYTES_PER_ELEMENT));
