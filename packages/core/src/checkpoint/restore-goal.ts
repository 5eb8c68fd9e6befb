/** What each path has to be after a restore, and what would be lost on the way there. Pure. */

import { differenceOf, type EntryState } from "./entry-state.ts";
import { ancestorsOf, type Checkpoint, type CheckpointEntry } from "./manifest.ts";
import type { Divergence } from "./restore-step.ts";

export type States = ReadonlyMap<string, EntryState>;

const ABSENT: EntryState = { kind: "absent" };

export const stateAt = (states: States, path: string): EntryState => states.get(path) ?? ABSENT;

const isOnTheWay = (entry: CheckpointEntry): boolean => entry.isImplied && entry.before.kind === "directory";

/** Folders without which something that was there before could not be there again. */
function neededFolders(entries: readonly CheckpointEntry[]): Set<string> {
  const present = entries.filter((entry) => entry.before.kind !== "absent" && !isOnTheWay(entry));
  return new Set(present.flatMap((entry) => ancestorsOf(entry.path)));
}

/** A folder that its owner can enter and change. */
export const USABLE = 0o700;

/** The mode of a folder on the way is not part of the checkpoint; but what a restore that was cut off opened is closed. */
function isLeftOpen(before: EntryState, now: EntryState): boolean {
  return before.kind === "directory" && now.kind === "directory" && now.mode === (before.mode | USABLE);
}

/**
 * The end state by path. A folder that is only on the way has none where nothing needs it, and keeps its present mode. A
 * folder that did not exist before stays where something was recorded in it later, as being there.
 */
export function planGoal(entries: readonly CheckpointEntry[], states: States): Map<string, EntryState> {
  const needed = neededFolders(entries);
  const goal = new Map<string, EntryState>();
  for (const entry of entries) {
    const { path, before } = entry;
    const now = stateAt(states, path);
    if (isOnTheWay(entry) && !needed.has(path)) continue;
    const isMereFolder = isOnTheWay(entry) || (before.kind === "absent" && needed.has(path));
    if (!isMereFolder || isLeftOpen(before, now)) goal.set(path, before);
    else if (now.kind === "directory") goal.set(path, now);
    else goal.set(path, before.kind === "directory" ? before : { kind: "directory", mode: 0o755 });
  }
  return goal;
}

/** The state that a path is expected to have, or undefined when nobody can say. */
function expectedState(checkpoint: Checkpoint, entry: CheckpointEntry): EntryState | undefined {
  if (checkpoint.state === "restored") return entry.before;
  return checkpoint.state === "finalized" || checkpoint.state === "interrupted" ? entry.after : undefined;
}

/**
 * Paths that somebody changed since the checkpoint was closed. One that already is as it was before is no loss. An open
 * checkpoint expects nothing, because its work goes on, and neither does one whose restore was cut off just now.
 */
export function findDivergences(checkpoint: Checkpoint, states: States): Divergence[] {
  const goal = planGoal(checkpoint.entries, states);
  return checkpoint.entries.flatMap((entry) => {
    const expected = expectedState(checkpoint, entry);
    const wanted = goal.get(entry.path);
    const found = stateAt(states, entry.path);
    if (expected === undefined || wanted === undefined || differenceOf(wanted, found) === undefined) return [];
    const difference = differenceOf(expected, found);
    const isNoMatter = difference === undefined || (entry.isImplied && difference === "mode");
    return isNoMatter ? [] : [{ path: entry.path, difference, expected, found }];
  });
}
