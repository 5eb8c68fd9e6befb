export type { LockHolder } from "./holder-record.ts";
export {
  currentProcess,
  identityOf,
  isAlive,
  lifeOf,
  type ProcessIdentity,
  type ProcessLife,
} from "./process-identity.ts";
export { type HeldLock, type LockOptions, readLockHolder, recoverLock, withLock } from "./with-lock.ts";
