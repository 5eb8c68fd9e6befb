/** The vocabulary of a restore: what is done, what would be lost, what stays. Pure. */

import { type CodedError, coreError } from "../errors/index.ts";
import type { EntryState, FileState, StateDifference } from "./entry-state.ts";
import type { Checkpoint } from "./manifest.ts";

/** One change on the way back. Paths are from the root, with forward slashes. */
export type RestoreStep =
  /** Gives a name its old case back, on a file system that folds case. */
  | { readonly kind: "recase"; readonly path: string; readonly from: string }
  | { readonly kind: "remove-file"; readonly path: string }
  /** Removes something that the checkpoint does not know, to make room; only in a forced restore. */
  | { readonly kind: "remove-foreign"; readonly path: string }
  /** Only when it is empty. */
  | { readonly kind: "remove-folder"; readonly path: string }
  | { readonly kind: "make-folder"; readonly path: string; readonly mode: number }
  | { readonly kind: "write-file"; readonly path: string; readonly file: FileState }
  | { readonly kind: "make-link"; readonly path: string; readonly target: string }
  | { readonly kind: "set-mode"; readonly path: string; readonly mode: number };

/** A path that is neither as it was before the work nor as the work left it, so that a restore would lose something. */
export interface Divergence {
  readonly path: string;
  /** foreign: a folder has to go, but there is something in it that the checkpoint does not know. */
  readonly difference: StateDifference | "foreign";
  readonly expected: EntryState;
  readonly found: EntryState;
}

/** A folder that was made since and stays, because of what is in it. */
export interface KeptFolder {
  readonly path: string;
  /** What the checkpoint does not know in there; empty when only a folder below it is kept. */
  readonly foreign: readonly string[];
}

export interface RestorePlan {
  /** In the order in which they have to be done. */
  readonly steps: readonly RestoreStep[];
  readonly diverged: readonly Divergence[];
  readonly kept: readonly KeptFolder[];
}

const MAX_NAMED = 5;
const MAX_LISTED = 100;

export function divergedError(checkpoint: Checkpoint, divergences: readonly Divergence[]): CodedError {
  const named = divergences.slice(0, MAX_NAMED).map(({ path, difference }) => `${path} (${difference})`);
  const more = divergences.length > MAX_NAMED ? ` and ${divergences.length - MAX_NAMED} more` : "";
  return coreError(
    "CHECKPOINT_DIVERGED",
    `Restoring checkpoint ${checkpoint.id} (${checkpoint.label}) would lose later changes: ${named.join(", ")}${more}`,
    {
      hint: "Look at these files; restore with force to overwrite them, which keeps them in a checkpoint of their own.",
      data: { id: checkpoint.id, count: divergences.length, divergences: divergences.slice(0, MAX_LISTED) },
    },
  );
}
