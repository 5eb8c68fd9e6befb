export type { LockHolder } from "./lock-holder.ts";
export { currentProcess, isAlive, type ProcessIdentity } from "./process-identity.ts";
export { type HeldLock, type LockOptions, readLockHolder, withLock } from "./with-lock.ts";
