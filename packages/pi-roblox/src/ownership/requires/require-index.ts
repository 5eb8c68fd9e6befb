/** Who requires whom, over all scripts of a project. Files are read again only when they have changed. */

import { errnoOf, isCodedError } from "pi-extension-core/errors";
import type { Clock } from "pi-extension-core/seams";
import { absoluteFile, type FileNaming, fileKey, pathFlavor } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import { findRequires } from "./find-requires.ts";
import { LUAU_CONFIG_NAME, type LuauConfig, MAX_CONFIG_BYTES, parseLuauConfig } from "./luau-config.ts";
import type { RequireCall } from "./require-argument.ts";
import type { RequireTarget, RequireWorld } from "./require-target.ts";
import { endNames, requiredNames } from "./required-names.ts";
import { resolveRequire, scriptsOf } from "./resolve-require.ts";

/** How the index gets at files; paths are absolute. */
export interface SourceReader {
  /** Undefined for what is no regular file. */
  readonly stat: (file: string) => Promise<{ readonly sizeBytes: number; readonly modifiedAtMs: number } | undefined>;
  /** @throws an error of our family when the file cannot be read or is larger */
  readonly read: (file: string, maxBytes: number) => Promise<Buffer>;
}

export interface RequireIndexOptions {
  /** Absolute folder of the project. */
  readonly root: string;
  readonly naming: FileNaming;
  readonly reader: SourceReader;
  readonly clock: Clock;
  /** Larger files are passed over. Default 2 MiB. */
  readonly maxFileBytes?: number;
  /** Further files are passed over. Default 100,000. */
  readonly maxFiles?: number;
}

export interface RefreshReport {
  readonly files: number;
  /** Files that were read anew. */
  readonly readFiles: number;
  /** Files that are too large, beyond the limit of files, or cannot be read. */
  readonly skippedFiles: number;
}

/** A call of `require` with where it leads. */
export interface ResolvedRequire extends RequireCall {
  readonly target: RequireTarget;
}

/** A call in another file. */
export interface RequiredBy extends RequireCall {
  /** Absolute. */
  readonly file: string;
}

interface Entry {
  readonly file: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly observedAtMs: number;
  readonly calls: readonly RequireCall[];
  /** Where `calls` may lead, by name. */
  readonly names: ReadonlySet<string>;
}

const DEFAULT_MAX_FILE_BYTES = 2 * 1024 * 1024;
const DEFAULT_MAX_FILES = 100_000;
/** A file that was changed this shortly before it was read may change again without showing it. */
const SETTLE_MS = 2000;
const CONCURRENCY = 32;

export class RequireIndex {
  readonly #options: RequireIndexOptions;
  readonly #entries = new Map<string, Entry>();
  /** Entries by the names that their calls end with. */
  readonly #byName = new Map<string, Set<Entry>>();
  readonly #configs = new Map<string, LuauConfig>();

  constructor(options: RequireIndexOptions) {
    this.#options = options;
  }

