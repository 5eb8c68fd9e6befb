/** What is left behind, and what is no longer needed. All under the lock of the store. */

import path from "node:path";
import { sweepStaging } from "../fs/index.ts";
import { hasBlob } from "./blob-store.ts";
import { removeFile } from "./copy-file.ts";
import { differenceOf } from "./entry-state.ts";
import { interruptIn, readAllowed } from "./lifecycle.ts";
import type { Checkpoint } from "./manifest.ts";
import { readListing, removeCheckpoint } from "./manifest-file.ts";
import { namesIn } from "./observe.ts";
import { neededBlobs, planPrune } from "./plan-prune.ts";
import { type LockedStore, presenceOf } from "./store-context.ts";
import { blobOf } from "./store-layout.ts";
import { isLeftBehind } from "./transitions.ts";

export interface Recovery {
  readonly checkpoint: Checkpoint;
  /** Paths that were not as before the work when the interruption was noticed. */
  readonly changed: readonly string[];
  /**
   * finish: accept what stands there (`finalize`). undo: bring back what was (`restore`); missing when the saved bytes of
   * a changed file are missing or damaged.
   */
  readonly choices: readonly ("finish" | "undo")[];
}

/** Removes saved bytes that no checkpoint needs. A corrupt checkpoint may need any of them, so then none goes. */
async function collectBlobs(store: LockedStore): Promise<void> {
  const { checkpoints, corrupt } = await readListing(store.paths);
  if (corrupt.length > 0) return;
  const needed = neededBlobs(checkpoints);
  for (const name of await namesIn(store.paths.blobs)) {
    const fingerprint = blobOf(name);
    if (fingerprint === undefined || needed.has(fingerprint)) continue;
    store.lockSignal.throwIfAborted();
    await removeFile(path.join(store.paths.blobs, name));
    await store.reached("blob-removed");
  }
}

async function describe(store: LockedStore, checkpoint: Checkpoint): Promise<Recovery> {
  const differing = checkpoint.entries.filter(
    ({ before, after, isImplied }) => after !== undefined && !isImplied && differenceOf(before, after) !== undefined,
  );
  let canUndo = true;
  for (const { before } of differing) {
    canUndo &&= before.kind !== "file" || (await hasBlob(store.paths, before.fingerprint, store.signal));
  }
  const changed = differing.map((entry) => entry.path);
  return { checkpoint, changed, choices: canUndo ? ["finish", "undo"] : ["finish"] };
}

export async function recoverIn(store: LockedStore): Promise<Recovery[]> {
  await sweepStaging(store.paths.staging, { clock: store.clock });
  const { checkpoints, torn } = await readListing(store.paths);
  for (const id of torn) await removeCheckpoint(store, id);
  await collectBlobs(store);
  const found: Recovery[] = [];
  for (const checkpoint of checkpoints) {
    const isNew = isLeftBehind(checkpoint, presenceOf(checkpoint.owner));
    const current = isNew ? await interruptIn(store, checkpoint) : checkpoint;
    if (current.state === "interrupted") found.push(await describe(store, current));
  }
  return found;
}

export async function pruneIn(store: LockedStore, keep: number): Promise<string[]> {
  const { checkpoints } = await readListing(store.paths);
  const removed = planPrune(checkpoints, keep).map((checkpoint) => checkpoint.id);
  for (const id of removed) {
    store.signal.throwIfAborted();
    await removeCheckpoint(store, id);
  }
  await collectBlobs(store);
  return removed;
}

export async function discardIn(store: LockedStore, id: string, takeOver: boolean): Promise<void> {
  const { corrupt } = await readListing(store.paths);
  if (!corrupt.some((one) => one.id === id)) await readAllowed(store, "discard", id, takeOver);
  await removeCheckpoint(store, id);
  await collectBlobs(store);
}
