/** What every driver (one-shot, RPC, terminal) needs to start Pi, and the command line made of it. Pure. */

import { HarnessError } from "../harness-error.ts";
import type { FauxScriptInput } from "./faux-script.ts";
import type { PiInstallation } from "./versions.ts";

export interface PiLaunchOptions {
  readonly pi: PiInstallation;
  /** Working directory of Pi, absolute. */
  readonly cwd: string;
  readonly script: FauxScriptInput;
  /** Extension files or folders, absolute; loaded in this order. */
  readonly extensions?: readonly string[];
  /** Skill folders or SKILL.md files, absolute. */
  readonly skills?: readonly string[];
  /**
   * `false` (default): only `extensions` and `skills` load, nothing that is installed or lies in the project, and no
   * context files. `true`: Pi looks for everything, as for a user.
   */
  readonly discover?: boolean;
  /** `approve` trusts the project for this run, `no-approve` does not; absent: what Pi has on record. */
  readonly trust?: "approve" | "no-approve";
  /** Folder for all that Pi writes outside `cwd`; kept when given. Absent: a temporary one, removed after the run. */
  readonly stateDir?: string;
  /** Agent directory; kept when given. Absent: `agent` below the state folder. */
  readonly agentDir?: string;
  /** Added to the allow-listed environment; `undefined` removes a name. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** More Pi arguments, such as `--tools read` or `--continue`. */
  readonly args?: readonly string[];
}

const NO_DISCOVERY = ["-ne", "-ns", "-np", "--no-themes", "-nc"];

/** Pi's arguments up to the prompt. `fauxExtension` goes first: its session_start waits for no dialog of another one. */
export function buildPiArgs(options: PiLaunchOptions, fauxExtension: string, mode: readonly string[]): string[] {
  return [
    ...mode,
    ...(options.discover === true ? [] : NO_DISCOVERY),
    ...(options.trust === undefined ? [] : [`--${options.trust}`]),
    "-e",
    fauxExtension,
    ...(options.extensions ?? []).flatMap((path) => ["-e", path]),
    ...(options.skills ?? []).flatMap((path) => ["--skill", path]),
    "--provider",
    "faux",
    "--model",
    "faux-1",
    ...(options.args ?? []),
  ];
}

const MAX_ARGUMENT_BYTES = 100_000;

export interface PromptDelivery {
  readonly args: readonly string[];
  readonly stdin: string | undefined;
}

/**
 * How prompts reach a one-shot Pi unchanged. Arguments after `--` may begin with a dash; one that begins with `@` names
 * a file to Pi, and one argument holds at most 128 KiB, so such a prompt goes through stdin, where only one fits.
 * @throws HarnessError PROMPT_UNDELIVERABLE
 */
export function deliverPrompts(prompts: readonly string[]): PromptDelivery {
  const plain = prompts.every((prompt) => !prompt.startsWith("@") && Buffer.byteLength(prompt) <= MAX_ARGUMENT_BYTES);
  if (plain) return { args: ["--", ...prompts], stdin: undefined };
  const [only] = prompts;
  if (prompts.length === 1 && only !== undefined) return { args: [], stdin: only };
  throw new HarnessError(
    "PROMPT_UNDELIVERABLE",
    "one of several prompts begins with @ or is longer than 100,000 bytes; send them over RPC",
  );
}
