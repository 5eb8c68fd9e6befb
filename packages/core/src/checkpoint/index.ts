export {
  type ActOptions,
  CheckpointStore,
  type CheckpointStoreOptions,
  type RestoreOptions,
  type TakeOverOptions,
} from "./checkpoint-store.ts";
export type { EntryState, FileState, StateDifference } from "./entry-state.ts";
export type { Checkpoint, CheckpointEntry, CheckpointOwner, CheckpointState } from "./manifest.ts";
export type { CorruptCheckpoint, Listing } from "./manifest-file.ts";
export type { RestoreOutcome } from "./restore.ts";
export type { Divergence, KeptFolder, RestorePlan, RestoreStep } from "./restore-step.ts";
export type { Recovery } from "./retention.ts";
export type { CheckpointPoint } from "./store-context.ts";
