/** Asks a rojo program for its version, and tells a Rojo from a shim that only talks. */

import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { type RunResult, runProcess } from "pi-extension-core/process";
import { robloxError } from "../../../errors.ts";
import type { RojoProgram } from "./locate-rojo.ts";
import { boundedText, describeEnd, spokenText } from "./rojo-output.ts";
import { parseVersionOutput, type RojoVersion } from "./rojo-version.ts";
import { type ShimKind, shimOfText } from "./toolchain-shim.ts";

type UnusableReason =
  /** It could not be started. */
  | "not-started"
  | "timed-out"
  /** A shim spoke in Rojo's place. */
  | "shim"
  /** It ended well and printed nothing. */
  | "silent"
  /** It ended with an error. */
  | "failed"
  /** It ended well and printed something that is no version of Rojo. */
  | "not-rojo";

interface Checked {
  readonly program: RojoProgram;
  /** The manager whose shim the program is, by its place or its words; undefined when nothing tells. */
  readonly shim: ShimKind | undefined;
  readonly durationMs: number;
}

export type RojoCheck =
  | (Checked & { readonly state: "working"; readonly version: RojoVersion })
  | (Checked & {
      readonly state: "unusable";
      readonly reason: UnusableReason;
      /** What the program said, verbatim and bounded; empty when it said nothing. */
      readonly output: string;
      /** ROJO_FAILED, for a caller that cannot go on without Rojo. */
      readonly error: CodedError;
    });

export interface CheckRojoOptions {
  /** Absolute folder of the project: a shim chooses by it. */
  readonly projectFolder: string;
  /** See `rojoEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** A shim may download Rojo first. Default 60 s. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** The first that applies. Pure. */
function reasonUnusable(result: RunResult): UnusableReason {
  const text = spokenText(result);
  if (result.reason === "spawn-failed") return "not-started";
  if (shimOfText(text) !== undefined) return "shim";
  if (result.reason === "timed-out") return "timed-out";
  if (!result.ok) return "failed";
  return boundedText(result.stdout.text) === "" ? "silent" : "not-rojo";
}

const HINTS: Readonly<Record<UnusableReason, string>> = {
  "not-started": "Correct rojo.binary, or install Rojo again.",
  "timed-out": "Run `rojo --version` in the project folder by hand: a toolchain manager may be downloading or asking.",
  shim: "Add rojo to the manifest of the toolchain manager and install it, or set rojo.binary to a real Rojo.",
  silent: "Run `rojo --version` in the project folder by hand; a shim that prints nothing is no Rojo.",
  failed: "Run `rojo --version` in the project folder by hand.",
  "not-rojo": "Set rojo.binary to a Rojo 7 program.",
};

function describe(reason: UnusableReason, result: RunResult, output: string): string {
  const said = output === "" ? "" : `: ${output}`;
  switch (reason) {
    case "not-started":
      return `cannot be used as rojo: ${result.error?.message ?? "it could not be started"}`;
    case "shim":
      return `is a toolchain manager that did not run rojo${said}`;
    case "silent":
      return "printed nothing when asked for its version";
    case "not-rojo":
      return `did not answer as Rojo does${said}`;
    case "failed":
    case "timed-out":
      return `${describeEnd(result)} when asked for its version${said}`;
  }
}

function unusable(checked: Checked, result: RunResult): RojoCheck {
  const reason = reasonUnusable(result);
  const output = spokenText(result);
  const { path } = checked.program;
  const error = robloxError("ROJO_FAILED", `${path} ${describe(reason, result, output)}`, {
    hint: HINTS[reason],
    data: { path, reason, output, exitCode: result.exitCode ?? null, shim: checked.shim ?? null },
    ...(isCodedError(result.error) ? { cause: result.error } : {}),
  });
  return { ...checked, state: "unusable", reason, output, error };
}

/**
 * Runs `rojo --version` in the project folder. A version counts only when the program ended well.
 * @throws the reason of `signal`, and nothing else
 */
export async function checkRojo(program: RojoProgram, options: CheckRojoOptions): Promise<RojoCheck> {
  const { projectFolder, env, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const result = await runProcess(program.path, ["--version"], {
    cwd: projectFolder,
    env,
    timeoutMs,
    maxHeadBytes: 16_384,
    maxTailBytes: 16_384,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  const shim = program.shim ?? shimOfText(result.stderr.text) ?? shimOfText(result.stdout.text);
  const checked: Checked = { program, shim, durationMs: Math.round(result.durationMs) };
  const version = result.ok ? parseVersionOutput(result.stdout.text) : undefined;
  return version === undefined ? unusable(checked, result) : { ...checked, state: "working", version };
}
