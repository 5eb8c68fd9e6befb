/** What a project asks for, and whether it has to be approved at all. Pure. */

import nodePath from "node:path";
import { type CodedError, coreError } from "../errors/index.ts";
import type { Fingerprint } from "../fs/index.ts";

/** Who named a command or path. */
export type CommandOrigin =
  /** The user's own configuration, in the home or agent folder. */
  | "user-configuration"
  /** An environment variable of the running Pi. */
  | "environment"
  /** Found through an absolute entry of PATH outside the project. */
  | "path-lookup"
  /** Shipped with the extension. */
  | "bundled"
  /** A file in the project. */
  | "project-file"
  /** Found in the working folder or above it, such as a local installation. */
  | "working-directory";

/** True when the user has to approve what `origin` named: everything that a repository can bring with it. */
export function needsApproval(origin: CommandOrigin): boolean {
  return origin === "project-file" || origin === "working-directory";
}

export interface ApprovalCommand {
  /** Absolute path of what will be started, as `findExecutable` gives it. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Variables that the project sets, by name. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute working folder. */
  readonly cwd: string;
}

export interface ApprovalRequest {
  /** Absolute folder of the project. */
  readonly projectRoot: string;
  /** What the command or path is for, in a few words of the extension: `serve the project with Rojo`. */
  readonly purpose: string;
  /** The project file that asks, and what it held. */
  readonly source: { readonly file: string; readonly fingerprint: Fingerprint };
  readonly command?: ApprovalCommand;
  /** Absolute paths outside the project that are to be read. */
  readonly readPaths?: readonly string[];
}

export interface ApprovalUi {
  /** Asks the user; false also when the question was closed. In Pi: `ctx.ui.confirm(title, body, { signal })`. */
  confirm(title: string, body: string, signal: AbortSignal): Promise<boolean>;
}

const ID_DIGITS = 20;
const MAX_COMMAND_CHARACTERS = 32_768;

/** The short name of an approval, which people pass to the flag: the first 20 of the key's 64 hex digits. */
export function approvalIdOf(key: string): string {
  return key.slice(0, ID_DIGITS);
}

function invalid(problem: string): CodedError {
  return coreError("INPUT_INVALID", `A request for approval ${problem}`, {
    hint: "Correct the project file that names the command.",
  });
}

/** Text that no program can get as an argument, or that would not arrive as it was approved. */
function isUnpassable(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

/**
 * Checks the shape of a request.
 * @throws INPUT_INVALID when it asks for nothing, a path is relative, a text cannot be passed to a program, or there are
 * more than 32,768 characters in all
 */
export function assertRequest(request: ApprovalRequest, flavor: nodePath.PlatformPath = nodePath): void {
  const { command, readPaths = [], source, projectRoot, purpose } = request;
  if (command === undefined && readPaths.length === 0) throw invalid("names neither a command nor a path");
  const paths = [projectRoot, source.file, ...readPaths];
  if (command !== undefined) paths.push(command.executable, command.cwd);
  const relative = paths.find((path) => !flavor.isAbsolute(path));
  if (relative !== undefined) throw invalid(`holds the relative path ${JSON.stringify(relative)}`);
  const env = Object.entries(command?.env ?? {});
  const texts = [...paths, purpose, ...(command?.args ?? []), ...env.flat()];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > MAX_COMMAND_CHARACTERS)
    throw invalid(`has ${characters} characters, more than ${MAX_COMMAND_CHARACTERS}`);
  if (texts.some(isUnpassable)) throw invalid("holds a NUL character or half a surrogate pair");
  if (env.some(([name]) => name === "" || name.includes("=")))
    throw invalid("names an impossible environment variable");
}
