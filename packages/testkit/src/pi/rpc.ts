/** Drives a long-lived Pi in RPC mode: prompts, slash commands, dialogs, abort, sessions, reload. */

import { type ChildExit, type PiChild, startChild } from "./child.ts";
import { fauxExtensionPath } from "./faux-extension-path.ts";
import type { ModelRequest } from "./faux-script.ts";
import { buildPiArgs, type PiLaunchOptions } from "./launch-options.ts";
import { collectMessages, collectToolCalls, finalTextOf, type PiEvent, type ToolCallRecord } from "./pi-events.ts";
import { RpcChannel } from "./rpc-channel.ts";
import { type DialogPolicy, toHandler } from "./rpc-dialogs.ts";
import { hasRun, isSettled, type RpcJournal } from "./rpc-journal.ts";
import { createStateDir, readModelRequests, type StateDir, throwOnScriptFault } from "./state-dir.ts";

export interface StartPiRpcOptions extends PiLaunchOptions {
  /** Default: no dialog is expected. */
  readonly dialogs?: DialogPolicy;
  /** Limit of every wait that names none. Default 30,000. */
  readonly timeoutMs?: number;
}

export interface RpcTurn {
  /** Events from the prompt to the settled run. */
  readonly events: readonly PiEvent[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly finalText: string;
}

export interface RpcCommandInfo {
  readonly name: string;
  readonly description?: string;
  readonly source: string;
}

export interface RpcExit extends ChildExit {
  readonly stderr: string;
}

export interface PromptOptions {
  readonly timeoutMs?: number;
  /** The prompt is a command that starts a model run on its own some time later: wait for that run, too. */
  readonly expectRun?: boolean;
  /** How a prompt joins a run that is under way. */
  readonly streamingBehavior?: "steer" | "followUp";
}

export interface PiRpc {
  readonly pid: number;
  readonly stateDir: string;
  readonly agentDir: string;
  readonly journal: RpcJournal;
  /** Sends a prompt or `/command args`; resolves when Pi has nothing more to do. */
  readonly prompt: (message: string, options?: PromptOptions) => Promise<RpcTurn>;
  /** Sends a prompt and resolves as soon as Pi has accepted it; `settled` waits for the rest. */
  readonly start: (message: string, options?: PromptOptions) => Promise<void>;
  readonly settled: (timeoutMs?: number) => Promise<void>;
  /** Resolves with the first event, past or future, that fits. */
  readonly waitForEvent: (fits: (event: PiEvent) => boolean, timeoutMs?: number) => Promise<PiEvent>;
  /** Resolves when `fits` is true of the journal, asked after each record of Pi. */
  readonly waitFor: (fits: (journal: RpcJournal) => boolean, timeoutMs?: number) => Promise<void>;
  /** Ends the run as Esc does; resolves when Pi is idle. */
  readonly abort: () => Promise<void>;
  readonly newSession: () => Promise<void>;
  readonly switchSession: (sessionPath: string) => Promise<void>;
  /** What /reload does in the terminal. */
  readonly reload: () => Promise<void>;
  /** Commands that extensions, skills and prompt templates registered; not the harness's own. */
  readonly commands: () => Promise<RpcCommandInfo[]>;
  /** Any other command of Pi's RPC protocol; resolves with the `data` of its response. */
  readonly request: (type: string, fields?: object, timeoutMs?: number) => Promise<unknown>;
  /** What the model was asked so far. */
  readonly requests: () => Promise<ModelRequest[]>;
  /** Ends Pi in an orderly way, as the end of its input does. Safe to call twice. */
  readonly close: () => Promise<RpcExit>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const CLOSE_GRACE_MS = 5000;

function createDriver(child: PiChild, channel: RpcChannel, state: StateDir, defaultTimeoutMs: number): PiRpc {
  const { journal } = channel;
  const request: PiRpc["request"] = (type, fields = {}, timeoutMs = defaultTimeoutMs) =>
    channel.request(type, fields, timeoutMs);

  /** Waits until what ran since event number `from` has settled. */
  const settled = async (timeoutMs = defaultTimeoutMs, from = 0, expectRun = false): Promise<void> => {
    const isDone = (): true | undefined => {
      const events = journal.events.slice(from);
      return isSettled(events) && (hasRun(events) || !expectRun) ? true : undefined;
    };
    await channel.wait("end of the run", isDone, timeoutMs);
    await throwOnScriptFault(state.fauxDir);
  };

  const start: PiRpc["start"] = async (message, { timeoutMs, streamingBehavior } = {}) => {
    await request("prompt", { message, ...(streamingBehavior === undefined ? {} : { streamingBehavior }) }, timeoutMs);
  };

  const prompt: PiRpc["prompt"] = async (message, options = {}) => {
    const from = journal.events.length;
    await start(message, options);
    // A handled command starts no run, and only newer Pi says so; an accepted prompt is streaming by now.
    const { isStreaming } = (await request("get_state")) as { isStreaming: boolean };
    await settled(options.timeoutMs, from, isStreaming || options.expectRun === true);
    const events = journal.events.slice(from);
    return { events, toolCalls: collectToolCalls(events), finalText: finalTextOf(collectMessages(events)) };
  };

  const endOrderly = async (): Promise<RpcExit> => {
    child.endInput();
    const timer = setTimeout(() => void child.terminate(), CLOSE_GRACE_MS);
    const exit = await child.exited;
    clearTimeout(timer);
    await state.cleanup();
    return { ...exit, stderr: child.stderr() };
  };
  let closing: Promise<RpcExit> | undefined;
  const close = (): Promise<RpcExit> => {
    closing ??= endOrderly();
    return closing;
  };

  return {
    pid: child.pid,
    stateDir: state.stateDir,
    agentDir: state.agentDir,
    journal,
    request,
    start,
    prompt,
    settled: (timeoutMs) => settled(timeoutMs),
    waitForEvent: (fits, timeoutMs = defaultTimeoutMs) =>
      channel.wait("fitting event", () => journal.events.find(fits), timeoutMs),
    waitFor: async (fits, timeoutMs = defaultTimeoutMs) => {
      await channel.wait("fitting state", () => (fits(journal) ? true : undefined), timeoutMs);
    },
    abort: async () => {
      await request("abort");
    },
    newSession: async () => {
      await request("new_session");
    },
    switchSession: async (sessionPath) => {
      await request("switch_session", { sessionPath });
    },
    reload: () => start("/testkit-reload"),
    commands: async () => {
      const { commands } = (await request("get_commands")) as { commands: RpcCommandInfo[] };
      return commands.filter((command) => command.name !== "testkit-reload");
    },
    requests: () => readModelRequests(state.fauxDir),
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
    },
  };
}

/**
 * Starts Pi in RPC mode and resolves when it answers.
 * @throws HarnessError PI_EXITED, PI_TIMED_OUT. The methods also throw DIALOG_UNEXPECTED, RPC_FAILED, SCRIPT_EXHAUSTED
 *   and SCRIPT_INVALID; after a dialog or a script that failed, every later wait fails in the same way.
 */
export async function startPiRpc(options: StartPiRpcOptions): Promise<PiRpc> {
  const state = await createStateDir(options);
  const channel = new RpcChannel(toHandler(options.dialogs ?? []));
  const starting = startChild({
    args: [options.pi.cliPath, ...buildPiArgs(options, fauxExtensionPath, ["--mode", "rpc"])],
    cwd: options.cwd,
    env: state.env({ TESTKIT_RELOAD_COMMAND: "1", ...options.env }),
    stdin: { open: true },
    onLine: (line) => channel.receive(line),
  });
  const child = await starting.catch(async (error: unknown) => {
    await state.cleanup();
    throw error;
  });
  channel.attach(child);
  const rpc = createDriver(child, channel, state, options.timeoutMs ?? 30_000);
  try {
    await rpc.request("get_state");
  } catch (error) {
    await rpc.close();
    throw error;
  }
  return rpc;
}
