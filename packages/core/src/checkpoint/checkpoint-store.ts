/**
 * Checkpoints of files below one root: what stood there before some work, so that the work can be undone, also when its
 * process is killed at any moment. All actions that change something run under one lock between processes.
 */

import { unlink } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";
import { sweepStaging } from "../fs/index.ts";
import { type Clock, createIdSource, type IdSource, systemClock } from "../seams/index.ts";
import { applyCaseRenames, applySteps, assertBlobs } from "./apply-restore.ts";
import type { Checkpoint } from "./manifest.ts";
import { type Listing, readCheckpoint, readListing, removeCheckpoint, writeCheckpoint } from "./manifest-file.ts";
import { namesIn } from "./observe.ts";
import { neededBlobs, planPrune } from "./plan-prune.ts";
import { diverged, findDivergences, planCaseRenames, planSteps } from "./plan-restore.ts";
import { lookAt, recordPaths, withAfter } from "./record.ts";
import {
  type CheckpointPoint,
  currentOwner,
  type LockedStore,
  presenceOf,
  type StoreContext,
  withStore,
} from "./store-context.ts";
import { blobOf, entryPathOf, storePathsOf } from "./store-layout.ts";
import { assertAllowed, type CheckpointAction, isLeftBehind } from "./transitions.ts";

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
  /** Whether the file system tells `a` from `A`. Default: looked at. */
  readonly isCaseSensitive?: boolean;
  /** Called at the moments at which a kill leaves a state behind; for tests. */
  readonly reached?: (point: CheckpointPoint) => void | Promise<void>;
}

export interface ActOptions {
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

export interface RestoreOutcome {
  readonly checkpoint: Checkpoint;
  /** Paths that were changed, in order. */
  readonly changed: readonly string[];
  /** Folders made since that stay, because files that the checkpoint does not know are in them. */
  readonly kept: readonly string[];
  /** The checkpoint that holds what a forced restore overwrote. */
  readonly safetyId: string | undefined;
}

export interface Recovery {
  readonly checkpoint: Checkpoint;
  /** finish: accept what stands there (`finalize`). undo: bring back what was (`restore`). */
  readonly choices: readonly ("finish" | "undo")[];
}

const DEFAULT_MAX_ENTRIES = 50_000;
const DEFAULT_LOCK_WAIT_MS = 15_000;

export class CheckpointStore {
  readonly #context: StoreContext;

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
   *   itself, not for what is in it
   * @throws PATH_OUTSIDE_ROOT, PATH_UNSAFE, SYMLINK_REFUSED, FILE_INVALID, STALE_PRECONDITION, LIMIT_EXCEEDED,
   *   WRITE_FAILED, LOCKED
   */
  async create(paths: readonly string[], options: ActOptions & { readonly label: string }): Promise<Checkpoint> {
    const asked = this.#entryPaths(paths);
    return this.#locked("make a checkpoint", options, (store) =>
      this.#createIn(store, asked, options.label, undefined),
    );
  }

