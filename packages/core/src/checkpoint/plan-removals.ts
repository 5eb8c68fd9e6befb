/** Folders that the work made have to go, but never with something in them that the checkpoint does not know. Pure. */

import { ancestorsOf } from "./manifest.ts";
import { type States, stateAt } from "./restore-goal.ts";
import type { Divergence, KeptFolder, RestoreStep } from "./restore-step.ts";

export interface FolderRemovals {
  /** What is foreign first, then the folders, innermost first. */
  readonly steps: readonly RestoreStep[];
  readonly kept: readonly KeptFolder[];
  readonly diverged: readonly Divergence[];
}

/** Recorded folders that have to go, innermost first. */
export function foldersToRemove(goal: States, states: States): string[] {
  const isGoing = (path: string): boolean =>
    stateAt(goal, path).kind !== "directory" && stateAt(states, path).kind === "directory";
  return [...goal.keys()].filter(isGoing).sort().reverse();
}

/**
 * @param goal what each path has to be in the end
 * @param names what is in each folder of `foldersToRemove`
 */
export function planFolderRemovals(
  goal: States,
  states: States,
  names: ReadonlyMap<string, readonly string[]>,
): FolderRemovals {
  const isReplaced = (path: string): boolean => ["file", "symlink"].includes(stateAt(goal, path).kind);
  const foreignSteps: RestoreStep[] = [];
  const removals: RestoreStep[] = [];
  const kept = new Map<string, KeptFolder>();
  const diverged: Divergence[] = [];
  for (const path of foldersToRemove(goal, states)) {
    const inside = (names.get(path) ?? []).map((name) => `${path}/${name}`);
    const foreign = inside.filter((one) => !goal.has(one));
    if ([...ancestorsOf(path), path].some(isReplaced)) {
      const [expected, found] = [stateAt(goal, path), stateAt(states, path)];
      if (foreign.length > 0) diverged.push({ path, difference: "foreign", expected, found });
      foreignSteps.push(...foreign.map((one) => ({ kind: "remove-foreign", path: one }) as const));
    } else if (foreign.length > 0 || inside.some((one) => kept.has(one))) {
      kept.set(path, { path, foreign });
      continue;
    }
    removals.push({ kind: "remove-folder", path });
  }
  return { steps: [...foreignSteps, ...removals], kept: [...kept.values()].reverse(), diverged: diverged.reverse() };
}
