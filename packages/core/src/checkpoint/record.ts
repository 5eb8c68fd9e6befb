/** Takes down what stands at paths, and adds it to a checkpoint. */

import path from "node:path";
import { readFileState, saveFile, syncBlobs } from "./blob-store.ts";
import { adoptSpellings } from "./case-names.ts";
import type { EntryState, FileState } from "./entry-state.ts";
import { tooManyPaths } from "./expand-trees.ts";
import { type Checkpoint, type CheckpointEntry, sortEntries } from "./manifest.ts";
import { createFinder, namesIn, type Observation, observe } from "./observe.ts";
import { planEntries, planLook } from "./plan-record.ts";
import { foldersToList, planRestore } from "./plan-restore.ts";
import type { RestorePlan } from "./restore-step.ts";
import { spellPaths } from "./spelling.ts";
import type { LockedStore } from "./store-context.ts";

type Viewer = Pick<LockedStore, "paths" | "isCaseSensitive" | "signal">;

function look(
  viewer: Viewer,
  wanted: readonly string[],
  readFile: (file: string) => Promise<FileState>,
): Promise<Observation> {
  const { paths, isCaseSensitive, signal } = viewer;
  return observe(wanted, { root: paths.root, isCaseSensitive, signal, readFile });
}

function spell(
  viewer: Viewer,
  asked: readonly string[],
  recorded: readonly CheckpointEntry[],
): Promise<readonly string[]> | readonly string[] {
  if (viewer.isCaseSensitive) return asked;
  const finder = createFinder({ root: viewer.paths.root, isCaseSensitive: false });
  return spellPaths(
    asked,
    recorded.map((entry) => entry.path),
    (folder) => finder.names(folder),
  );
}

/**
 * The entries with the new paths, their files saved and on disk.
 * @param asked entry paths @param recorded the entries so far
 * @throws LIMIT_EXCEEDED, FILE_INVALID, SYMLINK_REFUSED, STALE_PRECONDITION, WRITE_FAILED, CHECKPOINT_STATE
 */
export async function recordPaths(
  store: LockedStore,
  asked: readonly string[],
  recorded: readonly CheckpointEntry[],
): Promise<CheckpointEntry[]> {
  const spelled = await spell(store, asked, recorded);
  const wanted = planLook(spelled, recorded);
  if (recorded.length + wanted.length > store.maxEntries) throw tooManyPaths(store.maxEntries);
  const { states, variants } = await look(store, wanted, (file) => saveFile(store, file));
  const covered = [...recorded.map((entry) => entry.path), ...wanted];
  const seen = adoptSpellings(covered, states, variants, "folders");
  await syncBlobs(store);
  await store.reached("blobs-saved");
  store.signal.throwIfAborted();
  return sortEntries(planEntries(spelled, recorded, seen));
}

/** What stands at the paths of the entries now, nothing saved. */
async function lookAt(viewer: Viewer, entries: readonly CheckpointEntry[]): Promise<Observation> {
  const covered = entries.map((entry) => entry.path);
  const { states, variants } = await look(viewer, covered, (file) => readFileState(file, viewer.signal));
  return { states: adoptSpellings(covered, states, variants, "any"), variants };
}

/** The entries with what stands there now as their state after the work. */
export async function withAfter(viewer: Viewer, entries: readonly CheckpointEntry[]): Promise<CheckpointEntry[]> {
  const { states } = await lookAt(viewer, entries);
  viewer.signal.throwIfAborted();
  const absent: EntryState = { kind: "absent" };
  return entries.map((entry) => ({ ...entry, after: states.get(entry.path) ?? absent }));
}

/** How to bring the checkpoint back from what stands there now. */
export async function lookAndPlan(viewer: Viewer, checkpoint: Checkpoint): Promise<RestorePlan> {
  const seen = await lookAt(viewer, checkpoint.entries);
  const names = new Map<string, readonly string[]>();
  for (const folder of foldersToList(checkpoint.entries, seen)) {
    names.set(folder, await namesIn(path.join(viewer.paths.root, ...folder.split("/"))));
  }
  return planRestore(checkpoint, seen, names);
}
