/** Starts programs: the only place of the project that spawns for others. Never through a shell. */

import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";
import { type CodedError, isCodedError } from "../errors/index.ts";
import { buildChildEnv, envValue } from "./child-env.ts";
import { ChildSupervisor } from "./child-supervisor.ts";
import { isBareName, isFullyAbsolute } from "./executable-search.ts";
import { findExecutable } from "./find-executable.ts";
import { type RunSettings, resolveSettings, type StartOptions } from "./run-options.ts";
import { notStarted, type RunResult } from "./run-result.ts";
import { notOnPath, relativeProgram, spawnFailure } from "./spawn-failure.ts";
import { assertCommand, assertWindowsCommand } from "./spawn-plan.ts";

export interface RunningProcess {
  /** Undefined when the process could not be started; `finished` then says why. */
  readonly pid: number | undefined;
  /** Never rejects. When it resolves, nothing of the process group is left (see `RunOptions.killLeftovers`). */
  readonly finished: Promise<RunResult>;
  /** Resolves to whether the data went out; false once the child does not read any more. Needs `keepStdinOpen`. */
  writeStdin(data: string | Uint8Array): Promise<boolean>;
  /** Closes standard input. Without effect when it is closed. */
  endStdin(): void;
  /** Ends the process and its group; resolves like `finished`. */
  stop(): Promise<RunResult>;
}

interface Command {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly settings: RunSettings;
}

/** Everything that can be known before the start. Throws coded errors only. */
function resolveCommand(file: string, args: readonly string[], options: StartOptions): Command {
  const { platform } = process;
  const settings = resolveSettings(options);
  const env = options.env ?? buildChildEnv({ source: process.env, platform });
  assertCommand(file, args, options.cwd, platform);
  const program = isFullyAbsolute(file, platform) ? file : lookUp(file, env, platform);
  if (platform === "win32") assertWindowsCommand(program, args);
  return { file: program, env, settings };
}

function lookUp(name: string, env: Command["env"], platform: NodeJS.Platform): string {
  if (!isBareName(name)) throw relativeProgram(name);
  const pathEnv = envValue(env, "PATH", platform);
  const search = findExecutable({ name, pathEnv, pathExt: envValue(env, "PATHEXT", platform), platform });
  if (search.path === undefined) throw notOnPath(name, search);
  return search.path;
}

function spawnChild(command: Command, args: readonly string[], options: StartOptions): ChildProcess {
  const needsStdin = options.stdin !== undefined || options.keepStdinOpen === true;
  return spawn(command.file, [...args], {
    cwd: options.cwd,
    env: command.env,
    // A group of its own, so that the whole tree can be reached. On Windows this would open a console window.
    detached: process.platform !== "win32",
    stdio: [needsStdin ? "pipe" : "ignore", "pipe", "pipe"],
    windowsHide: true,
  });
}

function feedStdin(child: ChildProcess, options: StartOptions): void {
  // A child may end, or close its input, without reading all of it; that is its right and shows in its own result.
  child.stdin?.on("error", () => child.stdin?.destroy());
  if (options.stdin !== undefined && options.stdin.length > 0) child.stdin?.write(options.stdin);
  if (options.keepStdinOpen !== true) child.stdin?.end();
}

function running(child: ChildProcess, supervisor: ChildSupervisor): RunningProcess {
  return {
    pid: child.pid,
    finished: supervisor.finished,
    writeStdin: (data) => {
      const { stdin } = child;
      if (stdin === null || !stdin.writable) return Promise.resolve(false);
      return new Promise((resolve) => {
        stdin.write(data, (error) => resolve(error === null || error === undefined));
      });
    },
    endStdin: () => {
      child.stdin?.end();
    },
    stop: () => {
      supervisor.requestStop("stopped");
      return supervisor.finished;
    },
  };
}

function neverStarted(result: RunResult): RunningProcess {
  const finished = Promise.resolve(result);
  return {
    pid: undefined,
    finished,
    writeStdin: () => Promise.resolve(false),
    endStdin: () => {},
    stop: () => finished,
  };
}

/**
 * Starts a program that may live long, such as a server. Throws nothing: a program that cannot be started is a `finished`
 * result, as in `runProcess`.
 * @param file absolute path, or a bare name that is looked up on the PATH of the child's environment, where relative
 *   entries do not count. A relative path is refused, because it would mean another program in another folder.
 */
export function startProcess(file: string, args: readonly string[], options: StartOptions): RunningProcess {
  const startedAt = performance.now();
  const failed = (error?: CodedError): RunningProcess => neverStarted(notStarted(error, performance.now() - startedAt));
  if (options.signal?.aborted === true) return failed();
  let command: Command;
  try {
    command = resolveCommand(file, args, options);
  } catch (error) {
    if (isCodedError(error)) return failed(error);
    throw error;
  }
  let child: ChildProcess;
  try {
    child = spawnChild(command, args, options);
  } catch (error) {
    return failed(spawnFailure(error, command.file, options.cwd));
  }
  const supervisor = new ChildSupervisor(child, command.file, options, command.settings, startedAt);
  feedStdin(child, options);
  return running(child, supervisor);
}
