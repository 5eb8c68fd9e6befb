/**
 * Decides how to get back from what is there now to what was there before. The plan depends on nothing but what is seen,
 * so a restore that was cut off is finished by planning again. Pure.
 */

import { differenceOf } from "./entry-state.ts";
import { ancestorsOf, type Checkpoint, type CheckpointEntry } from "./manifest.ts";
import { foldersToRemove, planFolderRemovals } from "./plan-removals.ts";
import { planRecasing, type Recasing } from "./recase.ts";
import { findDivergences, planGoal, type States, stateAt, USABLE } from "./restore-goal.ts";
import type { RestorePlan, RestoreStep } from "./restore-step.ts";

export interface SeenNow {
  /** For each entry and each variant. */
  readonly states: States;
  /** See `Observation.variants`; empty where the file system tells case apart. */
  readonly variants: ReadonlyMap<string, string>;
}

const presentPaths = (goal: States): string[] =>
  [...goal].flatMap(([path, { kind }]) => (kind === "absent" ? [] : [path])).sort();

function recase(entries: readonly CheckpointEntry[], seen: SeenNow): Recasing {
  return planRecasing(presentPaths(planGoal(entries, seen.states)), entries, seen.states, seen.variants);
}

/** Folders whose names in them `planRestore` has to know, because they have to go. */
export function foldersToList(entries: readonly CheckpointEntry[], seen: SeenNow): string[] {
  const now = recase(entries, seen);
  return foldersToRemove(planGoal(now.entries, now.states), now.states);
}

/** Files and links that are in the way or too much. A file is put over a file; for all else the place must be free. */
function planFileRemovals(goal: States, states: States): RestoreStep[] {
  return [...goal].flatMap(([path, wanted]) => {
    const now = stateAt(states, path);
    if (now.kind === "absent" || now.kind === "directory" || (wanted.kind === "file" && now.kind === "file")) return [];
    return differenceOf(wanted, now) === undefined ? [] : [{ kind: "remove-file", path } as const];
  });
}

/** Outermost first. A new folder is made usable; its own mode comes in the end. */
function planFolders(goal: States, states: States): RestoreStep[] {
  return presentPaths(goal).flatMap((path) => {
    const wanted = stateAt(goal, path);
    if (wanted.kind !== "directory" || stateAt(states, path).kind === "directory") return [];
    return [{ kind: "make-folder", path, mode: wanted.mode | USABLE } as const];
  });
}

function planContents(goal: States, states: States): RestoreStep[] {
  const files: RestoreStep[] = [];
  const links: RestoreStep[] = [];
  for (const [path, wanted] of goal) {
    const difference = differenceOf(wanted, stateAt(states, path));
    if (difference === undefined) continue;
    if (wanted.kind === "symlink") links.push({ kind: "make-link", path, target: wanted.target });
    if (wanted.kind !== "file") continue;
    if (difference === "mode") files.push({ kind: "set-mode", path, mode: wanted.mode });
    else files.push({ kind: "write-file", path, file: wanted });
  }
  // Links last: where case is folded, nothing can then be written through a link that this restore makes.
  return [...files, ...links];
}

const parentOf = (path: string): string | undefined => ancestorsOf(path).at(-1);

/** Folders in which something has to be done, but which do not let their owner in. */
function planOpening(changes: readonly RestoreStep[], goal: States, states: States): RestoreStep[] {
  const touched = new Set(changes.map((step) => parentOf(step.path)));
  return [...goal.keys()].sort().flatMap((path) => {
    const now = stateAt(states, path);
    if (now.kind !== "directory" || (now.mode & USABLE) === USABLE || !touched.has(path)) return [];
    return [{ kind: "set-mode", path, mode: now.mode | USABLE } as const];
  });
}

/** Innermost first: a folder may take away the right to change what is in it. */
function planFolderModes(opened: readonly RestoreStep[], goal: States, states: States): RestoreStep[] {
  const isOpened = new Set(opened.map((step) => step.path));
  return presentPaths(goal)
    .reverse()
    .flatMap((path) => {
      const wanted = stateAt(goal, path);
      if (wanted.kind !== "directory") return [];
      const now = stateAt(states, path);
      const given = now.kind === "directory" ? now.mode : wanted.mode | USABLE;
      return given === wanted.mode && !isOpened.has(path)
        ? []
        : [{ kind: "set-mode", path, mode: wanted.mode } as const];
    });
}

/**
 * The plan. Whether it may be carried out is for the caller to say, from `diverged`.
 * @param names what is in each folder of `foldersToList`, by that path
 */
export function planRestore(
  checkpoint: Checkpoint,
  seen: SeenNow,
  names: ReadonlyMap<string, readonly string[]>,
): RestorePlan {
  const { steps: recasing, states, entries } = recase(checkpoint.entries, seen);
  const goal = planGoal(entries, states);
  const removals = planFolderRemovals(goal, states, names);
  const changes = [
    ...planFileRemovals(goal, states),
    ...removals.steps,
    ...planFolders(goal, states),
    ...planContents(goal, states),
  ];
  const opening = planOpening(changes, goal, states);
  return {
    steps: [...recasing, ...opening, ...changes, ...planFolderModes(opening, goal, states)],
    diverged: [...findDivergences(checkpoint, seen.states), ...removals.diverged],
    kept: removals.kept,
  };
}