  /** Adds paths to an open checkpoint of this process, before the work touches them. */
  async addPaths(id: string, paths: readonly string[], options: ActOptions = {}): Promise<Checkpoint> {
    const asked = this.#entryPaths(paths);
    return this.#change("add paths", id, options, async (store, checkpoint) => ({
      ...checkpoint,
      entries: await recordPaths(store, asked, checkpoint.entries),
    }));
  }

  /** The work is done, or an interrupted one is accepted: what stands there now is its result. */
  finalize(id: string, options: TakeOverOptions = {}): Promise<Checkpoint> {
    return this.#change("finalize", id, options, async (store, checkpoint) => ({
      ...checkpoint,
      state: "finalized",
      interrupted: undefined,
      entries: await withAfter(store, checkpoint.entries),
    }));
  }

  /** The work stops halfway, for instance at the end of the session. */
  markInterrupted(id: string, options: ActOptions = {}): Promise<Checkpoint> {
    return this.#change("interrupt", id, options, async (store, checkpoint) => ({
      ...checkpoint,
      state: "interrupted",
      interrupted: "work",
      entries: await withAfter(store, checkpoint.entries),
    }));
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
   * Brings everything back as it was. Cut short at any moment, it is simply called again.
   * @throws CHECKPOINT_DIVERGED (nothing changed), CHECKPOINT_CORRUPT, CHECKPOINT_STATE, SYMLINK_REFUSED, WRITE_FAILED
   */
  restore(id: string, options: RestoreOptions = {}): Promise<RestoreOutcome> {
    return this.#locked("restore a checkpoint", options, async (store) => {
      const checkpoint = await this.#allowed("restore", id, options.takeOver ?? false);
      return this.#restoreIn(store, checkpoint, options.force ?? false);
    });
  }

  /**
   * For the start of a session: sweeps what killed processes left, and marks their checkpoints as interrupted.
   * @returns every interrupted checkpoint, newest first, and what can be done about it
   */
  recover(options: ActOptions = {}): Promise<Recovery[]> {
    return this.#locked("recover checkpoints", options, async (store) => {
      await sweepStaging(store.paths.staging);
      const { checkpoints, torn } = await readListing(store.paths);
      for (const id of torn) await removeCheckpoint(store, id);
      const found: Recovery[] = [];
      for (const checkpoint of checkpoints) {
        const current = isLeftBehind(checkpoint, presenceOf(checkpoint.owner))
          ? await this.#interrupt(store, checkpoint)
          : checkpoint;
        if (current.state !== "interrupted") continue;
        found.push({ checkpoint: current, choices: current.interrupted === "restore" ? ["undo"] : ["finish", "undo"] });
      }
      return found;
    });
  }

  /**
   * Removes all closed checkpoints but the newest `keep`, and saved bytes that none needs. Open and interrupted ones, and
   * the newest of all, always stay.
   * @returns ids of the removed ones
   */
  async prune(options: ActOptions & { readonly keep: number }): Promise<string[]> {
    if (!Number.isSafeInteger(options.keep) || options.keep < 0)
      throw coreError("INPUT_INVALID", `keep is ${options.keep}, not a whole number from 0`, {
        hint: "Give a whole number.",
      });
    return this.#locked("prune checkpoints", options, async (store) => {
      const { checkpoints } = await readListing(store.paths);
      const removed = planPrune(checkpoints, options.keep).map((checkpoint) => checkpoint.id);
      for (const id of removed) await removeCheckpoint(store, id);
      await this.#collectBlobs(store);
      return removed;
    });
  }

  /** Removes one checkpoint for good, also a corrupt one. */
  discard(id: string, options: TakeOverOptions = {}): Promise<void> {
    return this.#locked("discard a checkpoint", options, async (store) => {
      const { checkpoints, corrupt } = await readListing(store.paths);
      if (!corrupt.some((one) => one.id === id)) await this.#allowed("discard", id, options.takeOver ?? false);
      await removeCheckpoint(store, id);
      if (checkpoints.length > 0) await this.#collectBlobs(store);
    });
  }

  #entryPaths(paths: readonly string[]): string[] {
    return [...new Set(paths.map((one) => entryPathOf(this.#context.paths, one)))];
  }

  #locked<T>(purpose: string, options: ActOptions, work: (store: LockedStore) => Promise<T>): Promise<T> {
    return withStore(this.#context, purpose, work, options.signal);
  }

  async #allowed(action: CheckpointAction, id: string, takeOver: boolean): Promise<Checkpoint> {
    const checkpoint = await this.get(id);
    assertAllowed(action, checkpoint, presenceOf(checkpoint.owner), takeOver);
    return checkpoint;
  }

  #now(): string {
    return new Date(this.#context.clock.now()).toISOString();
  }

  #change(
    action: CheckpointAction,
    id: string,
    options: TakeOverOptions,
    edit: (store: LockedStore, checkpoint: Checkpoint) => Promise<Checkpoint>,
  ): Promise<Checkpoint> {
    return this.#locked(`${action} of a checkpoint`, options, async (store) => {
      const checkpoint = await this.#allowed(action, id, options.takeOver ?? false);
      return writeCheckpoint(store, { ...(await edit(store, checkpoint)), changedAt: this.#now() });
    });
  }

  async #createIn(
    store: LockedStore,
    asked: readonly string[],
    label: string,
    safetyFor: string | undefined,
  ): Promise<Checkpoint> {
    const entries = await recordPaths(store, asked, []);
    const now = this.#now();
    return writeCheckpoint(store, {
      id: store.ids.next(),
      label,
      createdAt: now,
      changedAt: now,
      state: "open",
      owner: currentOwner(),
      interrupted: undefined,
      safetyFor,
      safetyId: undefined,
      entries,
    });
  }

  async #interrupt(store: LockedStore, checkpoint: Checkpoint): Promise<Checkpoint> {
    const interrupted = checkpoint.state === "restoring" ? "restore" : "work";
    return writeCheckpoint(store, {
      ...checkpoint,
      state: "interrupted",
      interrupted,
      changedAt: this.#now(),
      // What a broken restore has left is nobody's work: it is compared with nothing.
      entries:
        interrupted === "restore"
          ? checkpoint.entries.map((entry) => ({ ...entry, after: undefined }))
          : await withAfter(store, checkpoint.entries),
    });
  }

  async #restoreIn(store: LockedStore, checkpoint: Checkpoint, force: boolean): Promise<RestoreOutcome> {
    const before = await lookAt(store, checkpoint.entries);
    const divergences = findDivergences(checkpoint, before.states);
    if (divergences.length > 0 && !force) throw diverged(checkpoint, divergences);
    await assertBlobs(store, checkpoint.id, planSteps(checkpoint.entries, before.states));
    const safety = divergences.length === 0 ? undefined : await this.#saveOverwritten(store, checkpoint);
    const safetyId = safety?.id ?? checkpoint.safetyId;
    const restoring = await writeCheckpoint(store, {
      ...checkpoint,
      state: "restoring",
      changedAt: this.#now(),
      safetyId,
    });

    const renames = planCaseRenames(checkpoint.entries, before.variants);
    await applyCaseRenames(store, renames);
    const now = renames.length === 0 ? before : await lookAt(store, checkpoint.entries);
    const steps = planSteps(checkpoint.entries, now.states);
    const kept = await applySteps(store, steps);

    const restored = await writeCheckpoint(store, {
      ...restoring,
      state: "restored",
      interrupted: undefined,
      changedAt: this.#now(),
    });
    if (safety !== undefined) await this.#closeSafety(store, safety);
    const changed = [...new Set([...renames.map(({ to }) => to), ...steps.map((step) => step.path)])].filter(
      (one) => !kept.includes(one),
    );
    return { checkpoint: restored, changed, kept, safetyId };
  }

  #saveOverwritten(store: LockedStore, checkpoint: Checkpoint): Promise<Checkpoint> {
    const asked = checkpoint.entries.map((entry) => entry.path);
    return this.#createIn(store, asked, `before the forced restore of ${checkpoint.id}`, checkpoint.id);
  }

  async #closeSafety(store: LockedStore, safety: Checkpoint): Promise<void> {
    const entries = await withAfter(store, safety.entries);
    await writeCheckpoint(store, { ...safety, state: "finalized", changedAt: this.#now(), entries });
  }

  /** A corrupt checkpoint may need any of them, so then none goes. */
  async #collectBlobs(store: LockedStore): Promise<void> {
    const { checkpoints, corrupt } = await readListing(store.paths);
    if (corrupt.length > 0) return;
    const needed = neededBlobs(checkpoints);
    for (const name of await namesIn(store.paths.blobs)) {
      const fingerprint = blobOf(name);
      if (fingerprint === undefined || needed.has(fingerprint)) continue;
      try {
        await unlink(path.join(store.paths.blobs, name));
      } catch (error) {
        if (errnoOf(error) !== "ENOENT") throw error;
      }
      await store.reached("blob-removed");
    }
  }
}
