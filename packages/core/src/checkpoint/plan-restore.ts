/** What must be done to bring files back, and whether doing it would lose somebody's later change. Pure. */

import { type CodedError, coreError } from "../errors/index.ts";
import { differenceOf, type EntryState, type FileState, type StateDifference } from "./entry-state.ts";
import { type Checkpoint, type CheckpointEntry, sortEntries } from "./manifest.ts";

export interface Divergence {
  readonly path: string;
  readonly difference: StateDifference;
  readonly expected: EntryState;
  readonly found: EntryState;
}

export type RestoreStep =
  | { readonly kind: "remove-file" | "remove-folder"; readonly path: string }
  | { readonly kind: "make-folder"; readonly path: string; readonly mode: number }
  | { readonly kind: "write-file"; readonly path: string; readonly file: FileState }
  | { readonly kind: "make-link"; readonly path: string; readonly target: string }
  | { readonly kind: "set-mode"; readonly path: string; readonly mode: number };

const ABSENT: EntryState = { kind: "absent" };
const stateOf = (states: ReadonlyMap<string, EntryState>, path: string): EntryState => states.get(path) ?? ABSENT;

/** The state that a path is expected to have, or undefined when nobody said. */
function expectedState(checkpoint: Checkpoint, entry: CheckpointEntry): EntryState | undefined {
  if (checkpoint.state === "restored") return entry.before;
  return checkpoint.state === "finalized" || checkpoint.state === "interrupted" ? entry.after : undefined;
}

/**
 * Paths that somebody changed since the checkpoint was closed. One that already is as it was before is no loss. An open
 * checkpoint expects nothing, because its work goes on, and neither does one whose restore goes on.
 */
export function findDivergences(checkpoint: Checkpoint, states: ReadonlyMap<string, EntryState>): Divergence[] {
  return checkpoint.entries.flatMap((entry) => {
    const expected = expectedState(checkpoint, entry);
    const found = stateOf(states, entry.path);
    if (expected === undefined || differenceOf(entry.before, found) === undefined) return [];
    const difference = differenceOf(expected, found);
    const isNoMatter = difference === undefined || (entry.isImplied && difference === "mode");
    return isNoMatter ? [] : [{ path: entry.path, difference, expected, found }];
  });
}

const MAX_NAMED = 5;

export function diverged(checkpoint: Checkpoint, divergences: readonly Divergence[]): CodedError {
  const named = divergences.slice(0, MAX_NAMED).map(({ path, difference }) => `${path} (${difference})`);
  const more = divergences.length > MAX_NAMED ? ` and ${divergences.length - MAX_NAMED} more` : "";
  return coreError(
    "CHECKPOINT_DIVERGED",
    `Restoring checkpoint ${checkpoint.id} (${checkpoint.label}) would lose later changes: ${named.join(", ")}${more}`,
    {
      hint: "Look at these files; restore with force to overwrite them, which keeps them in a checkpoint of their own.",
      data: { id: checkpoint.id, divergences },
    },
  );
}

function removalOf({ path, before }: CheckpointEntry, now: EntryState): RestoreStep[] {
  if (now.kind === "absent" || now.kind === before.kind) return [];
  return [{ kind: now.kind === "directory" ? "remove-folder" : "remove-file", path }];
}

function creationOf({ path, before, isImplied }: CheckpointEntry, now: EntryState): RestoreStep[] {
  const difference = differenceOf(before, now);
  if (difference === undefined || (isImplied && difference === "mode")) return [];
  if (difference === "mode" && "mode" in before) return [{ kind: "set-mode", path, mode: before.mode }];
  switch (before.kind) {
    case "absent":
    case "other":
      return [];
    case "directory":
      return [{ kind: "make-folder", path, mode: before.mode }];
    case "file":
      return [{ kind: "write-file", path, file: before }];
    case "symlink":
      return [{ kind: "make-link", path, target: before.target }];
  }
}

/**
 * The steps in their order: what must go, deepest first; then what must come, outermost first. Modes of folders come
 * last, because a folder that may not be written would refuse what is in it.
 */
export function planSteps(entries: readonly CheckpointEntry[], states: ReadonlyMap<string, EntryState>): RestoreStep[] {
  const sorted = sortEntries(entries);
  const removals = sorted.toReversed().flatMap((entry) => removalOf(entry, stateOf(states, entry.path)));
  const creations = sorted.flatMap((entry) => creationOf(entry, stateOf(states, entry.path)));
  const isFolderMode = (step: RestoreStep): boolean =>
    step.kind === "set-mode" && sorted.some((entry) => entry.path === step.path && entry.before.kind === "directory");
  const folderModes = creations.filter(isFolderMode);
  return [...removals, ...creations.filter((step) => !isFolderMode(step)), ...folderModes.toReversed()];
}

export interface CaseRename {
  readonly from: string;
  readonly to: string;
}

/**
 * Renames that bring back the spelling of names where the file system folds case: a path that must exist, and whose file
 * is there under another spelling. Outermost first.
 */
export function planCaseRenames(
  entries: readonly CheckpointEntry[],
  variants: ReadonlyMap<string, string>,
): CaseRename[] {
  return sortEntries(entries).flatMap(({ path, before }) => {
    const from = variants.get(path);
    return from === undefined || before.kind === "absent" ? [] : [{ from, to: path }];
  });
}
