export {
  type ActOptions,
  CheckpointStore,
  type CheckpointStoreOptions,
  type Recovery,
  type RestoreOptions,
  type RestoreOutcome,
  type TakeOverOptions,
} from "./checkpoint-store.ts";
export type { EntryState, StateDifference } from "./entry-state.ts";
export type { Checkpoint, CheckpointEntry, CheckpointOwner, CheckpointState } from "./manifest.ts";
export type { CorruptCheckpoint, Listing } from "./manifest-file.ts";
export type { Divergence } from "./plan-restore.ts";
export type { CheckpointPoint } from "./store-context.ts";
