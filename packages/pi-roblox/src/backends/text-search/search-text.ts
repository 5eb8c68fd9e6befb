/**
 * Searches the text files of a project, by ripgrep where there is one, else in worker threads of this process. Both give
 * the same: the dialect is one (`pattern/parse-pattern.ts`), the files are those that ripgrep would search, less those
 * with a dot name, and results come by file and line.
 *
 * Not searched: what .gitignore, .ignore and .rgignore below the root leave out, links, files with a NUL, files above the
 * size limit. UTF-16 with a byte order mark is read, too.
 */

import { describeFailure, hasCode } from "pi-extension-core/errors";
import { planExclusions } from "./ignore/exclusions.ts";
import { compilePattern, type PatternQuery } from "./pattern/compile-pattern.ts";
import { searchWithRipgrep } from "./ripgrep/search-with-ripgrep.ts";
import { runScan } from "./scan/run-scan.ts";
import type { SearchProgress, SearchResult, SearchTotals, TextMatch } from "./search-result.ts";

export interface SearchRequest extends PatternQuery {
  /** How many matches are shown at most; all are counted. */
  readonly limit: number;
}

export interface SearchScope {
  /** Absolute folder of the project. */
  readonly root: string;
  /** Of the configuration, in the form of .gitignore from the root. They win over ignore files of the project. */
  readonly excludedPatterns?: readonly string[];
  /** Files and folders from the root, forward slashes, taken literally: evidence that has no dot name. */
  readonly excludedPaths?: readonly string[];
  /** ripgrep and its environment, from `locateRipgrep` and `ripgrepEnvironment`; undefined when there is none. */
  readonly ripgrep: { readonly program: string; readonly env: Readonly<Record<string, string>> } | undefined;
  /** Threads for a scan without ripgrep. Default 2. */
  readonly threads?: number;
  /** Larger files are counted, not read. Default 2 MiB. */
  readonly maxFileBytes?: number;
  /** More files are refused where there is no ripgrep. Default 200,000. */
  readonly maxFiles?: number;
  /** For the whole search. Default 30 s. */
  readonly timeoutMs?: number;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULTS = { threads: 2, maxFileBytes: 2 * 1024 * 1024, maxFiles: 200_000, timeoutMs: 30_000 };

type Answer = SearchTotals & { readonly matches: readonly TextMatch[] };

/**
 * @throws PATTERN_INVALID with `data.column`; PATTERN_TOO_SLOW (only without ripgrep); TIMED_OUT; LIMIT_EXCEEDED; the
 *   reason of the signal
 */
export async function searchText(request: SearchRequest, scope: SearchScope): Promise<SearchResult> {
  const pattern = compilePattern(request);
  scope.signal?.throwIfAborted();
  const exclusions = planExclusions(scope.excludedPatterns ?? [], scope.excludedPaths ?? []);
  const { threads, maxFileBytes, maxFiles, timeoutMs } = { ...DEFAULTS, ...scope };
  const common = { maxMatches: request.limit, maxFileBytes, onProgress: scope.onProgress };
  const scan = async (note: string): Promise<SearchResult> => {
    const bounds = { root: scope.root, exclusions, maxFiles, threads, timeoutMs, signal: scope.signal };
    return toResult(await runScan({ ...common, ...bounds, pattern }), "scan", note);
  };
  const { ripgrep, root, signal } = scope;
  const { globs } = exclusions;
  if (ripgrep === undefined) return scan("ripgrep (rg) was not found");
  if (globs === undefined) return scan("ripgrep cannot express excluded patterns that begin with !");
  try {
    const setting = { ...ripgrep, root, timeoutMs, signal };
    const search = { ...common, pattern: pattern.rust, globs };
    return toResult(await searchWithRipgrep(setting, search), "ripgrep", undefined);
  } catch (error) {
    if (!hasCode(error, "PROCESS_FAILED") && !hasCode(error, "SPAWN_FAILED") && !hasCode(error, "ARGV_INVALID"))
      throw error;
    return scan(describeFailure(error).message);
  }
}

function toResult(answer: Answer, engine: SearchResult["engine"], engineNote: string | undefined): SearchResult {
  return { ...answer, isTruncated: answer.matchedLines > answer.matches.length, engine, engineNote };
}
