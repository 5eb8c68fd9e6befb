export type { FolderIdentity } from "./lock-folder.ts";
export type { LockHolder } from "./lock-holder.ts";
export { currentProcess, isAlive, lifeOf, type ProcessIdentity, type ProcessLife } from "./process-identity.ts";
export { type HeldLock, type LockOptions, readLockHolder, recoverLock, withLock } from "./with-lock.ts";