  /**
   * Brings the index to the state of the disk.
   * @param files all scripts of the project, absolute; what is not among them is forgotten
   * @throws the reason of the signal
   */
  async refresh(files: Iterable<string>, signal?: AbortSignal): Promise<RefreshReport> {
    const { maxFiles = DEFAULT_MAX_FILES, naming } = this.#options;
    const wanted = new Map<string, string>();
    let skippedFiles = 0;
    for (const file of files) {
      if (wanted.size < maxFiles) wanted.set(fileKey(file, naming), file);
      else skippedFiles += 1;
    }
    for (const key of this.#entries.keys()) if (!wanted.has(key)) this.#forget(key);
    let readFiles = 0;
    await forEachOf(wanted, signal, async ([key, file]) => {
      const outcome = await this.#refreshFile(key, file);
      if (outcome === "read") readFiles += 1;
      if (outcome === "skipped") skippedFiles += 1;
    });
    await this.#refreshConfigs(signal);
    return { files: this.#entries.size, readFiles, skippedFiles };
  }

  /** As `refresh`, for one file that is known to have changed, appeared or gone. @param file absolute */
  async refreshFile(file: string): Promise<void> {
    const key = fileKey(file, this.#options.naming);
    this.#forget(key);
    await this.#refreshFile(key, file);
    await this.#refreshConfigs(undefined);
  }

  /** What a script requires. Undefined for a file that the index does not hold. @param file absolute */
  requiresOf(file: string, map: InstanceMap | undefined): readonly ResolvedRequire[] | undefined {
    const entry = this.#entries.get(fileKey(file, this.#options.naming));
    const world = this.#world(map);
    return entry?.calls.map((call) => ({ ...call, target: resolveRequire(call.argument, entry.file, world) }));
  }

  /** Calls that lead to a script, by file and line. @param file absolute */
  requiredBy(file: string, map: InstanceMap | undefined): readonly RequiredBy[] {
    const { naming } = this.#options;
    const world = this.#world(map);
    const key = fileKey(file, naming);
    const names = endNames(
      pathFlavor(naming),
      file,
      scriptsOf(file, world).map(({ path }) => path),
    );
    const candidates = new Set([...names].flatMap((name) => [...(this.#byName.get(name) ?? [])]));
    const found: RequiredBy[] = [];
    for (const entry of candidates) {
      for (const call of entry.calls) {
        if (!requiredNames(call.argument).some((name) => names.has(name))) continue;
        const target = resolveRequire(call.argument, entry.file, world);
        if (target.isResolved && target.files.some((one) => fileKey(one, naming) === key))
          found.push({ ...call, file: entry.file });
      }
    }
    return found.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  }

  #world(map: InstanceMap | undefined): RequireWorld {
    const { root, naming } = this.#options;
    return {
      map,
      naming,
      root,
      isFile: (file) => this.#entries.has(fileKey(file, naming)) || (map?.ofFile(file).length ?? 0) > 0,
      configOf: (folder) => this.#configs.get(fileKey(folder, naming)),
    };
  }

  async #refreshFile(key: string, file: string): Promise<"kept" | "read" | "skipped"> {
    const { reader, clock, maxFileBytes = DEFAULT_MAX_FILE_BYTES } = this.#options;
    const observedAtMs = clock.now();
    const stat = await reader.stat(file);
    const known = this.#entries.get(key);
    if (known !== undefined && stat !== undefined && isUnchanged(known, stat)) return "kept";
    this.#forget(key);
    if (stat === undefined || stat.sizeBytes > maxFileBytes) return "skipped";
    const bytes = await readOrUndefined(reader, file, maxFileBytes);
    if (bytes === undefined) return "skipped";
    const calls = bytes.includes("require") ? findRequires(bytes.toString("utf8")) : [];
    const names = new Set(calls.flatMap((call) => requiredNames(call.argument)));
    this.#remember(key, { file, ...stat, observedAtMs, calls, names });
    return "read";
  }

  #remember(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    for (const name of entry.names) {
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, new Set([entry]));
      else known.add(entry);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    for (const name of entry.names) this.#byName.get(name)?.delete(entry);
  }

  /** Reads the configurations that scripts with aliases depend on; they are few, so they are read anew each time. */
  async #refreshConfigs(signal: AbortSignal | undefined): Promise<void> {
    const { naming, reader, root } = this.#options;
    const flavor = pathFlavor(naming);
    const folders = new Map<string, string>();
    for (const { file, calls } of this.#entries.values()) {
      if (!calls.some(({ argument }) => argument.kind === "string" && argument.path.startsWith("@"))) continue;
      for (let folder = flavor.dirname(file); !folders.has(fileKey(folder, naming)); folder = flavor.dirname(folder)) {
        folders.set(fileKey(folder, naming), folder);
        if (folder === root || folder === flavor.dirname(folder)) break;
      }
    }
    this.#configs.clear();
    await forEachOf(folders, signal, async ([key, folder]) => {
      const file = absoluteFile(folder, LUAU_CONFIG_NAME, naming);
      if ((await reader.stat(file)) === undefined) return;
      const bytes = await readOrUndefined(reader, file, MAX_CONFIG_BYTES);
      if (bytes !== undefined) this.#configs.set(key, parseLuauConfig(bytes.toString("utf8"), file));
    });
  }
}

function isUnchanged(entry: Entry, stat: { readonly sizeBytes: number; readonly modifiedAtMs: number }): boolean {
  const isSettled = entry.observedAtMs - entry.modifiedAtMs >= SETTLE_MS;
  return isSettled && entry.sizeBytes === stat.sizeBytes && entry.modifiedAtMs === stat.modifiedAtMs;
}

async function readOrUndefined(reader: SourceReader, file: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await reader.read(file, maxBytes);
  } catch (error) {
    // Gone, grown or locked since it was looked at: counted as skipped.
    if (isCodedError(error) || errnoOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function forEachOf<Item>(
  items: Iterable<Item>,
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      signal?.throwIfAborted();
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
