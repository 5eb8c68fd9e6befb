/**
 * The stat cache of one project, on disk under the user's agent directory: so no repository can bring one along, and a
 * project on read-only media works. A hint only: a file that is damaged or cannot be written costs time, never
 * correctness.
 */

import nodePath from "node:path";
import { errnoOf, isCodedError } from "pi-extension-core/errors";
import { ensurePrivateFolder, hashBytes, readRegularFile, sweepStaging, writeFileAtomic } from "pi-extension-core/fs";
import type { FingerprintCache } from "./observe.ts";
import { type CachedFingerprint, formatStatCache, readStatCache } from "./stat-cache.ts";

/** Of 20,000 artifacts with long paths. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

export class StatCacheFile implements FingerprintCache {
  readonly #root: string;
  readonly #file: string;
  readonly #entries: Map<string, CachedFingerprint>;
  #isSaved = true;

  private constructor(root: string, file: string, entries: Map<string, CachedFingerprint>) {
    this.#root = root;
    this.#file = file;
    this.#entries = entries;
  }

  /** @param agentDir Pi's directory of this user, absolute @param root absolute project root */
  static async load(agentDir: string, root: string): Promise<StatCacheFile> {
    const name = hashBytes(root).slice("sha256:".length, "sha256:".length + 32);
    const file = nodePath.join(agentDir, "pi-sych", "stat-cache", `${name}.json`);
    return new StatCacheFile(root, file, await readEntries(file, root));
  }

  get(key: string): CachedFingerprint | undefined {
    return this.#entries.get(key);
  }

  set(key: string, entry: CachedFingerprint): void {
    this.#entries.set(key, entry);
    this.#isSaved = false;
  }

  delete(key: string): void {
    if (this.#entries.delete(key)) this.#isSaved = false;
  }

  /**
   * Forgets all but these keys and writes what is new.
   * @returns why it could not be written, in words, or undefined
   */
  async save(keys: ReadonlySet<string>): Promise<string | undefined> {
    for (const key of this.#entries.keys()) if (!keys.has(key)) this.delete(key);
    if (this.#isSaved) return undefined;
    const folder = nodePath.dirname(this.#file);
    const stagingDir = nodePath.join(folder, "staging");
    const text = formatStatCache(this.#root, this.#entries);
    this.#isSaved = true;
    try {
      await ensurePrivateFolder(folder);
      await sweepStaging(stagingDir);
      await writeFileAtomic(this.#file, text, { stagingDir, mode: 0o600 });
      return undefined;
    } catch (error) {
      this.#isSaved = false;
      if (isCodedError(error)) return error.message;
      const errno = errnoOf(error);
      if (errno === undefined) throw error;
      return `${folder} cannot be written (${errno})`;
    }
  }
}

/** Whatever is wrong with the file, it then holds nothing. */
async function readEntries(file: string, root: string): Promise<Map<string, CachedFingerprint>> {
  try {
    const bytes = await readRegularFile(file, MAX_CACHE_BYTES);
    return readStatCache(root, JSON.parse(bytes.toString("utf8")));
  } catch (error) {
    if (isCodedError(error) || error instanceof SyntaxError) return new Map();
    throw error;
  }
}
