/** The changes of state of a checkpoint, except for the way back. All under the lock of the store. */

import { expandTrees } from "./expand-trees.ts";
import type { Checkpoint, CheckpointEntry } from "./manifest.ts";
import { readCheckpoint, writeCheckpoint } from "./manifest-file.ts";
import { recordPaths, withAfter } from "./record.ts";
import { currentOwner, type LockedStore, presenceOf } from "./store-context.ts";
import { assertAllowed, type CheckpointAction } from "./transitions.ts";

export function isoNow(store: LockedStore): string {
  return new Date(store.clock.now()).toISOString();
}

/** @throws NOT_FOUND, CHECKPOINT_CORRUPT, CHECKPOINT_STATE */
export async function readAllowed(
  store: LockedStore,
  action: CheckpointAction,
  id: string,
  takeOver: boolean,
): Promise<Checkpoint> {
  const checkpoint = await readCheckpoint(store.paths, id);
  assertAllowed(action, checkpoint, presenceOf(checkpoint.owner), takeOver);
  return checkpoint;
}

/** Writes a checkpoint that is new, with entries whose files are saved. */
export function writeNew(
  store: LockedStore,
  given: Pick<Checkpoint, "label" | "state" | "safetyFor"> & { readonly entries: readonly CheckpointEntry[] },
): Promise<Checkpoint> {
  const now = isoNow(store);
  return writeCheckpoint(store, {
    id: store.ids.next(),
    createdAt: now,
    changedAt: now,
    owner: currentOwner(),
    interrupted: undefined,
    safetyId: undefined,
    ...given,
  });
}

export async function createIn(store: LockedStore, asked: readonly string[], label: string): Promise<Checkpoint> {
  const entries = await recordPaths(store, await expandTrees(store, asked), []);
  return writeNew(store, { label, state: "open", safetyFor: undefined, entries });
}

export async function addPathsIn(
  store: LockedStore,
  checkpoint: Checkpoint,
  asked: readonly string[],
): Promise<Checkpoint> {
  const entries = await recordPaths(store, await expandTrees(store, asked), checkpoint.entries);
  return writeCheckpoint(store, { ...checkpoint, changedAt: isoNow(store), entries });
}

export async function finalizeIn(store: LockedStore, checkpoint: Checkpoint): Promise<Checkpoint> {
  return writeCheckpoint(store, {
    ...checkpoint,
    state: "finalized",
    interrupted: undefined,
    changedAt: isoNow(store),
    entries: await withAfter(store, checkpoint.entries),
  });
}

/** What stands there now is taken down, so that what somebody changes from now on is not taken for the work. */
export async function interruptIn(store: LockedStore, checkpoint: Checkpoint): Promise<Checkpoint> {
  return writeCheckpoint(store, {
    ...checkpoint,
    state: "interrupted",
    interrupted: checkpoint.state === "restoring" ? "restore" : "work",
    changedAt: isoNow(store),
    entries: await withAfter(store, checkpoint.entries),
  });
}
