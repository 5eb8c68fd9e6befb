/**
 * Keeps the index of requires of a session without making anybody wait for it twice. To ask ten thousand files whether
 * they have changed takes longer than a look at one script may, so only the script in question is always looked at; the
 * others are in the background, and at once when it is known that something was written.
 */

import type { Clock } from "pi-extension-core/seams";
import { type FileNaming, fileKey } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import {
  type RequiredBy,
  RequireIndex,
  type ResolvedRequire,
  type SourceReader,
} from "../../ownership/requires/require-index.ts";
import { untilAborted } from "../lifecycle/background-step.ts";

export interface RequireKeeperOptions {
  /** Absolute folder of the workspace. */
  readonly root: string;
  readonly naming: FileNaming;
  readonly reader: SourceReader;
  readonly clock: Clock;
}

export interface ScriptRequires {
  readonly out: readonly ResolvedRequire[];
  readonly into: readonly RequiredBy[];
  /** Milliseconds since all other scripts were looked at. */
  readonly ageMs: number;
}

const SCRIPT = /\.luau?$/i;
/** A look this short ago is not repeated. */
const FRESH_MS = 2000;

export class RequireKeeper {
  readonly #options: RequireKeeperOptions;
  readonly #index: RequireIndex;
  #scripts: { readonly map: InstanceMap | undefined; readonly files: ReadonlyMap<string, string> } | undefined;
  #refresh: Promise<void> | undefined;
  #refreshedAtMs: number | undefined;

  constructor(options: RequireKeeperOptions) {
    this.#options = options;
    this.#index = new RequireIndex(options);
  }

  /** Something was written that nobody names: the next answer waits until all scripts were looked at. */
  noteWrites(): void {
    this.#refreshedAtMs = undefined;
  }

  /** This file was written. @param file absolute */
  async noteWritten(file: string): Promise<void> {
    if (this.#refreshedAtMs !== undefined && SCRIPT.test(file)) await this.#index.refreshFile(file);
  }

  /**
   * @param file absolute, a script
   * @param map the project as it is now; undefined without one
   * @throws the reason of `signal`
   */
  async requiresOf(
    file: string,
    map: InstanceMap | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ScriptRequires> {
    const isOther = this.#scripts?.map !== map || this.#scripts === undefined;
    if (isOther) this.#scripts = { map, files: scriptsOf(map, this.#options.naming) };
    if (isOther || this.#refreshedAtMs === undefined) await untilAborted(this.#refreshAll(), signal);
    else if (this.#ageMs() > FRESH_MS) void this.#refreshAll();
    await this.#index.refreshFile(file);
    return {
      out: this.#index.requiresOf(file, map) ?? [],
      into: this.#index.requiredBy(file, map),
      ageMs: this.#ageMs(),
    };
  }

  /** Ends when the look that is under way has ended. */
  async settled(): Promise<void> {
    await this.#refresh;
  }

  #ageMs(): number {
    return this.#refreshedAtMs === undefined ? 0 : Math.max(0, this.#options.clock.now() - this.#refreshedAtMs);
  }

  /** One at a time; who asks meanwhile gets the same. Never rejects: the reader reports what cannot be read as skipped. */
  #refreshAll(): Promise<void> {
    this.#refresh ??= this.#lookAtAll().finally(() => {
      this.#refresh = undefined;
    });
    return this.#refresh;
  }

  async #lookAtAll(): Promise<void> {
    const startedAtMs = this.#options.clock.now();
    await this.#index.refresh(this.#scripts?.files.values() ?? []);
    this.#refreshedAtMs = startedAtMs;
  }
}

function scriptsOf(map: InstanceMap | undefined, naming: FileNaming): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { sourceFile } of map?.all() ?? [])
    if (sourceFile !== undefined && SCRIPT.test(sourceFile)) files.set(fileKey(sourceFile, naming), sourceFile);
  return files;
}
