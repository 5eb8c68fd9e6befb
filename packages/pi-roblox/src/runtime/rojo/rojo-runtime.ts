/** The Rojo of a session: its program (found, approved, asked for its version), its server, its sourcemap. */

import path from "node:path";
import type { Approvals, ApprovalUi } from "pi-extension-core/approval";
import { type Fingerprint, hashFile } from "pi-extension-core/fs";
import type { Clock } from "pi-extension-core/seams";
import { checkRojo, type RojoCheck } from "../../backends/rojo/binary/check-rojo.ts";
import type { ConfiguredBinary } from "../../backends/rojo/binary/configured-binary.ts";
import { locateRojo } from "../../backends/rojo/binary/locate-rojo.ts";
import { rojoEnvironment } from "../../backends/rojo/binary/rojo-environment.ts";
import type { RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import { RecordStore, serverRecordsFolder } from "../../backends/rojo/server/record-store.ts";
import { DEFAULT_RESTART_POLICY } from "../../backends/rojo/server/restart-policy.ts";
import { RojoServer } from "../../backends/rojo/server/rojo-server.ts";
import { type ServeAddress, serveAddress } from "../../backends/rojo/server/serve-address.ts";
import { extraArgsApproval } from "../../backends/rojo/server/serve-command.ts";
import type { RefreshedSourcemap } from "../../backends/rojo/sourcemap-run/sourcemap-runner.ts";
import { SourcemapRunner } from "../../backends/rojo/sourcemap-run/sourcemap-runner.ts";
import type { RobloxConfig } from "../config/schema.ts";

/** What Rojo and its server have to know of the project. */
export interface ServedProject {
  /** Absolute path of the project file. */
  readonly file: string;
  /** As Rojo names it. */
  readonly name: string;
  readonly servePlaceIds: readonly number[] | undefined;
  readonly servePort: number | undefined;
  readonly serveAddress: string | undefined;
}

export interface RojoRuntimeOptions {
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** Absolute, Pi's directory of this user. */
  readonly agentDir: string;
  readonly config: RobloxConfig;
  /** The file that `config` was read from; undefined where it is the default. */
  readonly configSource: { readonly file: string; readonly fingerprint: Fingerprint } | undefined;
  readonly project: ServedProject;
  /** Absolute path of the sourcemap that is written. */
  readonly sourcemapFile: string;
  /** See `SourcemapTarget`. */
  readonly stagingDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /** Told which Rojo is in use, before anything is run with it. */
  readonly onVersion: (version: RojoVersion) => Promise<void>;
  /** Throws while Rojo must not be run on the project, because it would read what nobody has approved. */
  readonly assertReadable: () => void;
  readonly approvals: Approvals;
  /** Who can be asked now. */
  readonly ui: () => ApprovalUi | undefined;
}

const LOOPBACK = /^(?:127\.|::1$)/;

export class RojoRuntime {
  readonly server: RojoServer;
  readonly store: RecordStore;
  readonly address: ServeAddress;
  readonly #options: RojoRuntimeOptions;
  readonly #sourcemap: SourcemapRunner;
  #check: Promise<RojoCheck> | undefined;

  /** @throws CONFIG_INVALID for an address or arguments that rojo serve cannot have */
  constructor(options: RojoRuntimeOptions) {
    this.#options = options;
    const { config, project, clock } = options;
    const { server } = config.rojo;
    this.store = new RecordStore(serverRecordsFolder(options.agentDir));
    this.address = serveAddress(server.address ?? project.serveAddress, server.port ?? project.servePort);
    this.server = new RojoServer({
      rules: {
        address: this.address,
        expected: { name: project.name, servePlaceIds: project.servePlaceIds },
        autoStart: server.autoStart,
        restarts: DEFAULT_RESTART_POLICY,
      },
      projectFile: project.file,
      projectFolder: this.#projectFolder,
      extraArgs: server.extraArgs,
      readinessTimeoutMs: server.readinessTimeoutMs,
      store: this.store,
      clock,
      prepare: (signal) => this.#prepareServe(signal),
    });
    this.#sourcemap = new SourcemapRunner({
      target: { workspaceRoot: options.root, file: options.sourcemapFile, stagingDir: options.stagingDir },
      prepare: async (signal) => {
        options.assertReadable();
        return {
          program: (await this.usable(signal)).program.path,
          projectFile: project.file,
          projectFolder: this.#projectFolder,
          env: this.#env,
          includeNonScripts: config.rojo.includeNonScripts,
          signal,
        };
      },
    });
  }

  get #projectFolder(): string {
    return path.dirname(this.#options.project.file);
  }

  get #env(): Record<string, string> {
    const { env, platform, root } = this.#options;
    return rojoEnvironment(env, platform, root);
  }

  /**
   * The program and its version, asked for once; again after a failure.
   * @throws ROJO_NOT_FOUND, APPROVAL_REQUIRED, APPROVAL_DECLINED, the reason of `signal`
   */
  async check(signal?: AbortSignal): Promise<RojoCheck> {
    this.#check ??= this.#findAndAsk(signal);
    const check = this.#check;
    try {
      const found = await check;
      if (found.state === "unusable" && this.#check === check) this.#check = undefined;
      return found;
    } catch (error) {
      if (this.#check === check) this.#check = undefined;
      throw error;
    }
  }

  /** As `check`. @throws ROJO_FAILED as well, when what was found is no working Rojo */
  async usable(signal?: AbortSignal): Promise<Extract<RojoCheck, { state: "working" }>> {
    const found = await this.check(signal);
    if (found.state === "unusable") throw found.error;
    return found;
  }

  /** Writes the sourcemap of now. @throws as `SourcemapRunner.refresh` */
  refreshSourcemap(signal?: AbortSignal): Promise<RefreshedSourcemap> {
    return this.#sourcemap.refresh(signal);
  }

  async dispose(): Promise<void> {
    await Promise.all([
      this.server.dispose(this.#options.config.rojo.server.shutdownOnExit),
      this.#sourcemap.dispose(),
    ]);
  }

  async #findAndAsk(signal: AbortSignal | undefined): Promise<RojoCheck> {
    const { root, env, platform, approvals, ui } = this.#options;
    const program = await locateRojo({
      workspaceRoot: root,
      projectFolder: this.#projectFolder,
      configured: this.#configuredBinary(),
      env,
      platform,
      approve: (request) => approvals.ensureApproved(request, { ui: ui(), signal }),
    });
    const found = await checkRojo(program, { projectFolder: this.#projectFolder, env: this.#env, signal });
    if (found.state === "working") await this.#options.onVersion(found.version);
    return found;
  }

  #configuredBinary(): ConfiguredBinary | undefined {
    const { config, configSource } = this.#options;
    const { binary } = config.rojo;
    return binary === undefined ? undefined : { binary, origin: "project-file", file: configSource?.file };
  }

  async #prepareServe(signal: AbortSignal) {
    this.#options.assertReadable();
    const { root, config, configSource, project, approvals, ui } = this.#options;
    const { program, version } = await this.usable(signal);
    // Rojo's server asks nobody who they are: to open it to a network is the user's decision, not the repository's.
    const opened = LOOPBACK.test(this.address.bind) ? [] : ["--address", this.address.bind];
    const request = extraArgsApproval(program.path, [...opened, ...config.rojo.server.extraArgs], {
      projectRoot: root,
      source: configSource ?? { file: project.file, fingerprint: (await hashFile(project.file)).fingerprint },
      projectFolder: this.#projectFolder,
    });
    if (request !== undefined) await approvals.ensureApproved(request, { ui: ui(), signal });
    return { program, version: version.text, env: this.#env };
  }
}
