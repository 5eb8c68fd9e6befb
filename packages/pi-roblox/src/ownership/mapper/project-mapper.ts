/** A Rojo project on disk, mapped and kept up to date. */

import { realpath } from "node:fs/promises";
import { SerialQueue } from "pi-extension-core/queue";
import { type Clock, systemClock } from "pi-extension-core/seams";
import type { RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import type { FileNaming } from "../../datamodel/file-key.ts";
import { DiskCache, type DiskLimits } from "./disk-cache.ts";
import { FactOverlay } from "./fact-overlay.ts";
import { fileRulesOf } from "./file-rules.ts";
import { type FileJudgement, judgeFile } from "./judge-file.ts";
import { MapMemory } from "./map-memory.ts";
import { type MapOptions, type MapResult, mapProject } from "./map-project.ts";
import { ProjectMap } from "./project-map.ts";
import { RustPath } from "./rust-path.ts";

export interface ProjectMapperOptions extends DiskLimits, Pick<MapOptions, "maxDepth" | "maxInstances" | "reflection"> {
  readonly naming: FileNaming;
  /** What maps files in other ways than a newer Rojo. Default: the newest that is known here. */
  readonly rojoVersion?: RojoVersion | undefined;
  readonly clock?: Clock | undefined;
}

/** What is known of the disk, and what follows from it. Replaced as a whole. */
interface State {
  readonly disk: DiskCache;
  readonly result: MapResult;
  readonly map: ProjectMap;
}

export class ProjectMapper {
  /** Absolute, without links. */
  readonly projectFile: string;
  readonly #naming: FileNaming;
  readonly #options: MapOptions;
  readonly #clock: Clock;
  readonly #memory = new MapMemory();
  readonly #queue = new SerialQueue({ name: "project mapper" });
  #current: State;

  private constructor(projectFile: string, options: ProjectMapperOptions) {
    const { naming, rojoVersion, clock = systemClock, ...rest } = options;
    this.projectFile = projectFile;
    this.#naming = naming;
    this.#options = {
      ...rest,
      platform: naming.platform,
      isCaseSensitive: naming.isCaseSensitive,
      rules: fileRulesOf(rojoVersion),
    };
    this.#clock = clock;
    this.#current = this.#pass(new DiskCache(naming, options), clock.now());
  }

  /**
   * Reads and maps the project. A project that Rojo would refuse is mapped as far as it goes; see `map.problems`.
   *
   * @param projectFile absolute; what Rojo is or will be started with
   * @throws ENOENT and other errors of the system when the file does not exist
   */
  static async open(projectFile: string, options: ProjectMapperOptions): Promise<ProjectMapper> {
    const mapper = new ProjectMapper(await realpath(projectFile), options);
    await mapper.update([]);
    return mapper;
  }

  /** As of the last `open` or `update`. */
  get map(): ProjectMap {
    return this.#current.map;
  }

  /** Real paths that `mayRead` has refused. After it allows them, `update` reads them. */
  get refused(): readonly string[] {
    return [...this.#current.disk.refused];
  }

  /** What the map was made from, with the tree as a sourcemap has it. */
  get result(): MapResult {
    return this.#current.result;
  }

  /**
   * Takes changes in. Only the folders that the files are in and the files that say something about others are read anew.
   *
   * @param files absolute: created, changed or removed; for a folder also everything below it
   */
  async update(files: readonly string[]): Promise<ProjectMap> {
    return this.#queue.run(async () => {
      const observedAtMs = this.#clock.now();
      const disk = this.#current.disk.without(files);
      let next = this.#pass(disk, observedAtMs);
      while (next.result.wants.length > 0) {
        await disk.supply(next.result.wants);
        next = this.#pass(disk, observedAtMs);
      }
      this.#current = next;
      return next.map;
    });
  }

  /**
   * What Rojo makes of a file, or would make of it if it existed.
   *
   * @param file absolute
   * @param text what would be in it, where that is known; a project or model file says more with it
   */
  judge(file: string, text?: string): FileJudgement {
    const { disk, result: current } = this.#current;
    const real = disk.realPath(file);
    const known = judgeFile(current, real, this.#naming);
    if (known.kind === "instance" && text === undefined) return known;
    const overlay = new FactOverlay(disk, { file: real, text }, new RustPath(this.#naming.platform));
    const result = mapProject(this.projectFile, overlay, this.#options, this.#memory);
    return judgeFile(result, real, this.#naming);
  }

  #pass(disk: DiskCache, observedAtMs: number): State {
    const result = mapProject(this.projectFile, disk, this.#options, this.#memory);
    const { node: root, problems } = result.part;
    return { disk, result, map: new ProjectMap({ root, problems, naming: this.#naming, observedAtMs }) };
  }
}
