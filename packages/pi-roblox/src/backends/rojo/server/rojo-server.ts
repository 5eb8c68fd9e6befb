/**
 * The server that a session uses: found or started, watched, restarted, ended. What follows from what is decided in
 * server-state; here is what is done in each state.
 */

import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type CodedError, coreError, isCodedError } from "pi-extension-core/errors";
import { ensurePrivateFolder } from "pi-extension-core/fs";
import { withLock } from "pi-extension-core/lock";
import { type Clock, systemClock } from "pi-extension-core/seams";
import { robloxError } from "../../../errors.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { type Probe, type ProbeOptions, probeServer } from "../api/probe-server.ts";
import type { RojoProgram } from "../binary/locate-rojo.ts";
import { describeVersionMismatch } from "../binary/rojo-version.ts";
import { awaitReady } from "./await-ready.ts";
import { type LaunchedServer, launchServer } from "./launch-server.ts";
import type { RecordStore } from "./record-store.ts";
import { serveArgs } from "./serve-command.ts";
import { matchIdentity } from "./server-identity.ts";
import { cannotStart, notReady } from "./server-problem.ts";
import {
  INITIAL_STATE,
  isSettled,
  nextState,
  type ServerEvent,
  type ServerRules,
  type ServerState,
} from "./server-state.ts";

export interface ServePreparation {
  readonly program: RojoProgram;
  /** As `rojo --version` says; undefined when it is not known. */
  readonly version: string | undefined;
  /** See `rojoEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RojoServerOptions {
  readonly rules: ServerRules;
  /** Absolute path of the project file. */
  readonly projectFile: string;
  /** Absolute folder of it. */
  readonly projectFolder: string;
  /** Further arguments of `rojo serve`; `prepare` has them approved, see `extraArgsApproval`. */
  readonly extraArgs: readonly string[];
  readonly readinessTimeoutMs: number;
  readonly store: RecordStore;
  /** Asked before each start, and not to adopt. May reject: with ROJO_NOT_FOUND, APPROVAL_REQUIRED, ... */
  readonly prepare: (signal: AbortSignal) => Promise<ServePreparation>;
  /** How often a server of somebody else is looked at. Default 5 s. */
  readonly watchIntervalMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly probe?: ((endpoint: Endpoint, options: ProbeOptions) => Promise<Probe>) | undefined;
}

const WATCH_INTERVAL_MS = 5000;
const PROBE_TIMEOUT_MS = 1500;
/** Beyond the time of another session to have its server ready. */
const LOCK_SLACK_MS = 5000;

export class RojoServer {
  readonly #options: RojoServerOptions;
  readonly #clock: Clock;
  readonly #listeners = new Set<(state: ServerState) => void>();
  #state: ServerState = INITIAL_STATE;
  #activity = new AbortController();
  #working: Promise<void> = Promise.resolve();
  #launched: LaunchedServer | undefined;
  #isDisposed = false;

