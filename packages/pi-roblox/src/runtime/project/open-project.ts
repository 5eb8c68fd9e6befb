/** Opens the Rojo project of a workspace and follows its files. */

import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "pi-extension-core/errors";
import { isInside, readRegularFile, refuseSymlinks } from "pi-extension-core/fs";
import type { Clock } from "pi-extension-core/seams";
import { ChangeScan } from "../../backends/files/change-scan.ts";
import type { RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import type { FileNaming } from "../../datamodel/file-key.ts";
import { loadReflection } from "../../datamodel/reflection/load-reflection.ts";
import type { FileJudgement } from "../../ownership/mapper/judge-file.ts";
import { ProjectMapper } from "../../ownership/mapper/project-mapper.ts";
import { locateProject } from "../../ownership/project/locate-project.ts";
import { parseProject } from "../../ownership/project/parse-project.ts";
import type { ProjectFinding, RojoProject } from "../../ownership/project/project-types.ts";
import { findingsForVersion } from "../../ownership/project/version-findings.ts";
import type { WouldBe } from "../../ownership/resolve/evidence.ts";
import type { ServedProject } from "../rojo/rojo-runtime.ts";
import type { MappedProject } from "./mapped-project.ts";
import type { ProjectSnapshot } from "./project-snapshot.ts";

export interface OpenProjectOptions {
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** Of the configuration, from the workspace; undefined to look for one. */
  readonly projectFile: string | undefined;
  readonly naming: FileNaming;
  readonly clock: Clock;
  readonly permission: ReadPermission;
}

/**
 * Whether the user allows to read these absolute paths, which a project file names. Never rejects; resolves soon where
 * nobody has to be asked.
 */
type ReadPermission = (places: readonly string[], projectFile: string) => Promise<boolean>;

const MAX_BYTES = 4_000_000;
const KNOWN_ANSWER_MS = 300;
/** Files that decide what others become: a change of one shows in no listing. */
const TELLING = /\.(?:meta|model|project)\.jsonc?$|\.rbxmx$/i;
const DEFAULT_NAME = /^default\.project\.jsonc?$/;

/** As Rojo names it. Source: Rojo 7.7.1 project.rs, set_file_name. */
function projectName(project: Pick<RojoProject, "name">, file: string): string {
  if (project.name !== undefined) return project.name;
  const fileName = path.basename(file);
  return DEFAULT_NAME.test(fileName) ? path.basename(path.dirname(file)) : fileName.replace(/\.project\.jsonc?$/, "");
}

function toWouldBe(judgement: FileJudgement): WouldBe {
  switch (judgement.kind) {
    case "instance": {
      const [first] = judgement.instances;
      if (first === undefined || judgement.role === "unused") return { kind: "unmapped" };
      return { kind: "instance", path: first.path, className: first.className };
    }
    case "ignored":
      return { kind: "ignored", by: judgement.by };
    case "no-rule":
      return { kind: "ignored", by: "no rule takes such a file" };
    case "shadowed":
      return { kind: "ignored", by: path.basename(judgement.projectFile) };
    case "unknown":
      return { kind: "unknown", because: judgement.because };
    case "unmapped":
      return { kind: "unmapped" };
  }
}

async function locate({ root, projectFile }: OpenProjectOptions): Promise<string | undefined> {
  try {
    const file = await locateProject(path.resolve(root, projectFile ?? "."));
    await refuseSymlinks(root, file);
    return file;
  } catch (error) {
    if (projectFile === undefined && hasCode(error, "PROJECT_NOT_FOUND")) return undefined;
    throw error;
  }
}

/** Which places may be read: the workspace, and what the user has approved. */
class OutsideFolders {
  readonly #allowed: string[];

  constructor(root: string) {
    this.#allowed = [root];
  }

  allow(places: readonly string[]): void {
    this.#allowed.push(...places);
  }

  mayRead(real: string): boolean {
    return this.#allowed.some((folder) => isInside(folder, real));
  }
}

class OpenProject implements MappedProject {
  readonly #outside: OutsideFolders;
  readonly served: ServedProject;
  readonly #options: OpenProjectOptions;
  #mapper: ProjectMapper;
  #version: RojoVersion | undefined;
  readonly #scan = new ChangeScan();
  #lateFailure: Error | undefined;
  #snapshot: ProjectSnapshot;

  constructor(
    file: string,
    project: RojoProject,
    mapper: ProjectMapper,
    options: OpenProjectOptions,
    outside: OutsideFolders,
  ) {
    this.#options = options;
    this.#outside = outside;
    this.served = {
      file,
      name: projectName(project, file),
      servePlaceIds: project.servePlaceIds,
      servePort: project.servePort,
      serveAddress: project.serveAddress,
    };
    this.#mapper = mapper;
    this.#snapshot = this.#take();
  }

  async findings(version: RojoVersion | undefined): Promise<readonly ProjectFinding[]> {
    const { file } = this.served;
    const project = await readProject(file, this.#options.naming);
    if (version !== undefined) return findingsForVersion(project, path.basename(file), version);
    return project.findings.filter(({ since }) => since === undefined);
  }

  /** Maps by the rules of this version from now on. */
  async useVersion(version: RojoVersion): Promise<void> {
    if (this.#version?.text === version.text) return;
    this.#version = version;
    this.#mapper = await openMapper(this.served.file, this.#options, this.#outside, version);
    this.#snapshot = this.#take();
  }

  get unread(): readonly string[] {
    return this.#mapper.refused;
  }

  async current(): Promise<ProjectSnapshot> {
    if (this.#lateFailure !== undefined) throw this.#lateFailure;
    const changed = this.#scan.changed();
    if (changed.length === 0) return this.#snapshot;
    const folders = new Set(this.#mapper.result.folders.map(({ realPath }) => realPath));
    // Of a folder only the listing is read anew: what is in it and has changed is named by itself.
    await this.#mapper.update(changed.map((place) => (folders.has(place) ? path.join(place, "listing") : place)));
    this.#snapshot = this.#take();
    return this.#snapshot;
  }

  #take(): ProjectSnapshot {
    const { map, result } = this.#mapper;
    const telling = new Set([this.#mapper.projectFile]);
    for (const { realPath, projectFile } of result.folders) {
      telling.add(realPath);
      if (projectFile !== undefined) telling.add(projectFile);
    }
    for (const { files } of map.all()) for (const file of files) if (TELLING.test(file)) telling.add(file);
    this.#scan.watch(telling);
    const judged = new Map<string, WouldBe>();
    const wouldBe = (file: string): WouldBe => {
      const known = judged.get(file) ?? toWouldBe(this.#mapper.judge(file));
      judged.set(file, known);
      return known;
    };
    return { map, problems: map.problems, wouldBe };
  }

  /**
   * Asks for what lies outside of the workspace, as far as the project names it. Where a user is asked, nobody waits for
   * the answer: until then nothing is known of it, and the map says so.
   */
  async askForOutside(): Promise<void> {
    const wanted = this.#mapper.refused;
    if (wanted.length === 0) return;
    const asked = this.#ask(wanted);
    // An answer that is known already is there at once.
    await Promise.race([asked, delay(KNOWN_ANSWER_MS, undefined, { ref: false })]);
  }

  /** Never rejects: nobody may be waiting. What went wrong shows at the next call. */
  async #ask(wanted: readonly string[]): Promise<void> {
    try {
      if (await this.#options.permission(wanted, this.served.file)) await this.#readOutside(wanted);
    } catch (error) {
      this.#lateFailure = error instanceof Error ? error : new Error(String(error));
    }
  }

  async #readOutside(places: readonly string[]): Promise<void> {
    this.#outside.allow(places);
    await this.#mapper.update(places);
    this.#snapshot = this.#take();
    // What was allowed may lead on.
    await this.askForOutside();
  }
}

/**
 * @returns undefined where no project file is named and there is none
 * @throws PROJECT_INVALID, PROJECT_NOT_FOUND, PROJECT_AMBIGUOUS, SYMLINK_REFUSED
 */
export async function openProject(options: OpenProjectOptions): Promise<MappedProject | undefined> {
  const file = await locate(options);
  if (file === undefined) return undefined;
  const project = await readProject(file, options.naming);
  const outside = new OutsideFolders(options.root);
  const mapper = await openMapper(file, options, outside, undefined);
  const opened = new OpenProject(file, project, mapper, options, outside);
  await opened.askForOutside();
  return opened;
}

async function readProject(file: string, { platform }: FileNaming): Promise<RojoProject> {
  const text = (await readRegularFile(file, MAX_BYTES)).toString("utf8");
  return parseProject(text, { source: path.basename(file), platform });
}

async function openMapper(
  file: string,
  { naming, clock }: OpenProjectOptions,
  outside: OutsideFolders,
  rojoVersion: RojoVersion | undefined,
): Promise<ProjectMapper> {
  const reflection = await loadReflection();
  return ProjectMapper.open(file, { naming, clock, reflection, rojoVersion, mayRead: (real) => outside.mayRead(real) });
}
