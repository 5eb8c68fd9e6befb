/** The way back: looked at, allowed or refused, made undoable where it could lose something, and carried out. */

import path from "node:path";
import { applySteps, assertBlobs } from "./apply-restore.ts";
import type { EntryState } from "./entry-state.ts";
import { expandTrees } from "./expand-trees.ts";
import { isoNow, writeNew } from "./lifecycle.ts";
import type { Checkpoint } from "./manifest.ts";
import { writeCheckpoint } from "./manifest-file.ts";
import { namesIn } from "./observe.ts";
import { lookAndPlan, recordPaths, withAfter } from "./record.ts";
import { divergedError, type KeptFolder, type RestorePlan } from "./restore-step.ts";
import { currentOwner, type LockedStore, presenceOf } from "./store-context.ts";

export interface RestoreOutcome {
  readonly checkpoint: Checkpoint;
  /** Paths that were changed, in order, each once. */
  readonly changed: readonly string[];
  /** Folders made since that stay, because of what the checkpoint does not know in them. */
  readonly kept: readonly KeptFolder[];
  /** The checkpoint that holds what this restore, or a try of it that was cut off, overwrote. */
  readonly safetyId: string | undefined;
}

/**
 * Whether something may be overwritten that nobody has seen: later changes, or, of work and restores that were cut off,
 * what somebody changed before anybody looked.
 */
function needsSafety(checkpoint: Checkpoint, plan: RestorePlan): boolean {
  if (plan.steps.length === 0) return false;
  if (plan.diverged.length > 0 || checkpoint.state === "interrupted" || checkpoint.state === "restoring") return true;
  return checkpoint.state === "open" && presenceOf(checkpoint.owner) !== "self";
}

/** What each path is expected to be when the restore has ended. */
function expectedResult(checkpoint: Checkpoint): ReadonlyMap<string, EntryState> {
  return new Map(checkpoint.entries.map((entry) => [entry.path, entry.before]));
}

/**
 * A checkpoint of everything that the plan changes. It is finalized from the start, with the expected result as what its
 * work left, so a restore that is cut off leaves no second open checkpoint.
 */
async function saveOverwritten(store: LockedStore, checkpoint: Checkpoint, plan: RestorePlan): Promise<Checkpoint> {
  const foreign = plan.steps.flatMap((step) => (step.kind === "remove-foreign" ? [step.path] : []));
  const changed = plan.steps.flatMap((step) => (step.kind === "recase" ? [step.path, step.from] : [step.path]));
  const asked = [...new Set([...changed, ...(await expandTrees(store, foreign))])];
  const result = expectedResult(checkpoint);
  const absent: EntryState = { kind: "absent" };
  const recorded = await recordPaths(store, asked, []);
  return writeNew(store, {
    label: `before restoring ${checkpoint.id}`,
    state: "finalized",
    safetyFor: checkpoint.id,
    entries: recorded.map((entry) => ({
      ...entry,
      after: result.get(entry.path) ?? (entry.isImplied ? entry.before : absent),
    })),
  });
}

/** Folders that were to go, but were no longer empty when it came to that. */
async function describeKept(store: LockedStore, folders: readonly string[]): Promise<KeptFolder[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const names = await namesIn(path.join(store.paths.root, ...folder.split("/")));
      return { path: folder, foreign: names.map((name) => `${folder}/${name}`) };
    }),
  );
}

/** @throws CHECKPOINT_DIVERGED, CHECKPOINT_CORRUPT (nothing changed); SYMLINK_REFUSED, WRITE_FAILED (call again) */
export async function restoreIn(store: LockedStore, checkpoint: Checkpoint, force: boolean): Promise<RestoreOutcome> {
  const plan = await lookAndPlan(store, checkpoint);
  if (plan.diverged.length > 0 && !force) throw divergedError(checkpoint, plan.diverged);
  await assertBlobs(store, checkpoint.id, plan.steps);
  const safety = needsSafety(checkpoint, plan) ? await saveOverwritten(store, checkpoint, plan) : undefined;
  store.signal.throwIfAborted();
  const safetyId = safety?.id ?? (checkpoint.state === "restoring" ? checkpoint.safetyId : undefined);
  const changedAt = isoNow(store);
  const restoring = { ...checkpoint, state: "restoring", owner: currentOwner(), changedAt, safetyId } as const;
  await writeCheckpoint(store, restoring);
  // From here on only the loss of the lock stops it: half a restore helps nobody.
  const raced = await applySteps(store, checkpoint.id, plan.steps);
  if (safety !== undefined) {
    const entries = await withAfter({ ...store, signal: store.lockSignal }, safety.entries);
    await writeCheckpoint(store, { ...safety, changedAt: isoNow(store), entries });
  }
  const restored = await writeCheckpoint(store, {
    ...restoring,
    state: "restored",
    interrupted: undefined,
    changedAt: isoNow(store),
  });
  const changed = [...new Set(plan.steps.map((step) => step.path))].filter((one) => !raced.includes(one));
  return { checkpoint: restored, changed, kept: [...plan.kept, ...(await describeKept(store, raced))], safetyId };
}
