/** A Rojo project on disk, mapped and kept up to date. */

import { realpath } from "node:fs/promises";
import { DiskCache, type DiskLimits } from "./disk-cache.ts";
import { MapMemory } from "./map-memory.ts";
import { type MapOptions, type MapResult, mapProject } from "./map-project.ts";

export interface ProjectMapperOptions extends MapOptions, DiskLimits {}

export class ProjectMapper {
  readonly projectFile: string;
  readonly #options: ProjectMapperOptions;
  readonly #disk: DiskCache;
  readonly #memory = new MapMemory();

  private constructor(projectFile: string, options: ProjectMapperOptions) {
    this.projectFile = projectFile;
    this.#options = options;
    this.#disk = new DiskCache(options);
  }

  static async open(projectFile: string, options: ProjectMapperOptions): Promise<ProjectMapper> {
    return new ProjectMapper(await realpath(projectFile), options);
  }

  /** Reads what is missing, and maps. */
  async map(): Promise<MapResult> {
    for (;;) {
      const result = mapProject(this.projectFile, this.#disk, this.#options, this.#memory);
      if (result.wants.length === 0) return result;
      await this.#disk.supply(result.wants);
    }
  }
}
