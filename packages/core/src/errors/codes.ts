/** Every code that core can raise, with its meaning. Codes are public API: they change only with a major version. */

import { defineErrors, type ErrorFactory } from "./coded-error.ts";

export const coreErrorCodes = {
  ALREADY_EXISTS: "The target exists and the caller asked not to replace it.",
  APPROVAL_REQUIRED: "A command that project files name was not approved by the user, and nobody can be asked.",
  APPROVAL_DECLINED: "The user was asked whether a command that project files name may run, and said no.",
  ARGV_INVALID: "A value cannot be expressed in the program's argument syntax, or a parameter has no flag.",
  AUDIT_INVALID: "An audit record is not JSON-serialisable or larger than the limit.",
  CHECKPOINT_CORRUPT: "A checkpoint's manifest or a saved blob does not hold what it should.",
  CHECKPOINT_DIVERGED: "Files changed after the checkpoint was finalized; restoring would lose those changes.",
  CHECKPOINT_STATE: "The checkpoint is not in a state that allows this action.",
  EXIT_UNCONFIRMED: "A process was told to end, but is still there or its end could not be seen.",
  FILE_INVALID: "A path names something that is not a regular file or cannot be read as one.",
  INPUT_INVALID: "An argument has the wrong shape or value.",
  INTERNAL: "Something unexpected failed; the message is the original one.",
  JSON_INVALID: "Text is not valid JSON (or JSONC), or does not have the expected shape.",
  LIMIT_EXCEEDED: "An input is larger or deeper than the limit.",
  LOCKED: "Another process holds the lock.",
  LOCK_LOST: "The lock was taken away while the work ran (the machine slept, or the lock folder was deleted).",
  NOT_FOUND: "The named thing does not exist.",
  PATH_OUTSIDE_ROOT: "A path leaves the folder that it must stay in.",
  PATH_UNSAFE:
    "A path holds a name that means something else on some platform: a device, a stream, a control character.",
  PROCESS_FAILED: "A program ran and ended with a non-zero exit code or by a signal.",
  QUEUE_CLOSED: "Work was given to a queue that is closed.",
  QUEUE_NESTED: "A task of a queue waits for another task of the same queue, which could never end.",
  SPAWN_FAILED: "A program could not be started.",
  STALE_PRECONDITION: "A file is not in the state that the caller saw.",
  SYMLINK_REFUSED: "A path goes through a symbolic link where only real folders and files are allowed.",
  TIMED_OUT: "Something did not finish within its time limit and was ended.",
  WRITE_FAILED: "A file could not be written; what was there before is still there.",
  WRITE_UNCONFIRMED: "A file was written, but the system did not confirm that the change is on disk.",
} as const;

export type CoreErrorCode = keyof typeof coreErrorCodes;

export const coreError: ErrorFactory<CoreErrorCode> = defineErrors<CoreErrorCode>(coreErrorCodes);
