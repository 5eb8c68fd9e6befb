/**
 * What lives as long as a Pi session: approvals, the job ledger, and one signal that ends all running calls at its end.
 * Every tool and command reaches the CLI through it, so that all of them locate, run, redact and collect in one way.
 */

import path from "node:path";
import { type Approvals, type ApprovalUi, createApprovals } from "pi-extension-core/approval";
import { hashFile } from "pi-extension-core/fs";
import { createTextRedactor } from "pi-extension-core/redact";
import type { Clock } from "pi-extension-core/seams";
import { multixEnvironment } from "../multix/cli/child-environment.ts";
import { locateMultix, type MultixCli } from "../multix/cli/locate.ts";
import { type MultixProgress, type MultixRun, runMultix } from "../multix/cli/run.ts";
import { createJobLedger, type JobLedger } from "../multix/jobs/job-ledger.ts";
import { readVariables } from "../multix/keys/env-document.ts";
import { keyFilePath, readKeyFile } from "../multix/keys/key-file.ts";
import { knownSecretValues } from "../multix/keys/manage-keys.ts";
import { collectOutputs, type OutputFile } from "../multix/results/collect-outputs.ts";
import { listFolder, outputFolder } from "../multix/results/output-folder.ts";

export interface MultixSessionOptions {
  /** Absolute working directory of Pi. */
  readonly cwd: string;
  /** Absolute, Pi's directory of this user. */
  readonly agentDir: string;
  /** Absolute folder of this extension's code. */
  readonly extensionDir: string;
  /** The environment of this process; storing a key with `consume` takes a variable out of it. */
  readonly env: Record<string, string | undefined>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly clock: Clock;
  /** The flag that approves a CLI of the project for one run, as it is typed, and the ids given to it. */
  readonly approvalFlag: string;
  readonly flagApproved: readonly string[];
}

export interface CallOptions {
  /** Absolute working directory of this call; default Pi's. */
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MultixProgress) => void) | undefined;
  /** Who can be asked to approve a CLI of the project; undefined where nobody can. */
  readonly ui?: ApprovalUi | undefined;
  /** Correct wrong extensions of written files. Default true. */
  readonly correctNames?: boolean | undefined;
}

export interface CallResult {
  readonly cli: MultixCli;
  readonly run: MultixRun;
  readonly files: readonly OutputFile[];
}

export class MultixSession {
  readonly options: MultixSessionOptions;
  readonly #approvals: Approvals;
  readonly #ended = new AbortController();
  #lastFiles: readonly string[] = [];

  constructor(options: MultixSessionOptions) {
    this.options = options;
    this.#approvals = createApprovals({
      recordPath: path.join(options.agentDir, "pi-extension-approvals.json"),
      flag: options.approvalFlag,
      flagApproved: options.flagApproved,
      clock: options.clock,
    });
  }

  /** Absolute; `@` as models write it and relative paths are meant from Pi's working directory. */
  resolveCwd(cwd: string | undefined): string {
    return cwd === undefined ? this.options.cwd : path.resolve(this.options.cwd, cwd);
  }

  /** Absolute paths that the last call with files has written. */
  get lastFiles(): readonly string[] {
    return this.#lastFiles;
  }

  ledger(): JobLedger {
    return createJobLedger(this.options.agentDir, this.options.cwd, this.options.clock);
  }

  keyContext(cwd: string): { env: Record<string, string | undefined>; platform: NodeJS.Platform; cwd: string } {
    return { env: this.options.env, platform: this.options.platform, cwd };
  }

  locate(call: Pick<CallOptions, "cwd" | "ui" | "signal"> = {}): Promise<MultixCli> {
    const { env, extensionDir, platform, execPath } = this.options;
    const cwd = call.cwd ?? this.options.cwd;
    const signal = this.#signalOf(call.signal);
    return locateMultix({
      env,
      extensionDir,
      cwd,
      platform,
      execPath,
      approveScript: async (script) => {
        await this.#approvals.ensureApproved(
          {
            projectRoot: this.options.cwd,
            purpose: "run the multix CLI that is installed in this project",
            source: { file: script, fingerprint: (await hashFile(script)).fingerprint },
            command: { executable: execPath, args: [script], cwd },
          },
          { ui: call.ui, signal },
        );
      },
    });
  }

  /** Runs the CLI and collects what it wrote. @throws CLI_NOT_FOUND, CLI_FAILED, CLI_TIMED_OUT, APPROVAL_REQUIRED, ... */
  async call(argv: readonly string[], call: CallOptions = {}): Promise<CallResult> {
    const cwd = call.cwd ?? this.options.cwd;
    const cli = await this.locate(call);
    const secrets = await knownSecretValues(this.keyContext(cwd));
    const folder = await this.#outputFolder(cwd);
    const namesBefore = await listFolder(folder);
    const startedAtMs = this.options.clock.now();
    const run = await runMultix(cli, argv, {
      cwd,
      env: multixEnvironment(this.options.env, this.options.platform, cwd),
      timeoutMs: call.timeoutMs,
      signal: this.#signalOf(call.signal),
      onProgress: call.onProgress,
      redact: createTextRedactor({ secrets }),
      secrets,
    });
    const correctNames = call.correctNames ?? true;
    const files = await collectOutputs({ stdout: run.stdout, cwd, folder, namesBefore, startedAtMs, correctNames });
    if (files.length > 0) this.#lastFiles = files.map((file) => file.path);
    return { cli, run, files };
  }

  /** Ends what is running. */
  dispose(): void {
    this.#ended.abort(new DOMException("the session ended", "AbortError"));
  }

  #signalOf(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#ended.signal : AbortSignal.any([signal, this.#ended.signal]);
  }

  async #outputFolder(cwd: string): Promise<string> {
    const { env, platform } = this.options;
    const files = [path.join(cwd, ".env"), keyFilePath(env, platform)];
    const texts = await Promise.all(files.map(readKeyFile));
    return outputFolder([env, ...texts.map(readVariables)], cwd);
  }
}
