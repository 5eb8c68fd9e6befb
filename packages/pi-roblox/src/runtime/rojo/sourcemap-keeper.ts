/** Keeps the sourcemap of a session: asks rojo for it, judges it, and says when it is behind. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Clock } from "pi-extension-core/seams";
import type { FileNaming } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import { SourcemapState } from "../../ownership/sourcemap/sourcemap-state.ts";
import type { RojoRuntime } from "./rojo-runtime.ts";

export interface SourcemapKeeperOptions {
  readonly rojo: RojoRuntime;
  /** Absolute folder of the project file. */
  readonly projectFolder: string;
  readonly naming: FileNaming;
  readonly includesNonScripts: boolean;
  readonly clock: Clock;
}

export interface SourcemapRefresh {
  /** Absolute path of the sourcemap. */
  readonly file: string;
  readonly isChanged: boolean;
  readonly instances: number;
  /** Why what rojo said was not believed; the last good one holds then. */
  readonly doubt: string | undefined;
}

export class SourcemapKeeper {
  readonly #options: SourcemapKeeperOptions;
  readonly #state: SourcemapState;
  #isProjectChanged = false;

  constructor(options: SourcemapKeeperOptions) {
    this.#options = options;
    const { projectFolder, naming, includesNonScripts } = options;
    this.#state = new SourcemapState({ projectFolder, naming, includesNonScripts });
  }

  /** The last good one; undefined when there never was one. */
  get map(): InstanceMap | undefined {
    return this.#state.index;
  }

  /** Why there is none, or why it is stale. */
  get problem(): string | undefined {
    return this.#state.problem;
  }

  /** Files have changed since rojo was asked. */
  noteChange(because: string, isProjectChanged: boolean): void {
    this.#isProjectChanged ||= isProjectChanged;
    this.#state.doubt(because, this.#options.clock.now());
  }

  /** @throws as `RojoRuntime.refreshSourcemap`; the last good one is stale then */
  async refresh(signal?: AbortSignal): Promise<SourcemapRefresh> {
    const { rojo, clock } = this.#options;
    const observedAtMs = clock.now();
    const isProjectChanged = this.#isProjectChanged;
    this.#isProjectChanged = false;
    try {
      const { file, isChanged } = await rojo.refreshSourcemap(signal);
      const text = await readFile(file, "utf8");
      const facts = { isProjectChanged, isOnDisk: (lost: string) => Promise.resolve(existsSync(lost)) };
      const { because } = await this.#state.offer(text, observedAtMs, facts);
      return { file, isChanged, instances: this.#state.index?.size ?? 0, doubt: because };
    } catch (error) {
      this.#isProjectChanged ||= isProjectChanged;
      this.#state.doubt("rojo could not make a new one", clock.now());
      throw error;
    }
  }
}
