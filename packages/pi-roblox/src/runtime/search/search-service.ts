/** Searches the text of the project and the names of its instances, and says of each hit what it is and who owns it. */

import path from "node:path";
import { matchNames } from "../../backends/text-search/match-names.ts";
import type { SearchProgress, SearchResult } from "../../backends/text-search/search-result.ts";
import { searchText } from "../../backends/text-search/search-text.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import type { Owner, Ownership, OwnershipTarget } from "../../ownership/resolve/ownership.ts";

type SearchScope = "text" | "instances" | "all";

export interface SearchQuery {
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly scope: SearchScope;
  readonly limit: number;
  /** Search packages of others and generated files, too. */
  readonly includeDependencies: boolean;
}

export interface FileHits {
  /** From the workspace, forward slashes. */
  readonly file: string;
  readonly owner: Owner;
  /** As text; several when the file is mounted more than once, none when it makes no instance. */
  readonly instances: readonly string[];
  readonly lines: readonly { readonly line: number; readonly column: number; readonly text: string }[];
}

interface InstanceHit {
  readonly path: string;
  readonly className: string;
  /** From the workspace; undefined where no file has its text. */
  readonly file: string | undefined;
}

export interface SearchAnswer {
  readonly files: readonly FileHits[];
  readonly instances: readonly InstanceHit[];
  /** Counts of the text search; undefined when there was none. */
  readonly text: Omit<SearchResult, "matches"> | undefined;
  readonly instanceCount: number;
  readonly isTruncated: boolean;
}

export interface SearchServiceOptions {
  readonly root: string;
  readonly ripgrep: { readonly program: string; readonly env: Readonly<Record<string, string>> } | undefined;
  /** .gitignore patterns of what is not to be searched unless it is asked for. */
  readonly dependencyPatterns: readonly string[];
  readonly generatedPatterns: readonly string[];
  /** From the workspace: records of this extension. */
  readonly ownPaths: readonly string[];
  readonly resolve: (target: OwnershipTarget) => Promise<Ownership>;
}

export interface SearchCall {
  readonly map: InstanceMap | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: SearchProgress) => void) | undefined;
}

const slashed = (file: string): string => file.split(path.sep).join("/");

export class SearchService {
  readonly #options: SearchServiceOptions;

  constructor(options: SearchServiceOptions) {
    this.#options = options;
  }

  /** @throws PATTERN_INVALID, PATTERN_TOO_SLOW, TIMED_OUT, LIMIT_EXCEEDED, the reason of the signal */
  async search(query: SearchQuery, call: SearchCall): Promise<SearchAnswer> {
    const found = query.scope === "instances" ? undefined : await this.#searchText(query, call);
    const { instances, instanceCount } =
      query.scope === "text" ? { instances: [], instanceCount: 0 } : this.#searchInstances(query, call.map);
    const isCut = instanceCount > instances.length;
    if (found === undefined) return { files: [], instances, text: undefined, instanceCount, isTruncated: isCut };
    const { matches, ...text } = found;
    const files = await this.#byFile(matches, call.signal);
    return { files, instances, text, instanceCount, isTruncated: text.isTruncated || isCut };
  }

  #searchText(query: SearchQuery, call: SearchCall): Promise<SearchResult> {
    const { root, ripgrep, dependencyPatterns, generatedPatterns, ownPaths } = this.#options;
    const excludedPatterns = query.includeDependencies ? [] : [...dependencyPatterns, ...generatedPatterns];
    return searchText(
      { text: query.query, isRegex: query.isRegex, isCaseSensitive: query.isCaseSensitive, limit: query.limit },
      { root, ripgrep, excludedPatterns, excludedPaths: ownPaths, signal: call.signal, onProgress: call.onProgress },
    );
  }

  #searchInstances(
    { query, isRegex, isCaseSensitive, limit }: SearchQuery,
    map: InstanceMap | undefined,
  ): Pick<SearchAnswer, "instances" | "instanceCount"> {
    const all = map === undefined ? [] : [...map.all()];
    const names = all.map((instance) => formatInstancePath(instance.path));
    const found = matchNames({ text: query, isRegex, isCaseSensitive }, names);
    const instances = found.slice(0, limit).flatMap((index) => {
      const instance = all[index];
      if (instance === undefined) return [];
      const { className, sourceFile } = instance;
      const file = sourceFile === undefined ? undefined : slashed(path.relative(this.#options.root, sourceFile));
      return [{ path: names[index] ?? "", className, file }];
    });
    return { instances, instanceCount: found.length };
  }

  async #byFile(matches: SearchResult["matches"], signal: AbortSignal | undefined): Promise<readonly FileHits[]> {
    const groups = Map.groupBy(matches, ({ file }) => file);
    const hits: FileHits[] = [];
    for (const [file, lines] of groups) {
      signal?.throwIfAborted();
      const { owner, instances } = await this.#options.resolve({ kind: "file", file });
      hits.push({
        file,
        owner,
        instances: instances.map((instance) => formatInstancePath(instance.path)),
        lines: lines.map(({ line, column, text }) => ({ line, column, text })),
      });
    }
    return hits;
  }
}
