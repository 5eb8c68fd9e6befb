/** Which action is allowed in which state, and for whom. Pure. */

import { coreError } from "../errors/index.ts";
import type { Checkpoint, CheckpointState } from "./manifest.ts";

export type CheckpointAction = "add paths" | "finalize" | "interrupt" | "restore" | "discard";

/**
 * What is known about the process that made a checkpoint. elsewhere: it ran on a machine of another name, so nothing is
 * known.
 */
export type OwnerPresence = "self" | "alive" | "gone" | "elsewhere";

const ALLOWED: Readonly<Record<CheckpointAction, readonly CheckpointState[]>> = {
  "add paths": ["open"],
  finalize: ["open", "interrupted"],
  interrupt: ["open"],
  restore: ["open", "finalized", "interrupted", "restoring", "restored"],
  discard: ["open", "finalized", "interrupted", "restoring", "restored"],
};

/** Only the process that does the work knows what it will touch. */
const OWNER_ONLY: readonly CheckpointAction[] = ["add paths", "interrupt"];

const refuse = (checkpoint: Checkpoint, problem: string, hint: string) =>
  coreError("CHECKPOINT_STATE", `Checkpoint ${checkpoint.id} (${checkpoint.label}) ${problem}`, {
    hint,
    data: { id: checkpoint.id, state: checkpoint.state, owner: checkpoint.owner },
  });

/**
 * A checkpoint that is seen as `restoring` is so because a restore ended early: whoever restores holds the lock of the
 * store, as does whoever calls this. So only open ones belong to somebody.
 * @throws CHECKPOINT_STATE
 */
export function assertAllowed(
  action: CheckpointAction,
  checkpoint: Checkpoint,
  presence: OwnerPresence,
  takeOver: boolean,
): void {
  const { state, owner } = checkpoint;
  if (!ALLOWED[action].includes(state))
    throw refuse(checkpoint, `is ${state}; that does not allow to ${action}`, "List the checkpoints for their states.");
  if (state !== "open" || presence === "self") return;
  const holder = `process ${owner.pid} on ${owner.host}`;
  if (OWNER_ONLY.includes(action))
    throw refuse(checkpoint, `belongs to ${holder}`, "Make a checkpoint of this process.");
  if (presence === "gone" || takeOver) return;
  throw refuse(
    checkpoint,
    presence === "alive" ? `is in use by ${holder}` : `was left open by ${holder}, which cannot be seen from here`,
    "Wait until that process has finished; take the checkpoint over only when it certainly has ended.",
  );
}

/** True for what a process left behind: it can no longer be finalized or undone by the one who began it. */
export function isLeftBehind(checkpoint: Checkpoint, presence: OwnerPresence): boolean {
  return checkpoint.state === "restoring" || (checkpoint.state === "open" && presence === "gone");
}

/** True when the state is the end of the story, so that retention may remove the checkpoint. */
export function isClosed(checkpoint: Checkpoint): boolean {
  return checkpoint.state === "finalized" || checkpoint.state === "restored";
}
