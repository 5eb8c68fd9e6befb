/** Takes down what stands at paths, and adds it to a checkpoint. */

import { coreError } from "../errors/index.ts";
import { readFileState, saveFile, syncBlobs } from "./blob-store.ts";
import type { EntryState } from "./entry-state.ts";
import { type CheckpointEntry, sortEntries } from "./manifest.ts";
import { type Observation, observe } from "./observe.ts";
import { planEntries, planLook } from "./plan-record.ts";
import type { LockedStore } from "./store-context.ts";

/**
 * The entries with the new paths, their files saved.
 * @param asked entry paths @param recorded the entries so far
 * @throws LIMIT_EXCEEDED, FILE_INVALID, SYMLINK_REFUSED, STALE_PRECONDITION, WRITE_FAILED, CHECKPOINT_STATE
 */
export async function recordPaths(
  store: LockedStore,
  asked: readonly string[],
  recorded: readonly CheckpointEntry[],
): Promise<CheckpointEntry[]> {
  const { paths, isCaseSensitive, signal, maxEntries } = store;
  const wanted = planLook(asked, recorded);
  if (recorded.length + wanted.length > maxEntries)
    throw coreError("LIMIT_EXCEEDED", `A checkpoint covers at most ${maxEntries} paths`, {
      hint: "Split the work.",
      data: { maxEntries },
    });
  const readFile = (file: string) => saveFile(store, file);
  const { states } = await observe(wanted, { root: paths.root, isCaseSensitive, signal, readFile });
  await syncBlobs(store);
  await store.reached("blobs-saved");
  return sortEntries(planEntries(asked, recorded, states));
}

/** What stands at the paths of the entries now, nothing saved. */
export async function lookAt(store: LockedStore, entries: readonly CheckpointEntry[]): Promise<Observation> {
  const { paths, isCaseSensitive, signal } = store;
  const readFile = (file: string) => readFileState(file, signal);
  return observe(
    entries.map((entry) => entry.path),
    { root: paths.root, isCaseSensitive, signal, readFile },
  );
}

/** The entries with what stands there now as their state after the work. */
export async function withAfter(store: LockedStore, entries: readonly CheckpointEntry[]): Promise<CheckpointEntry[]> {
  const { states } = await lookAt(store, entries);
  const absent: EntryState = { kind: "absent" };
  return entries.map((entry) => ({ ...entry, after: states.get(entry.path) ?? absent }));
}
