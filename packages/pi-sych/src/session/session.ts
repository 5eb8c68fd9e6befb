/**
 * What lives as long as a Pi session: the stat caches, the fingerprints that were shown, and one signal that ends all work
 * at its end. Tools and commands do their work through it, so both see the same project in the same way.
 */

import nodePath from "node:path";
import { type Approvals, type ApprovalUi, createApprovals } from "pi-extension-core/approval";
import { hasCode } from "pi-extension-core/errors";
import type { Fingerprint } from "pi-extension-core/fs";
import type { Clock } from "pi-extension-core/seams";
import { type AcknowledgeOutcome, type AcknowledgeRequest, acknowledge } from "../project/acknowledge.ts";
import { StatCacheFile } from "../project/cache-file.ts";
import type { Refusal } from "../project/canonical.ts";
import { type CheckProgress, checkProject } from "../project/check.ts";
import { labelPath, loadProject, type Project, requireProject } from "../project/load-project.ts";
import { type Manifest, pathKey } from "../project/manifest.ts";
import { fileOperations } from "../project/observe.ts";
import type { ProjectReport } from "../project/report.ts";
import { externalPathApproval } from "./external-paths.ts";

export interface SessionOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute home directory of the user. */
  readonly home: string;
  /** Pi's directory of this user, absolute. */
  readonly agentDir: string;
  /** Name of Pi's folder in a project. */
  readonly configDirName: string;
  readonly clock: Clock;
  /** The flag that approves external paths for one run, as it is typed, and the ids given to it. */
  readonly approvalFlag: string;
  readonly flagApproved: readonly string[];
  /** Runs a change of one file when no other tool of this Pi changes it. */
  exclusively<T>(file: string, change: () => Promise<T>): Promise<T>;
}

export interface CallOptions {
  /** Who can be asked to approve external paths; undefined where nobody can. */
  readonly ui?: ApprovalUi | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

export type CheckResult =
  | { readonly kind: "none"; readonly workspaceRoot: string }
  | {
      readonly kind: "checked";
      readonly report: ProjectReport;
      /** Why canonical paths outside the project were not looked at. */
      readonly refusal: Refusal | undefined;
      /** What else the user should know: an approval or the cache could not be written. */
      readonly notes: readonly string[];
    };

export interface AcknowledgeResult extends AcknowledgeOutcome {
  /** Acknowledged paths whose bytes are other than the last check of this session showed. */
  readonly changedSinceCheck: readonly string[];
}

export class Session {
  readonly #options: SessionOptions;
  readonly #approvals: Approvals;
  readonly #ended = new AbortController();
  readonly #caches = new Map<string, StatCacheFile>();
  /** By project root and artifact key. */
  readonly #shown = new Map<string, Map<string, Fingerprint>>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#approvals = createApprovals({
      recordPath: nodePath.join(options.agentDir, "pi-extension-approvals.json"),
      flag: options.approvalFlag,
      flagApproved: options.flagApproved,
      clock: options.clock,
    });
  }

  get cwd(): string {
    return this.#options.cwd;
  }

  /** From then on Pi refuses every use of the context that belonged to this session. */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  /** @param files names of artifacts; empty reports on everything that is not in order */
  async check(files: readonly string[], options: CallOptions = {}): Promise<CheckResult> {
    const lookup = await loadProject(this.#options);
    if (lookup.kind === "none") return { kind: "none", workspaceRoot: labelPath(this.cwd, lookup.workspaceRoot) };
    const { project } = lookup;
    const cache = await this.#cacheOf(project.root);
    const context = this.#contextOf(options);
    const notes: string[] = [];
    const { report, refusal } = await checkProject(project, files, {
      ...context,
      cwd: this.cwd,
      cache,
      approveExternal: externalPathApproval(this.#approvals, project, {
        ui: options.ui,
        signal: context.signal,
        onNote: (note) => notes.push(note),
      }),
    });
    this.#remember(project.root, report);
    const cacheProblem = await this.#save(cache, project.manifest);
    if (cacheProblem !== undefined) notes.push(`${cacheProblem}; the next check takes longer`);
    return { kind: "checked", report, refusal, notes };
  }

  async acknowledge(request: AcknowledgeRequest, options: CallOptions = {}): Promise<AcknowledgeResult> {
    const project = await requireProject(this.#options);
    const cache = await this.#cacheOf(project.root);
    const outcome = await acknowledge(request, {
      ...this.#contextOf(options),
      scope: this.#options,
      configDirName: this.#options.configDirName,
      exclusively: (file, change) => this.#options.exclusively(file, change),
      cache,
    });
    await this.#save(cache, project.manifest);
    const shown = this.#shown.get(project.root);
    const changed = outcome.acknowledged.filter(({ path, fingerprint }) => {
      const before = shown?.get(pathKey(path));
      return before !== undefined && before !== fingerprint;
    });
    for (const { path } of outcome.acknowledged) shown?.delete(pathKey(path));
    return { ...outcome, changedSinceCheck: changed.map(({ path }) => path) };
  }

  /** The project as SYNC.json describes it, without a look at any other file; undefined when there is none to read. */
  async glance(): Promise<Project | undefined> {
    try {
      const lookup = await loadProject(this.#options);
      return lookup.kind === "found" ? lookup.project : undefined;
    } catch (error) {
      if (hasCode(error, "NOT_FOUND")) return undefined;
      throw error;
    }
  }

  /** Ends what is running. */
  dispose(): void {
    this.#ended.abort(new DOMException("the session ended", "AbortError"));
  }

  #contextOf({ signal, onProgress }: CallOptions) {
    const ended = this.#ended.signal;
    return {
      clock: this.#options.clock,
      operations: fileOperations,
      signal: signal === undefined ? ended : AbortSignal.any([signal, ended]),
      onProgress,
    };
  }

  async #cacheOf(root: string): Promise<StatCacheFile> {
    const known = this.#caches.get(root);
    if (known !== undefined) return known;
    const loaded = await StatCacheFile.load(this.#options.agentDir, root);
    this.#caches.set(root, loaded);
    return loaded;
  }

  #save(cache: StatCacheFile, manifest: Manifest): Promise<string | undefined> {
    return cache.save(new Set(manifest.artifacts.map(({ key }) => key)));
  }

  #remember(root: string, report: ProjectReport): void {
    const shown = this.#shown.get(root) ?? new Map<string, Fingerprint>();
    this.#shown.set(root, shown);
    for (const { path, fingerprint } of report.artifacts) {
      if (fingerprint !== undefined) shown.set(pathKey(path), fingerprint);
    }
  }
}
