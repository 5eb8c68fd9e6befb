/**
 * Names on a file system that folds case, before anything else is planned. `src` became `Src`: writing `src` anew would
 * open `Src` and keep that name, and removing `Src` afterwards would remove what was just written. So names that have to
 * be there get their spelling back first. Names that have to go are taken in the spelling that they have now. Pure.
 */

import { movePath } from "./case-names.ts";
import type { EntryState } from "./entry-state.ts";
import type { CheckpointEntry } from "./manifest.ts";
import type { States } from "./restore-goal.ts";
import type { RestoreStep } from "./restore-step.ts";

type RecaseStep = RestoreStep & { readonly kind: "recase" };

/** What the rest of the plan starts from: the entries and states as they are named after the steps. */
export interface Recasing {
  readonly steps: readonly RecaseStep[];
  readonly states: States;
  readonly entries: readonly CheckpointEntry[];
}

function moveKeys(states: States, from: string, to: string): States {
  const staying = new Map<string, EntryState>();
  const arriving = new Map<string, EntryState>();
  for (const [path, state] of states) {
    const target = movePath(path, from, to);
    (target === path ? staying : arriving).set(target, state);
  }
  return new Map([...staying, ...arriving]);
}

/** Where two entries come to the same name, the one that had it all the time counts. */
function renameEntries(entries: readonly CheckpointEntry[], rename: (path: string) => string): CheckpointEntry[] {
  const byPath = new Map<string, CheckpointEntry>();
  for (const entry of entries) if (rename(entry.path) === entry.path) byPath.set(entry.path, entry);
  for (const entry of entries) {
    const path = rename(entry.path);
    if (!byPath.has(path)) byPath.set(path, { ...entry, path });
  }
  return [...byPath.values()];
}

/**
 * @param wanted paths that have to be there in the end, outermost first
 * @param variants see `Observation.variants`; empty where the file system tells case apart
 */
export function planRecasing(
  wanted: readonly string[],
  entries: readonly CheckpointEntry[],
  states: States,
  variants: ReadonlyMap<string, string>,
): Recasing {
  const steps: RecaseStep[] = [];
  const nowAt = (path: string): string => steps.reduce((at, step) => movePath(at, step.from, step.path), path);
  let now = { states, entries };
  for (const path of wanted) {
    const variant = variants.get(path);
    const from = variant === undefined ? path : nowAt(variant);
    if (from === path) continue;
    steps.push({ kind: "recase", path, from });
    const moved = renameEntries(now.entries, (one) => movePath(one, from, path));
    now = { states: moveKeys(now.states, from, path), entries: moved };
  }
  const isWanted = new Set(wanted);
  const spelledNow = new Map([...variants].map(([path, variant]) => [nowAt(path), nowAt(variant)]));
  const named = renameEntries(now.entries, (path) => (isWanted.has(path) ? path : (spelledNow.get(path) ?? path)));
  return { steps, states: now.states, entries: named };
}
