/**
 * Checkpoints of files below one root: what stood there before some work, so that the work can be undone, also when its
 * process is killed at any moment. All actions that change something run under one lock between processes.
 */

import { coreError } from "../errors/index.ts";
import { lstatOrAbsent } from "../fs/index.ts";
import { SerialQueue } from "../queue/index.ts";
import { type Clock, createIdSource, type IdSource, systemClock } from "../seams/index.ts";
import { addPathsIn, createIn, finalizeIn, interruptIn, readAllowed } from "./lifecycle.ts";
import type { Checkpoint } from "./manifest.ts";
import { type Listing, readCheckpoint, readListing } from "./manifest-file.ts";
import { lookAndPlan } from "./record.ts";
import { type RestoreOutcome, restoreIn } from "./restore.ts";
import type { RestorePlan } from "./restore-step.ts";
import { discardIn, pruneIn, type Recovery, recoverIn } from "./retention.ts";
import {
  type CheckpointPoint,
  type LockedStore,
  type StoreContext,
  tellsCaseApart,
  withStore,
} from "./store-context.ts";
import { entryPathOf, storePathsOf } from "./store-layout.ts";
import type { CheckpointAction } from "./transitions.ts";

export interface CheckpointStoreOptions {
  /** Absolute folder that all paths are in. */
  readonly root: string;
  /** Absolute folder of the checkpoints, on the file system of the root; made (0700) on first use. */
  readonly directory: string;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Paths that one checkpoint covers at most. Default 50,000. */
  readonly maxEntries?: number;
  /** How long to wait for another process. Default 15 s. */
  readonly lockWaitMs?: number;
  /** Whether the file system of the root tells `a` from `A`. Default: that of `directory` is looked at. */
  readonly isCaseSensitive?: boolean;
  /** Called at the moments at which a kill leaves a state behind; for tests. */
  readonly reached?: (point: CheckpointPoint) => void | Promise<void>;
}

export interface ActOptions {
  /** Ends waiting, reading and saving. A restore that has begun to change files goes on to its end. */
  readonly signal?: AbortSignal | undefined;
}

export interface TakeOverOptions extends ActOptions {
  /** Act on an open checkpoint of a process that cannot be seen or still lives. Only when it certainly has ended. */
  readonly takeOver?: boolean | undefined;
}

export interface RestoreOptions extends TakeOverOptions {
  /** Overwrite later changes; they are first saved in a checkpoint of their own (`safetyId`). */
  readonly force?: boolean | undefined;
}

const DEFAULT_MAX_ENTRIES = 50_000;
const DEFAULT_LOCK_WAIT_MS = 15_000;

export class CheckpointStore {
  readonly #context: StoreContext;
  /** Actions of one store wait for each other here; waiting for the lock is left to other processes. */
  readonly #queue = new SerialQueue({ name: "checkpoint store" });

