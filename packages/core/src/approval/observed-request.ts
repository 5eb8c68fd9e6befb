/** A request together with what the disk holds now: what the approval is bound to. */

import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { coreError, errnoOf } from "../errors/index.ts";
import { type Fingerprint, hashBytes, hashFile, isInside } from "../fs/index.ts";
import { stableStringify } from "../redact/index.ts";
import { type ApprovalCommand, type ApprovalRequest, approvalIdOf, assertRequest } from "./approval-request.ts";
import { programTextCandidates } from "./program-text.ts";

interface ContentBinding {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly fingerprint: Fingerprint;
}

export interface ObservedRequest {
  readonly request: ApprovalRequest;
  /** Links resolved. */
  readonly projectRoot: string;
  /** The executable with links resolved; undefined for a request without command. */
  readonly executable: string | undefined;
  /** Files in the project whose content would run: the executable and scripts that it is given. Sorted by path. */
  readonly contents: readonly ContentBinding[];
  /** 64 lower-case hex digits: the same for the same request on the same content, and for nothing else. */
  readonly key: string;
  /** What people pass to the flag; see `approvalIdOf`. */
  readonly id: string;
}

async function realpathOrAbsent(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EINVAL", "ENAMETOOLONG"].includes(errnoOf(error) ?? ""))
      return undefined;
    throw error;
  }
}

async function isRegularFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

interface Roots {
  readonly asGiven: string;
  readonly real: string;
}

/** A link in the project that leads out of it belongs to the project, too: the repository can point it elsewhere. */
function belongsToProject(file: string, real: string, roots: Roots): boolean {
  return isInside(roots.real, real) || isInside(roots.asGiven, file) || isInside(roots.real, file);
}

async function scriptFiles(
  command: ApprovalCommand,
  executable: string,
  roots: Roots,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const files: string[] = [];
  for (const word of programTextCandidates(command, executable)) {
    signal?.throwIfAborted();
    const file = path.resolve(command.cwd, word);
    const real = await realpathOrAbsent(file);
    if (real !== undefined && belongsToProject(file, real, roots) && (await isRegularFile(real))) files.push(real);
  }
  return files;
}

async function realExecutable(executable: string): Promise<string> {
  const real = await realpathOrAbsent(executable);
  if (real !== undefined) return real;
  throw coreError("NOT_FOUND", `The program ${executable} does not exist`, {
    hint: "Correct its path in the project file, or install it.",
    data: { path: executable },
  });
}

async function observeCommand(
  command: ApprovalCommand,
  roots: Roots,
  signal: AbortSignal | undefined,
): Promise<{ executable: string; contents: ContentBinding[] }> {
  const executable = await realExecutable(command.executable);
  const files = await scriptFiles(command, executable, roots, signal);
  if (belongsToProject(path.resolve(command.executable), executable, roots)) files.push(executable);
  const contents: ContentBinding[] = [];
  for (const file of [...new Set(files)].toSorted()) {
    contents.push({ path: file, fingerprint: (await hashFile(file, { signal })).fingerprint });
  }
  return { executable, contents };
}

/**
 * Looks at the disk and computes the key. The content of the file that asks is not part of it: other settings in it may
 * change without a new question.
 * @throws INPUT_INVALID, NOT_FOUND for a program or project that does not exist, FILE_INVALID, or the reason of `signal`
 */
export async function observeRequest(request: ApprovalRequest, signal?: AbortSignal): Promise<ObservedRequest> {
  assertRequest(request);
  const { command, readPaths = [], purpose } = request;
  const real = await realpathOrAbsent(request.projectRoot);
  if (real === undefined)
    throw coreError("NOT_FOUND", `The project ${request.projectRoot} does not exist`, {
      data: { path: request.projectRoot },
    });
  const roots: Roots = { asGiven: path.resolve(request.projectRoot), real };
  const observed = command === undefined ? undefined : await observeCommand(command, roots, signal);
  const reads: unknown[] = [];
  for (const file of [...new Set(readPaths.map((given) => path.resolve(given)))].toSorted()) {
    reads.push({ path: file, real: (await realpathOrAbsent(file)) ?? null });
  }
  const identity = {
    version: 1,
    projectRoot: real,
    purpose,
    command:
      command === undefined
        ? null
        : {
            executable: path.resolve(command.executable),
            real: observed?.executable,
            args: command.args,
            env: command.env ?? {},
            cwd: path.resolve(command.cwd),
            realCwd: (await realpathOrAbsent(command.cwd)) ?? null,
          },
    contents: observed?.contents ?? [],
    reads,
  };
  const key = hashBytes(stableStringify(identity)).slice("sha256:".length);
  return {
    request,
    projectRoot: real,
    executable: observed?.executable,
    contents: observed?.contents ?? [],
    key,
    id: approvalIdOf(key),
  };
}
