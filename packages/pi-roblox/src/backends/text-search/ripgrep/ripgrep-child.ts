/** Runs ripgrep once for a search. */

import { coreError } from "pi-extension-core/errors";
import { runProcess } from "pi-extension-core/process";
import { lineSplitter } from "./ripgrep-output.ts";

export interface RipgrepSetting {
  /** Absolute path of `rg`. */
  readonly program: string;
  /** Absolute folder to search, in which it runs. */
  readonly root: string;
  /** See `ripgrepEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface RipgrepRun {
  /** 0: found, 1: nothing found, 2: something went wrong, perhaps with a part of the files only. */
  readonly exitCode: number;
  /** How many complaints it printed, one for each file or folder that it could not read. */
  readonly complaints: number;
  /** The beginning of what it complained of. */
  readonly message: string;
}

const MAX_KEPT_BYTES = 4096;

/**
 * @param pattern for `--file=-`
 * @throws TIMED_OUT; SPAWN_FAILED or PROCESS_FAILED when it did not run to its end; the reason of the signal
 */
export async function runRipgrep(
  setting: RipgrepSetting,
  args: readonly string[],
  pattern: string,
  onStdout: (text: string) => void,
): Promise<RipgrepRun> {
  const { program, root, env, timeoutMs, signal } = setting;
  let complaints = 0;
  const onStderr = lineSplitter((line) => {
    if (line.startsWith("rg: ")) complaints += 1;
  });
  const result = await runProcess(program, args, {
    cwd: root,
    env,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    stdin: pattern,
    maxHeadBytes: MAX_KEPT_BYTES,
    maxTailBytes: 0,
    onStdout,
    onStderr,
  });
  signal?.throwIfAborted();
  if (result.reason === "timed-out")
    throw coreError("TIMED_OUT", `The search did not finish within ${timeoutMs} ms`, {
      hint: "Ignore folders that are not part of the game.",
      data: { timeoutMs },
    });
  if (result.exitCode === undefined || !result.outputComplete)
    throw result.error ?? coreError("PROCESS_FAILED", `${program} ended before its output did`, { data: { program } });
  return { exitCode: result.exitCode, complaints, message: result.stderr.head.trim() };
}
