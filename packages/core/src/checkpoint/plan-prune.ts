/** Which checkpoints retention removes, and which saved bytes nobody needs any more. Pure. */

import type { Fingerprint } from "../fs/index.ts";
import { type Checkpoint, compareNewestFirst } from "./manifest.ts";
import { isClosed } from "./transitions.ts";

/** Never an open, interrupted or restoring one, and never the newest of all. @param keep how many closed ones stay */
export function planPrune(checkpoints: readonly Checkpoint[], keep: number): Checkpoint[] {
  const newestFirst = [...checkpoints].sort(compareNewestFirst);
  const [newest] = newestFirst;
  return newestFirst
    .filter(isClosed)
    .slice(keep)
    .filter((checkpoint) => checkpoint !== newest);
}

/** Content that a checkpoint would need to bring files back. */
export function neededBlobs(checkpoints: readonly Checkpoint[]): Set<Fingerprint> {
  const states = checkpoints.flatMap((checkpoint) => checkpoint.entries.map((entry) => entry.before));
  return new Set(states.flatMap((state) => (state.kind === "file" ? [state.fingerprint] : [])));
}