  constructor(options: CheckpointStoreOptions) {
    const { root, directory, clock = systemClock } = options;
    this.#context = {
      paths: storePathsOf(root, directory),
      clock,
      ids: options.ids ?? createIdSource(clock),
      maxEntries: options.maxEntries ?? DEFAULT_MAX_ENTRIES,
      lockWaitMs: options.lockWaitMs ?? DEFAULT_LOCK_WAIT_MS,
      isCaseSensitive: options.isCaseSensitive,
      reached: options.reached ?? (() => {}),
    };
  }

  /**
   * Saves what stands at the paths, and is on disk when it returns: only then may the work begin.
   * @param paths absolute or from the root; files, links, folders, or names where nothing is yet. A folder stands for
   *   itself and everything in it now; what comes into it later is not covered unless it is named. A path below a link is
   *   refused, except when the link itself is named: then the link is what is covered
   * @throws PATH_OUTSIDE_ROOT, PATH_UNSAFE, SYMLINK_REFUSED, FILE_INVALID, STALE_PRECONDITION, LIMIT_EXCEEDED,
   *   WRITE_FAILED, LOCKED
   */
  async create(paths: readonly string[], options: ActOptions & { readonly label: string }): Promise<Checkpoint> {
    const asked = this.#entryPaths(paths);
    return this.#locked("make a checkpoint", options, (store) => createIn(store, asked, options.label));
  }

  /**
   * Adds paths to an open checkpoint of this process, before the work touches them. A path that is recorded keeps its first
   * record.
   * @throws CHECKPOINT_STATE, else as `create`
   */
  async addPaths(id: string, paths: readonly string[], options: ActOptions = {}): Promise<Checkpoint> {
    const asked = this.#entryPaths(paths);
    return this.#change("add paths", id, options, (store, checkpoint) => addPathsIn(store, checkpoint, asked));
  }

  /**
   * The work is done, or an interrupted one is accepted: what stands there now is its result.
   * @throws CHECKPOINT_STATE, NOT_FOUND, CHECKPOINT_CORRUPT, FILE_INVALID, WRITE_FAILED, LOCKED
   */
  finalize(id: string, options: TakeOverOptions = {}): Promise<Checkpoint> {
    return this.#change("finalize", id, options, finalizeIn);
  }

  /** The work of this process stops halfway, for instance at the end of the session. @throws as `finalize` */
  markInterrupted(id: string, options: ActOptions = {}): Promise<Checkpoint> {
    return this.#change("interrupt", id, options, interruptIn);
  }

  /** @throws NOT_FOUND, CHECKPOINT_CORRUPT */
  get(id: string): Promise<Checkpoint> {
    return readCheckpoint(this.#context.paths, id);
  }

  /** All checkpoints, newest first, and those that cannot be read. */
  list(): Promise<Listing> {
    return readListing(this.#context.paths);
  }

  /**
   * What `restore` would do now, and what it would lose. Changes nothing, waits for nobody.
   * @throws NOT_FOUND, CHECKPOINT_CORRUPT, FILE_INVALID
   */
  async preview(id: string, options: ActOptions = {}): Promise<RestorePlan> {
    const { paths, isCaseSensitive } = this.#context;
    const viewer = {
      paths,
      isCaseSensitive: isCaseSensitive ?? (await tellsCaseApart(paths)),
      signal: options.signal ?? new AbortController().signal,
    };
    return lookAndPlan(viewer, await this.get(id));
  }

  /**
   * Brings everything back as it was. Cut short at any moment, it is simply called again.
   *
   * Where it could overwrite what nobody has seen (a forced restore; work or a restore that was cut off), what it
   * overwrites is first saved in a checkpoint of its own, named by `safetyId`; so nothing is lost.
   * @throws CHECKPOINT_DIVERGED, CHECKPOINT_CORRUPT, CHECKPOINT_STATE, FILE_INVALID: nothing has been changed;
   *   SYMLINK_REFUSED, WRITE_FAILED, LOCK_LOST: the state is `restoring`
   */
  restore(id: string, options: RestoreOptions = {}): Promise<RestoreOutcome> {
    const { takeOver = false, force = false } = options;
    return this.#locked("restore a checkpoint", options, async (store) =>
      restoreIn(store, await readAllowed(store, "restore", id, takeOver), force),
    );
  }

  /**
   * For the start of a session: sweeps what killed processes left, and marks their checkpoints as interrupted. Open
   * checkpoints of living processes are left alone. Where there is no store, none is made.
   * @returns every interrupted checkpoint, newest first, and what can be done about it
   */
  async recover(options: ActOptions = {}): Promise<Recovery[]> {
    if ((await lstatOrAbsent(this.#context.paths.directory)) === undefined) return [];
    return this.#locked("recover checkpoints", options, recoverIn);
  }

  /**
   * Removes all closed checkpoints but the newest `keep`, and saved bytes that none needs. Open and interrupted ones, and
   * the newest of all, always stay.
   * @returns ids of the removed ones
   * @throws INPUT_INVALID, LOCKED
   */
  async prune(options: ActOptions & { readonly keep: number }): Promise<string[]> {
    const { keep } = options;
    if (!Number.isSafeInteger(keep) || keep < 0)
      throw coreError("INPUT_INVALID", `keep is ${keep}, not a whole number from 0`, { hint: "Give a whole number." });
    return this.#locked("prune checkpoints", options, (store) => pruneIn(store, keep));
  }

  /** Removes one checkpoint for good, also a corrupt one. @throws NOT_FOUND, CHECKPOINT_STATE, LOCKED */
  discard(id: string, options: TakeOverOptions = {}): Promise<void> {
    return this.#locked("discard a checkpoint", options, (store) => discardIn(store, id, options.takeOver ?? false));
  }

  #entryPaths(paths: readonly string[]): string[] {
    return [...new Set(paths.map((one) => entryPathOf(this.#context.paths, one)))];
  }

  #locked<T>(purpose: string, { signal }: ActOptions, work: (store: LockedStore) => Promise<T>): Promise<T> {
    const queued = () => withStore(this.#context, purpose, work, signal);
    return this.#queue.run(queued, { signal, label: purpose });
  }

  #change(
    action: CheckpointAction,
    id: string,
    options: TakeOverOptions,
    change: (store: LockedStore, checkpoint: Checkpoint) => Promise<Checkpoint>,
  ): Promise<Checkpoint> {
    return this.#locked(`${action} of a checkpoint`, options, async (store) =>
      change(store, await readAllowed(store, action, id, options.takeOver ?? false)),
    );
  }
}
