/** Runs `rojo sourcemap` once. */

import { type CodedError, coreError } from "pi-extension-core/errors";
import { type RunResult, runProcess } from "pi-extension-core/process";
import { robloxError } from "../../../errors.ts";
import { describeEnd, spokenText } from "../binary/rojo-output.ts";
import { parseSourcemapText, type SourcemapText } from "./sourcemap-text.ts";

export interface SourcemapRunOptions {
  /** Absolute path of rojo. */
  readonly program: string;
  /** Absolute path of the project file. */
  readonly projectFile: string;
  /** Absolute folder of it, in which rojo runs. */
  readonly projectFolder: string;
  /** See `rojoEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** List instances that are no scripts, too. Default true. */
  readonly includeNonScripts?: boolean | undefined;
  /** Default 60 s: a big project takes seconds, a shim may have to download Rojo. */
  readonly timeoutMs?: number | undefined;
  /** A larger sourcemap is refused. Default 128 MB; 50,000 instances take about 10 MB. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024;
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Without `--output`, whose file is written in place and seen half by readers. Pure. */
export function sourcemapArgs(projectFile: string, includeNonScripts: boolean): readonly string[] {
  return ["sourcemap", ...(includeNonScripts ? ["--include-non-scripts"] : []), "--color", "never", projectFile];
}

function tooLarge(maxBytes: number, program: string): CodedError {
  return coreError("LIMIT_EXCEEDED", `The sourcemap that ${program} prints has more than ${maxBytes} bytes`, {
    hint: "Ignore folders that are not part of the game with globIgnorePaths of the project.",
    data: { maxBytes },
  });
}

function failed(result: RunResult, program: string): CodedError {
  if (result.reason === "spawn-failed" && result.error !== undefined) return result.error;
  const output = spokenText(result);
  const said = output === "" ? "" : `: ${output}`;
  return robloxError("ROJO_FAILED", `${program} sourcemap ${describeEnd(result)}${said}`, {
    hint: output === "" ? "Run `rojo sourcemap` by hand." : "Correct what Rojo names.",
    data: { exitCode: result.exitCode ?? null, signal: result.signal ?? null, reason: result.reason, output },
    ...(result.error === undefined ? {} : { cause: result.error }),
  });
}

/**
 * The sourcemap of the project as it is now.
 * @throws ROJO_FAILED with Rojo's own words; LIMIT_EXCEEDED; SPAWN_FAILED; the reason of `signal`
 */
export async function runSourcemap(options: SourcemapRunOptions): Promise<SourcemapText> {
  const { program, projectFile, projectFolder, env, signal } = options;
  const { includeNonScripts = true, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES } = options;
  const flooded = new AbortController();
  let seenCharacters = 0;
  const result = await runProcess(program, sourcemapArgs(projectFile, includeNonScripts), {
    cwd: projectFolder,
    env,
    timeoutMs,
    signal: signal === undefined ? flooded.signal : AbortSignal.any([signal, flooded.signal]),
    // One byte more than is allowed shows that there is more.
    maxHeadBytes: maxBytes,
    maxTailBytes: MAX_MESSAGE_BYTES,
    onStdout: (text) => {
      seenCharacters += text.length;
      if (seenCharacters > maxBytes) flooded.abort();
    },
  });
  signal?.throwIfAborted();
  if (result.stdout.totalBytes > maxBytes) throw tooLarge(maxBytes, program);
  if (!result.ok) throw failed(result, program);
  if (!result.outputComplete)
    throw robloxError("ROJO_FAILED", `${program} sourcemap ended, but its output is not complete`, {
      hint: "Look for a program that rojo has left behind.",
      data: { program },
    });
  return parseSourcemapText(result.stdout.text, `${program} sourcemap`);
}
