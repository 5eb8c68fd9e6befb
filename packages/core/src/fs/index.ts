export {
  type AtomicWriteOperations,
  type AtomicWriteOptions,
  type WriteOutcome,
  writeFileAtomic,
} from "./atomic-write.ts";
export { writeFileIfUnchanged } from "./compare-and-set.ts";
export { type ContainedPath, isInside, resolveInside, stripAtPrefix } from "./containment.ts";
export { type Fingerprint, hashBytes, parseFingerprint } from "./fingerprint.ts";
export { ensurePrivateFolder, removeInside, syncFolder } from "./folders.ts";
export { type HashedFile, type HashFileOptions, hashFile, openRegularFile, readRegularFile } from "./hash-file.ts";
export { moveWithoutReplacing } from "./move-file.ts";
export { unsafeNameReason } from "./portable-name.ts";
export { type RenameOptions, renameWithRetry } from "./rename-retry.ts";
export { sweepStaging } from "./sweep-staging.ts";
export { lstatOrAbsent, refuseSymlinks } from "./symlinks.ts";
