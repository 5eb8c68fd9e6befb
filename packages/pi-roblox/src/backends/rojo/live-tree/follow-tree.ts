/** Follows the tree of a `rojo serve` in the background, for as long as it is not closed. */

import { setTimeout as delay } from "node:timers/promises";
import { type Clock, systemClock } from "pi-extension-core/seams";
import type { InstanceMap } from "../../../datamodel/instance-map.ts";
import type { InstancePath } from "../../../datamodel/instance-path.ts";
import { robloxError } from "../../../errors.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { probeServer } from "../api/probe-server.ts";
import type { ServerInfo } from "../api/server-info.ts";
import type { TreeLimits } from "./build-rules.ts";
import { streamChanges } from "./change-stream.ts";
import type { InstanceTree } from "./instance-tree.ts";
import { Listeners } from "./listeners.ts";
import type { LiveTree, LiveTreeState, SourceGrade } from "./live-tree.ts";
import type { MessageBatch } from "./messages.ts";
import { readTree } from "./read-tree.ts";
import { type Failures, NO_FAILURES, planRejoin, probeError, type RejoinOptions, reasonOf } from "./rejoin-policy.ts";
import { treeMap } from "./tree-map.ts";
import { waitForSource } from "./wait-for-source.ts";

export interface FollowOptions {
  readonly limits?: Partial<TreeLimits> | undefined;
  readonly rejoin?: Partial<RejoinOptions> | undefined;
  /** For the answer to the handshake. Default 2 s. */
  readonly handshakeTimeoutMs?: number | undefined;
  /** How often the WebSocket of Rojo 7.7 is asked for a sign of life; it may be busy for long. Default 30 s. */
  readonly heartbeatMs?: number | undefined;
  /** For reading the whole tree. Default 60 s. */
  readonly readTimeoutMs?: number | undefined;
  /** The only project to follow; default: the one that is found first. Another one on the same port is not joined. */
  readonly projectName?: string | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_LIMITS: TreeLimits = { maxInstances: 200_000, maxAnswerBytes: 512 * 1024 * 1024 };
const DEFAULT_REJOIN: RejoinOptions = { firstDelayMs: 200, maxDelayMs: 5000, maxStrikes: 5 };

class Follower implements LiveTree {
  readonly #endpoint: Endpoint;
  readonly #limits: TreeLimits;
  readonly #rejoin: RejoinOptions;
  readonly #handshakeTimeoutMs: number;
  readonly #heartbeatMs: number;
  readonly #readTimeoutMs: number;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #listeners = new Listeners();
  readonly #finished: Promise<void>;
  #projectName: string | undefined;
  #state: LiveTreeState = { kind: "joining" };
  #tree: InstanceTree | undefined;
  #observedAtMs = 0;
  #followsSinceMs: number | undefined;
  #failures: Failures = NO_FAILURES;

  constructor(endpoint: Endpoint, options: FollowOptions) {
    this.#endpoint = endpoint;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#rejoin = { ...DEFAULT_REJOIN, ...options.rejoin };
    this.#handshakeTimeoutMs = options.handshakeTimeoutMs ?? 2000;
    this.#heartbeatMs = options.heartbeatMs ?? 30_000;
    this.#readTimeoutMs = options.readTimeoutMs ?? 60_000;
    this.#clock = options.clock ?? systemClock;
    this.#projectName = options.projectName;
    this.#finished = this.#run();
  }

