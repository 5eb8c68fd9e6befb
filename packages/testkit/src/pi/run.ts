/** Runs Pi once, in JSON or print mode, and gathers everything that can be known about the run. */

import { HarnessError } from "../harness-error.ts";
import { type ChildExit, type PiChild, startChild } from "./child.ts";
import { fauxExtensionPath } from "./faux-extension-path.ts";
import type { ModelRequest, ModelTool } from "./faux-script.ts";
import { buildPiArgs, deliverPrompts, type PiLaunchOptions } from "./launch-options.ts";
import {
  collectMessages,
  collectToolCalls,
  finalTextOf,
  type PiEvent,
  parseEvent,
  type ToolCallRecord,
} from "./pi-events.ts";
import { readSession, type SessionFile, sessionToolCalls } from "./session-file.ts";
import { createStateDir, readModelRequests, type StateDir, throwOnScriptFault } from "./state-dir.ts";

export interface RunPiOptions extends PiLaunchOptions {
  /** `json` (default): events as they happen. `print`: what a user of `pi -p` gets. */
  readonly mode?: "json" | "print";
  readonly prompt?: string;
  /** Several user turns, one after the other, in one session. */
  readonly prompts?: readonly string[];
  /** Default 60,000. */
  readonly timeoutMs?: number;
  /** Ends Pi as a user's kill does (SIGTERM); the result then shows how it ended. */
  readonly signal?: AbortSignal;
  /** Called for each event while Pi runs (JSON mode). */
  readonly onEvent?: (event: PiEvent) => void;
}

export interface PiRun {
  /** Empty in print mode. */
  readonly events: readonly PiEvent[];
  readonly toolCalls: readonly ToolCallRecord[];
  /** Text of the last assistant message; in print mode, what Pi printed. */
  readonly finalText: string;
  /** Undefined with `--no-session`, or when Pi did not get that far. */
  readonly sessionFile: SessionFile | undefined;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  /** Every request to the model, as the model saw it. */
  readonly requests: readonly ModelRequest[];
  /** Of the first request; empty when there was none. */
  readonly systemPrompt: string;
  readonly tools: readonly ModelTool[];
  readonly stateDir: string;
  readonly agentDir: string;
}

const TAIL_CHARS = 2000;

function describeTimeout(timeoutMs: number, stdout: readonly string[], stderr: string): string {
  const types = stdout.map((line) => parseEvent(line)?.type).filter((type) => type !== "message_update");
  return [
    `Pi did not end within ${timeoutMs} ms and was killed with everything it had started.`,
    `last events: ${types.slice(-8).join(", ") || "none"}`,
    `last output: ${stdout.at(-1)?.slice(0, TAIL_CHARS) ?? "none"}`,
    `stderr: ${stderr.slice(-TAIL_CHARS) || "empty"}`,
  ].join("\n");
}

/** Waits for the end, the timeout or the caller's signal. */
async function supervise(child: PiChild, options: RunPiOptions, onTimeout: () => HarnessError): Promise<ChildExit> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void child.terminate();
  }, options.timeoutMs ?? 60_000);
  const onAbort = (): void => void child.terminate();
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted === true) onAbort();
  const exit = await child.exited;
  clearTimeout(timer);
  options.signal?.removeEventListener("abort", onAbort);
  if (isLate) throw onTimeout();
  return exit;
}

async function runIn(state: StateDir, options: RunPiOptions): Promise<PiRun> {
  const mode = options.mode ?? "json";
  const prompts = [...(options.prompt === undefined ? [] : [options.prompt]), ...(options.prompts ?? [])];
  const delivery = deliverPrompts(prompts);
  const modeArgs = mode === "json" ? ["--mode", "json"] : [];
  const stdout: string[] = [];
  const events: PiEvent[] = [];
  const startedAtMs = Date.now();
  const child = await startChild({
    args: [options.pi.cliPath, ...buildPiArgs(options, fauxExtensionPath, [...modeArgs, "-p"]), ...delivery.args],
    cwd: options.cwd,
    env: state.env(options.env),
    stdin: delivery.stdin,
    onLine: (line) => {
      stdout.push(line);
      const event = mode === "json" ? parseEvent(line) : undefined;
      if (event === undefined) return;
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const exit = await supervise(
    child,
    options,
    () => new HarnessError("PI_TIMED_OUT", describeTimeout(options.timeoutMs ?? 60_000, stdout, child.stderr())),
  );
  await throwOnScriptFault(state.fauxDir);

  const requests = await readModelRequests(state.fauxDir);
  const header = events.find((event) => event.type === "session");
  const sessionId = header === undefined ? undefined : String(header["id"]);
  const sessionFile = await readSession(state.agentDir, startedAtMs, sessionId);
  const text = stdout.join("\n");
  return {
    events,
    toolCalls: mode === "json" ? collectToolCalls(events) : sessionToolCalls(sessionFile?.entries ?? []),
    finalText: mode === "json" ? finalTextOf(collectMessages(events)) : text,
    sessionFile,
    ...exit,
    stdout: text,
    stderr: child.stderr(),
    requests,
    systemPrompt: requests[0]?.systemPrompt ?? "",
    tools: requests[0]?.tools ?? [],
    stateDir: state.stateDir,
    agentDir: state.agentDir,
  };
}

/**
 * Runs the real Pi CLI on scripted answers until it ends by itself. A non-zero exit is a result, not an error.
 * @throws HarnessError PI_TIMED_OUT, SCRIPT_EXHAUSTED, SCRIPT_INVALID, PROMPT_UNDELIVERABLE
 */
export async function runPi(options: RunPiOptions): Promise<PiRun> {
  const state = await createStateDir(options);
  try {
    return await runIn(state, options);
  } finally {
    await state.cleanup();
  }
}
