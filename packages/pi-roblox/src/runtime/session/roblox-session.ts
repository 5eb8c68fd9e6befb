/**
 * What lives as long as a Pi session. The steps of the start run in the background, each by itself; a tool waits for
 * those that it needs. Nothing here draws or asks: that is for the integration layer.
 */

import path from "node:path";
import { type Approvals, type ApprovalUi, createApprovals } from "pi-extension-core/approval";
import { type CodedError, coreError, hasCode, isCodedError } from "pi-extension-core/errors";
import { hashFile, stripAtPrefix } from "pi-extension-core/fs";
import { tellsCaseApart } from "../../backends/files/file-facts.ts";
import { endLeftovers } from "../../backends/rojo/server/leftovers.ts";
import { RecordStore, serverRecordsFolder } from "../../backends/rojo/server/record-store.ts";
import type { FileNaming } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import { robloxError } from "../../errors.ts";
import { diskReader } from "../../ownership/requires/source-reader.ts";
import type { Ownership, OwnershipTarget } from "../../ownership/resolve/ownership.ts";
import { configFileOf, type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { defaultConfig } from "../config/parse-config.ts";
import type { RobloxConfig } from "../config/schema.ts";
import { describeServer } from "../doctor/server-facts.ts";
import { RequireKeeper } from "../inspect/require-keeper.ts";
import {
  BackgroundStep,
  off,
  ready,
  type StepOutcome,
  type StepReport,
  untilAborted,
} from "../lifecycle/background-step.ts";
import { type CurrentMaps, OwnershipService } from "../ownership/ownership-service.ts";
import type { MappedProject } from "../project/mapped-project.ts";
import { openProject } from "../project/open-project.ts";
import type { ProjectSnapshot } from "../project/project-snapshot.ts";
import { RojoRuntime } from "../rojo/rojo-runtime.ts";
import { SourcemapKeeper } from "../rojo/sourcemap-keeper.ts";
import { TreeKeeper } from "../rojo/tree-keeper.ts";
import { type SessionFolders, sessionFolders } from "./session-folders.ts";
import type { SessionOptions } from "./session-options.ts";

/** The configuration in force. */
export interface ActiveConfig {
  readonly config: RobloxConfig;
  /** Undefined where there is no file; then nothing is started. */
  readonly loaded: LoadedConfig | undefined;
  readonly folders: SessionFolders;
  readonly naming: FileNaming;
}

export interface RojoParts {
  readonly rojo: RojoRuntime;
  readonly sourcemap: SourcemapKeeper;
  readonly project: MappedProject;
}

const NO_CONFIG = "there is no configuration file, so nothing is started (/roblox init writes one)";
const NO_ROJO = "there is no rojo program, so the project files alone are read";
const STUDIO_LATER = "this version does not connect to Roblox Studio";

export class RobloxSession {
  readonly options: SessionOptions;
  readonly approvals: Approvals;
  readonly #ended = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #config: BackgroundStep<ActiveConfig>;
  readonly #project: BackgroundStep<RojoParts>;
  readonly #server: BackgroundStep<RojoRuntime>;
  readonly #sourcemap: BackgroundStep<SourcemapKeeper>;
  readonly #tree: BackgroundStep<TreeKeeper>;
  readonly #studio: BackgroundStep<never>;
  #ui: ApprovalUi | undefined;
  #treeKeeper: TreeKeeper | undefined;
  #parts: RojoParts | undefined;
  #active: ActiveConfig | undefined;
  #readingRefused: CodedError | undefined;
  #requires: RequireKeeper | undefined;
  #lastSnapshot: ProjectSnapshot | undefined;

  constructor(options: SessionOptions) {
    this.options = options;
    this.approvals = createApprovals({
      recordPath: path.join(options.agentDir, "pi-extension-approvals.json"),
      flag: options.approvalFlag,
      flagApproved: options.flagApproved,
      clock: options.clock,
    });
    const step = <Value>(name: string, work: (signal: AbortSignal) => Promise<StepOutcome<Value>>) =>
      new BackgroundStep(name, work, () => this.#changed());
    this.#config = step("configuration", () => this.#loadConfig());
    this.#project = step("project", () => this.#openProject());
    this.#server = step("server", (signal) => this.#findServer(signal));
    this.#sourcemap = step("sourcemap", (signal) => this.#makeSourcemap(signal));
    this.#tree = step("live tree", (signal) => this.#followTree(signal));
    this.#studio = step("studio", () => Promise.resolve(off(STUDIO_LATER)));
  }

  /** Begins all steps; resolves when each has ended, in whatever way. Never rejects. */
  async start(ui: ApprovalUi | undefined): Promise<void> {
    this.#ui = ui;
    await Promise.all(this.#steps.map((step) => step.start(this.#ended.signal)));
  }

  /** Who can be asked from now on. */
  set ui(ui: ApprovalUi | undefined) {
    this.#ui = ui ?? this.#ui;
  }

  /** @param listener is told when the status may be another; must not throw @returns removes it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get reports(): readonly StepReport[] {
    return this.#steps.map(({ report }) => report);
  }

  /** Undefined until the configuration was read. */
  get knownConfig(): RobloxConfig | undefined {
    return this.#active?.config;
  }

  /** Why paths outside of the workspace that the project maps are not read. */
  get readingRefused(): CodedError | undefined {
    return this.#readingRefused;
  }

  /** The parts that are there now, without waiting. */
  get parts(): RojoParts | undefined {
    return this.#parts;
  }

  /** As last seen. */
  get lastProjectMap(): InstanceMap | undefined {
    return this.#lastSnapshot?.map;
  }

  get treeKeeper(): TreeKeeper | undefined {
    return this.#treeKeeper;
  }

  /** Where the file of the configuration is or would be. Absolute. */
  get configFile(): string {
    return configFileOf(this.options.root, this.options.configDirName);
  }

  /** What is in force: the file, or the defaults where there is none or it is wrong. */
  async active(signal?: AbortSignal): Promise<ActiveConfig> {
    const active = await this.#wait(this.#config, signal);
    return active ?? this.#activate(defaultConfig(), undefined);
  }

  /**
   * Undefined where there is no Rojo project, or it cannot be read: see the report of the step. Looked for anew each time
   * while there is none, as it may have been made or corrected since.
   */
  async rojoParts(signal?: AbortSignal): Promise<RojoParts | undefined> {
    if (["off", "failed"].includes(this.#project.report.state)) {
      const dependent = [this.#project, this.#server, this.#sourcemap, this.#tree];
      for (const step of dependent) step.reset();
      const parts = await this.#wait(this.#project, signal);
      if (parts !== undefined) for (const step of dependent) void step.start(this.#ended.signal);
      return parts;
    }
    return this.#wait(this.#project, signal);
  }

  /** @throws PROJECT_NOT_FOUND, or why the project cannot be used */
  async requireRojo(signal?: AbortSignal): Promise<RojoParts> {
    const parts = await this.rojoParts(signal);
    if (parts !== undefined) return parts;
    const { failure, detail } = this.#project.report;
    throw failure === undefined
      ? robloxError("PROJECT_NOT_FOUND", `There is no Rojo project here: ${detail}`, {
          hint: "Run pi in the folder of the project file, or name it with projectFile in the configuration.",
        })
      : robloxError("PROJECT_INVALID", failure.message, failure.hint === undefined ? {} : { hint: failure.hint });
  }

  /** The maps as things are now: files are looked at, a server's tree and the sourcemap are taken as they stand. */
  async maps(signal?: AbortSignal): Promise<CurrentMaps> {
    const parts = await this.rojoParts(signal);
    if (parts === undefined) return { maps: [], wouldBe: undefined };
    const snapshot = await untilAborted(parts.project.current(), signal);
    if (this.#lastSnapshot !== undefined && this.#lastSnapshot !== snapshot)
      parts.sourcemap.noteChange("files have changed since", true);
    this.#lastSnapshot = snapshot;
    const maps = [this.#treeKeeper?.map, snapshot.map, parts.sourcemap.map].filter((map) => map !== undefined);
    return { maps, wouldBe: (file) => snapshot.wouldBe(file) };
  }

  async ownershipService(signal?: AbortSignal): Promise<OwnershipService> {
    const { config, naming } = await this.active(signal);
    const { root, cwd, configDirName, clock } = this.options;
    const hasRojoProject = (await this.rojoParts(signal)) !== undefined || this.#project.report.state === "failed";
    return new OwnershipService({ root, cwd, configDirName, naming, config, hasRojoProject, clock });
  }

  /** @param input as a person writes it, see `readTarget` @throws INSTANCE_PATH_INVALID */
  async explain(input: string | readonly string[], signal?: AbortSignal): Promise<Ownership> {
    const service = await this.ownershipService(signal);
    return service.resolve(service.readTarget(input), await this.maps(signal));
  }

  async resolve(target: OwnershipTarget, signal?: AbortSignal): Promise<Ownership> {
    return (await this.ownershipService(signal)).resolve(target, await this.maps(signal));
  }

  async requireKeeper(signal?: AbortSignal): Promise<RequireKeeper> {
    const { naming } = await this.active(signal);
    const { root, clock } = this.options;
    this.#requires ??= new RequireKeeper({ root, naming, clock, reader: diskReader });
    return this.#requires;
  }

  /** A tool of Pi wrote a file, or may have written any. @param file as the tool was given it; undefined for any */
  async noteWritten(file: string | undefined): Promise<void> {
    if (file === undefined) this.#requires?.noteWrites();
    else await this.#requires?.noteWritten(path.resolve(this.options.root, stripAtPrefix(file)));
  }

  /** Ends everything that runs; an owned server within two seconds. */
  async dispose(): Promise<void> {
    this.#ended.abort(new DOMException("the session ended", "AbortError"));
    this.#listeners.clear();
    await Promise.all(this.#steps.map((step) => step.settled()));
    await this.#requires?.settled();
    await this.#treeKeeper?.close();
    await this.#parts?.rojo.dispose();
  }

  get #steps(): readonly BackgroundStep<unknown>[] {
    return [this.#config, this.#project, this.#server, this.#sourcemap, this.#tree, this.#studio];
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #wait<Value>(step: BackgroundStep<Value>, signal: AbortSignal | undefined): Promise<Value | undefined> {
    return untilAborted(step.start(this.#ended.signal), signal);
  }

  async #activate(config: RobloxConfig, loaded: LoadedConfig | undefined): Promise<ActiveConfig> {
    const { root, platform, configDirName } = this.options;
    const naming = { platform, isCaseSensitive: await tellsCaseApart(root, platform) };
    return { config, loaded, folders: sessionFolders(root, configDirName, config), naming };
  }

  async #loadConfig(): Promise<StepOutcome<ActiveConfig>> {
    const { root, configDirName } = this.options;
    const loaded = await loadConfig(root, configDirName);
    const isThere = loaded.fingerprint !== undefined;
    const active = await this.#activate(loaded.config, isThere ? loaded : undefined);
    this.#active = active;
    const { mode, permissions } = loaded.config;
    const what = `mode ${mode}, profile ${permissions.profile}`;
    return ready(active, isThere ? what : `${what} (defaults: there is no ${configDirName}/roblox.json)`);
  }

  async #openProject(): Promise<StepOutcome<RojoParts>> {
    const { config, loaded, folders, naming } = await this.active();
    const { root, agentDir, env, platform, clock } = this.options;
    if (config.mode === "studio-only") return off("the mode is studio-only");
    const project = await openProject({
      root,
      projectFile: config.projectFile,
      naming,
      clock,
      permission: (places, file) => this.#mayRead(places, file),
    });
    if (project === undefined) return off(`no Rojo project file in ${root}`);
    const fingerprint = loaded?.fingerprint;
    const rojo = new RojoRuntime({
      root,
      agentDir,
      config,
      configSource: fingerprint === undefined ? undefined : { file: this.configFile, fingerprint },
      project: project.served,
      sourcemapFile: folders.sourcemapFile,
      stagingDir: folders.staging,
      env,
      platform,
      clock,
      onVersion: (version) => project.useVersion(version),
      assertReadable: () => this.#assertReadable(project),
      approvals: this.approvals,
      ui: () => this.#ui,
    });
    const sourcemap = new SourcemapKeeper({
      rojo,
      projectFolder: path.dirname(project.served.file),
      naming,
      includesNonScripts: config.rojo.includeNonScripts,
      clock,
    });
    this.#parts = { rojo, sourcemap, project };
    const snapshot = await project.current();
    this.#lastSnapshot = snapshot;
    const { map, problems } = snapshot;
    const flaws = problems.filter(({ effect }) => effect === "rojo-fails").length;
    const file = path.relative(root, project.served.file);
    return ready(
      this.#parts,
      `${project.served.name} (${file}): ${map.size} instances${flaws === 0 ? "" : `, ${flaws} problems that stop Rojo`}`,
    );
  }

  /** A refusal is no failure: the map says what it does not know, and why. */
  async #mayRead(readPaths: readonly string[], projectFile: string): Promise<boolean> {
    try {
      const { fingerprint } = await hashFile(projectFile);
      const source = { file: projectFile, fingerprint };
      const purpose = "read what the Rojo project maps from outside of the workspace";
      await this.approvals.ensureApproved(
        { projectRoot: this.options.root, purpose, source, readPaths },
        { ui: this.#ui, signal: this.#ended.signal },
      );
      return true;
    } catch (error) {
      if (isCodedError(error)) this.#readingRefused = error;
      else if (!this.#ended.signal.aborted) throw error;
      return false;
    }
  }

  #assertReadable({ unread }: MappedProject): void {
    if (unread.length === 0) return;
    throw (
      this.#readingRefused ??
      coreError("APPROVAL_REQUIRED", `Nobody has approved yet to read ${unread.join(", ")}, which the project maps`, {
        hint: "Answer the question, then try again.",
        data: { readPaths: unread },
      })
    );
  }

  async #findServer(signal: AbortSignal): Promise<StepOutcome<RojoRuntime>> {
    await endLeftovers(new RecordStore(serverRecordsFolder(this.options.agentDir)), { signal });
    const parts = await this.#wait(this.#project, undefined);
    if (parts === undefined) return off("there is no Rojo project");
    const { server, address } = parts.rojo;
    server.onChange(() => this.#changed());
    const state = await server.ensure(signal);
    if (state.phase === "unusable" && hasCode(state.problem.error, "ROJO_NOT_FOUND")) return off(NO_ROJO);
    if (state.phase === "unusable") throw state.problem.error;
    return ready(parts.rojo, describeServer(state, address.text));
  }

  async #makeSourcemap(signal: AbortSignal): Promise<StepOutcome<SourcemapKeeper>> {
    const { loaded } = await this.active();
    const parts = await this.#wait(this.#project, undefined);
    if (parts === undefined) return off("there is no Rojo project");
    if (loaded === undefined) return off(NO_CONFIG);
    try {
      const { instances, doubt } = await parts.sourcemap.refresh(signal);
      return ready(parts.sourcemap, doubt ?? `${instances} instances`);
    } catch (error) {
      // The project files say the same; the doctor names it all the same.
      if (hasCode(error, "ROJO_NOT_FOUND")) return off(NO_ROJO);
      throw error;
    }
  }

  async #followTree(signal: AbortSignal): Promise<StepOutcome<TreeKeeper>> {
    const parts = await this.#wait(this.#project, undefined);
    if (parts === undefined) return off("there is no Rojo project");
    await this.#server.start(signal);
    signal.throwIfAborted();
    this.#treeKeeper = new TreeKeeper(parts.rojo, () => this.#changed());
    return ready(this.#treeKeeper, "follows the server when one runs");
  }
}
