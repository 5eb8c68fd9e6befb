/** Says why a program could not be started. Node reports a missing program, folder and interpreter all as ENOENT. */

import { statSync } from "node:fs";
import { type CodedError, coreError, errnoOf } from "../errors/index.ts";
import type { ExecutableSearch } from "./find-executable.ts";

function isFolder(cwd: string): boolean {
  return statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true;
}

function fileExists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** A check that itself fails (a folder without permission) says nothing against its subject. */
function unlessUnknown(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return true;
  }
}

function reasonOf(error: unknown, file: string, cwd: string): { problem: string; hint: string } {
  const errno = errnoOf(error) ?? (error instanceof Error && "code" in error ? String(error.code) : undefined);
  if (errno === "E2BIG" || errno === "ENAMETOOLONG")
    return {
      problem: "its arguments and environment are larger than the system takes",
      hint: "Pass long text through standard input or a file.",
    };
  if (!unlessUnknown(() => isFolder(cwd)))
    return {
      problem: `its working folder ${cwd} is not an existing folder`,
      hint: "Create the folder or name another.",
    };
  if (errno === "ENOENT" && !unlessUnknown(() => fileExists(file)))
    return { problem: "the file does not exist", hint: "Install the program, or correct its path." };
  if (errno === "ENOENT")
    return { problem: "the interpreter of its first line does not exist", hint: "Install the interpreter." };
  if (errno === "EACCES" || errno === "EPERM")
    return { problem: "the file or the folder is not executable for this user", hint: "Correct the permissions." };
  return { problem: error instanceof Error ? error.message : String(error), hint: "Try to run the program by hand." };
}

/** SPAWN_FAILED for what spawn threw or emitted. */
export function spawnFailure(error: unknown, file: string, cwd: string): CodedError {
  const { problem, hint } = reasonOf(error, file, cwd);
  return coreError("SPAWN_FAILED", `Could not start ${file} in ${cwd}: ${problem}`, {
    hint,
    data: { file, cwd, errno: errnoOf(error) },
    cause: error,
  });
}

/** SPAWN_FAILED for a bare name that PATH does not lead to. */
export function notOnPath(name: string, search: ExecutableSearch): CodedError {
  return coreError("SPAWN_FAILED", `Could not start ${name}: no folder of PATH holds it`, {
    hint: `Install ${name}, or configure its absolute path.`,
    data: { file: name, looked: search.looked, ignored: search.ignored },
  });
}

/** INPUT_INVALID for a relative path as a program. */
export function relativeProgram(file: string): CodedError {
  return coreError("INPUT_INVALID", `${JSON.stringify(file)} is neither an absolute path nor a bare program name`, {
    hint: "Give the program's absolute path.",
    data: { file },
  });
}