  constructor(options: RojoServerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** The end of what our server has printed, also after its end; empty for one of somebody else. */
  get log(): string {
    return this.#launched?.log() ?? "";
  }

  /** @param listener must not throw @returns removes it again */
  onChange(listener: (state: ServerState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Finds the server, or starts one where that is allowed and nothing is in the way. A server that was stopped by
   * request or was given up stays so.
   * @returns the state once it has settled
   * @throws the reason of `signal`; what was begun goes on
   */
  async ensure(signal?: AbortSignal): Promise<ServerState> {
    signal?.throwIfAborted();
    this.#dispatch({ type: "needed" });
    return this.#settled(signal);
  }

  /** As `ensure`, but by the wish of the user: also without autoStart, after a stop, and after giving up. */
  async start(signal?: AbortSignal): Promise<ServerState> {
    signal?.throwIfAborted();
    this.#dispatch({ type: "start" });
    return this.#settled(signal);
  }

  /**
   * Ends our server within two seconds, and stays stopped. A server of somebody else goes on.
   * @returns whether one of ours was there to end
   */
  async stop(): Promise<boolean> {
    const launched = this.#launched;
    const isOurs = ["starting", "ready"].includes(this.#state.phase) && launched !== undefined;
    const working = this.#working;
    this.#dispatch({ type: "stop" });
    // A start that was under way ends what it has launched itself.
    await Promise.all([launched?.stop(), working]);
    return isOurs;
  }

  /**
   * Ends our server and starts another.
   * @throws ROJO_SERVER_UNUSABLE when the server is somebody else's; the reason of `signal`
   */
  async restart(signal?: AbortSignal): Promise<ServerState> {
    if (this.#state.phase === "adopted")
      throw robloxError("ROJO_SERVER_UNUSABLE", "The running Rojo server was not started by this session", {
        hint: "Restart it where it was started.",
        data: { kind: "adopted", address: this.#options.rules.address.text },
      });
    await this.stop();
    return this.start(signal);
  }

  /**
   * Ends the watching for good, and our server unless it shall go on until this process ends.
   * @param endServer `shutdownOnExit` of the configuration
   */
  async dispose(endServer: boolean): Promise<void> {
    if (endServer || this.#state.phase !== "ready") await this.stop();
    this.#isDisposed = true;
    this.#activity.abort();
    this.#listeners.clear();
  }

  #dispatch(event: ServerEvent): void {
    if (this.#isDisposed) return;
    const state = nextState(this.#state, event, this.#options.rules);
    if (state === this.#state) return;
    this.#state = state;
    this.#activity.abort();
    this.#activity = new AbortController();
    this.#working = this.#work(state, this.#activity.signal);
    for (const listener of this.#listeners) listener(state);
  }

  /** Does what the state is for, until it is done or another state has come. Never rejects. */
  async #work(state: ServerState, signal: AbortSignal): Promise<void> {
    let event: ServerEvent | undefined;
    try {
      event = await this.#activityOf(state, signal);
    } catch (error) {
      event = { type: "failed", problem: cannotStart(asCoded(error)) };
    }
    if (event !== undefined && !signal.aborted) this.#dispatch(event);
  }

  async #activityOf(state: ServerState, signal: AbortSignal): Promise<ServerEvent | undefined> {
    switch (state.phase) {
      case "checking":
        return { type: "probed", probe: await this.#probe(signal) };
      case "starting":
        return this.#startServer(signal);
      case "ready": {
        const exit = await this.#launched?.exited;
        return exit === undefined ? undefined : { type: "exited", exit };
      }
      case "restarting":
        await delay(state.delayMs, undefined, { signal, ref: false });
        return { type: "pause-over" };
      case "adopted":
        return this.#watchAdopted(signal);
      case "stopped":
      case "given-up":
      case "unusable":
        return undefined;
    }
  }

  #probe(signal: AbortSignal): Promise<Probe> {
    const { probe = probeServer, rules } = this.#options;
    return probe(rules.address.endpoint, { timeoutMs: PROBE_TIMEOUT_MS, signal });
  }

  /** Ends when a probe has brought another state, by the abort that comes with it. */
  async #watchAdopted(signal: AbortSignal): Promise<undefined> {
    const intervalMs = this.#options.watchIntervalMs ?? WATCH_INTERVAL_MS;
    for (;;) {
      await delay(intervalMs, undefined, { signal, ref: false });
      const probe = await this.#probe(signal);
      if (signal.aborted) return undefined;
      this.#dispatch({ type: "probed", probe });
    }
  }

  async #startServer(signal: AbortSignal): Promise<ServerEvent> {
    const { rules, store, readinessTimeoutMs, prepare } = this.#options;
    const prepared = await prepare(signal);
    signal.throwIfAborted();
    await ensurePrivateFolder(store.folder);
    const target = path.join(store.folder, `start-${rules.address.text.replaceAll(/[^\w.]+/g, "_")}`);
    try {
      // Of two sessions that want a server at this address, the second shall find that of the first.
      return await withLock(target, () => this.#startUnlessTaken(prepared, signal), {
        purpose: "start rojo serve",
        waitMs: readinessTimeoutMs + LOCK_SLACK_MS,
        signal,
      });
    } catch (error) {
      await this.#launched?.stop();
      throw error;
    }
  }

  async #startUnlessTaken(prepared: ServePreparation, signal: AbortSignal): Promise<ServerEvent> {
    const probe = await this.#probe(signal);
    if (probe.kind !== "nothing") return { type: "probed", probe };
    const { rules, projectFile, projectFolder, extraArgs, store } = this.#options;
    const launched = await launchServer({
      program: prepared.program.path,
      isShim: prepared.program.shim !== undefined,
      args: serveArgs(projectFile, rules.address, extraArgs),
      cwd: projectFolder,
      env: prepared.env,
      projectFile,
      endpoint: rules.address.endpoint,
      store,
      clock: this.#clock,
    });
    this.#launched = launched;
    return this.#awaitAnswer(launched, prepared.version, signal);
  }

  async #awaitAnswer(launched: LaunchedServer, version: string | undefined, signal: AbortSignal): Promise<ServerEvent> {
    const { rules, readinessTimeoutMs, probe = probeServer } = this.#options;
    const { address, expected } = rules;
    const readiness = await awaitReady(launched, {
      endpoint: address.endpoint,
      timeoutMs: readinessTimeoutMs,
      signal,
      probe,
      isWanted: (server) => matchIdentity(server, expected) === "same",
    });
    if (readiness.kind === "exited") return { type: "exited", exit: readiness.exit };
    if (readiness.kind === "timed-out") {
      await launched.stop();
      const problem = notReady(address, readinessTimeoutMs, readiness.lastAnswer, launched.log());
      return { type: "failed", problem };
    }
    const { server } = readiness;
    await launched.confirm(server.sessionId);
    const versionMismatch = describeVersionMismatch(version, server.serverVersion);
    return { type: "answered", pid: launched.pid, server, versionMismatch };
  }

  async #settled(signal: AbortSignal | undefined): Promise<ServerState> {
    if (isSettled(this.#state)) return this.#state;
    const settled = Promise.withResolvers<ServerState>();
    const leave = this.onChange((state) => {
      if (isSettled(state)) settled.resolve(state);
    });
    const onAbort = (): void => settled.reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await settled.promise;
    } finally {
      leave();
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

function asCoded(error: unknown): CodedError {
  if (isCodedError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return coreError("INTERNAL", `The Rojo server could not be handled: ${message}`, { cause: error });
}