  state(): LiveTreeState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  current(): InstanceMap | undefined {
    if (this.#tree === undefined) return undefined;
    // An open stream is a standing observation: what was not told did not happen.
    if (this.#state.kind === "following") return treeMap(this.#tree, this.#clock.now(), undefined);
    return treeMap(this.#tree, this.#observedAtMs, this.#staleReason());
  }

  sourceHash(path: InstancePath): string | undefined {
    return this.#tree?.at(path).find((node) => node.sourceHash !== undefined)?.sourceHash;
  }

  waitForSource(
    path: InstancePath,
    sha256OfLfText: string,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SourceGrade> {
    return waitForSource(
      {
        state: () => this.#state,
        sourceHashes: () => this.#tree?.at(path).flatMap((node) => node.sourceHash ?? []) ?? [],
        onChange: (listener) => this.#listeners.add(listener),
      },
      sha256OfLfText,
      options,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#finished;
    if (this.#state.kind !== "ended") this.#enter({ kind: "ended" });
    this.#listeners.throwFailure();
  }

  #staleReason(): string {
    const state = this.#state;
    if (state.kind === "reconnecting" || state.kind === "given-up") return state.reason;
    return state.kind === "ended" ? "The tree is not followed any more" : "The tree is being read";
  }

  #enter(state: LiveTreeState): void {
    if (this.#state.kind === "following") this.#observedAtMs = this.#clock.now();
    this.#state = state;
    this.#listeners.notify();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && this.#state.kind !== "given-up") {
      try {
        await this.#session();
      } catch (error) {
        if (!signal.aborted) await this.#afterFailure(error);
      }
    }
  }

  async #afterFailure(error: unknown): Promise<void> {
    const followedForMs = this.#followsSinceMs === undefined ? undefined : this.#clock.now() - this.#followsSinceMs;
    this.#followsSinceMs = undefined;
    const plan = planRejoin(error, followedForMs, this.#failures, this.#rejoin);
    const reason = reasonOf(error);
    if (plan.kind === "give-up") {
      this.#enter({ kind: "given-up", reason });
      return;
    }
    this.#failures = plan.failures;
    this.#enter({ kind: "reconnecting", reason });
    const { signal } = this.#closing;
    try {
      await delay(plan.delayMs, undefined, { signal, ref: false });
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  }

  /** One connection to one run of a server, from the handshake until it is lost. */
  async #session(): Promise<never> {
    const { signal } = this.#closing;
    const server = await this.#join(signal);
    const { tree, cursor } = await readTree(this.#endpoint, server, {
      limits: this.#limits,
      timeoutMs: this.#readTimeoutMs,
      signal,
    });
    this.#tree = tree;
    this.#observedAtMs = this.#clock.now();
    return streamChanges(this.#endpoint, server, cursor, {
      limits: this.#limits,
      handshakeTimeoutMs: this.#handshakeTimeoutMs,
      heartbeatMs: this.#heartbeatMs,
      signal,
      onOpen: () => {
        this.#followsSinceMs = this.#clock.now();
        this.#enter({ kind: "following", server });
      },
      onBatch: (batch) => this.#apply(tree, batch),
    });
  }

  async #join(signal: AbortSignal): Promise<ServerInfo> {
    const probe = await probeServer(this.#endpoint, { timeoutMs: this.#handshakeTimeoutMs, signal });
    if (probe.kind !== "rojo") throw probeError(probe);
    const { server } = probe;
    this.#projectName ??= server.projectName;
    if (server.projectName !== this.#projectName)
      throw robloxError("ROJO_SERVER_UNUSABLE", `The server serves another project, ${server.projectName}`, {
        data: { expected: this.#projectName, found: server.projectName },
      });
    return server;
  }

  #apply(tree: InstanceTree, batch: MessageBatch): void {
    try {
      for (const patch of batch.patches) tree.apply(patch);
    } catch (error) {
      // Half a change is worse than an answer that is missing until the tree is read anew.
      this.#tree = undefined;
      throw error;
    }
    this.#failures = NO_FAILURES;
    this.#listeners.notify();
  }
}

/**
 * Begins to follow; nothing is awaited. The server need not run yet.
 * @param endpoint see `normalizeHost`
 */
export function followTree(endpoint: Endpoint, options: FollowOptions = {}): LiveTree {
  return new Follower(endpoint, options);
}
