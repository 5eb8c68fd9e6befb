/** Drives Pi's real terminal interface: a pseudo-terminal on one side, a headless terminal that draws it on the other. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { HarnessError } from "../harness-error.ts";
import { fauxExtensionPath } from "./faux-extension-path.ts";
import type { ModelRequest } from "./faux-script.ts";
import { encodeKey, type Key } from "./keys.ts";
import { buildPiArgs, type PiLaunchOptions } from "./launch-options.ts";
import { openPty, type Pty, type TerminalExit } from "./pty.ts";
import { createStateDir, readModelRequests, type StateDir, throwOnScriptFault } from "./state-dir.ts";

export interface StartPiTerminalOptions extends PiLaunchOptions {
  /** Default 100 x 40. */
  readonly columns?: number;
  readonly rows?: number;
  /** When the start is over. Default: Pi takes input. For a question that comes before that, such as project trust. */
  readonly readyWhen?: ScreenCheck;
  /** Limit of every wait that names none, and of the start. Default 20,000. */
  readonly timeoutMs?: number;
}

export type ScreenCheck = RegExp | ((screen: string) => boolean);

export interface PiTerminal {
  readonly pid: number;
  readonly stateDir: string;
  readonly agentDir: string;
  /** What is visible now: one line for each row, without trailing spaces. */
  readonly screen: () => string;
  /** Everything that was written to the terminal since the start, with its control sequences. */
  readonly raw: () => string;
  readonly sendKeys: (...keys: readonly Key[]) => Promise<void>;
  /** Types text as a person does, without Enter. */
  readonly type: (text: string) => Promise<void>;
  /** Types text and presses Enter. */
  readonly submit: (text: string) => Promise<void>;
  /** Resolves with the screen once it fits; a RegExp is matched against the whole screen. */
  readonly waitForScreen: (check: ScreenCheck, timeoutMs?: number) => Promise<string>;
  readonly resize: (columns: number, rows: number) => void;
  /** What the model was asked so far. */
  readonly requests: () => Promise<ModelRequest[]>;
  /** Ends Pi and everything below it. Safe to call twice. */
  readonly close: () => Promise<TerminalExit>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A lone key must not look like the start of a longer sequence, nor typed text like a paste. */
const KEY_PAUSE_MS = 30;
const POLL_MS = 25;

const TERMINAL_ENV = { TERM: "xterm-256color", COLORTERM: "truecolor" };

const fits = (check: ScreenCheck, screen: string): boolean =>
  typeof check === "function" ? check(screen) : check.test(screen);

async function waitForScreen(pty: Pty, fauxDir: string, check: ScreenCheck, timeoutMs: number): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const screen = pty.screen();
    if (fits(check, screen)) return screen;
    await throwOnScriptFault(fauxDir);
    const shown = `\n--- screen ---\n${screen.trimEnd()}\n--- end ---`;
    const exit = pty.exit();
    if (exit !== undefined) throw new HarnessError("PI_EXITED", `Pi ended with exit code ${exit.exitCode}${shown}`);
    if (performance.now() > deadline)
      throw new HarnessError("PI_TIMED_OUT", `the screen did not show ${String(check)} in ${timeoutMs} ms${shown}`);
    await sleep(POLL_MS);
  }
}

function createDriver(pty: Pty, state: StateDir, defaultTimeoutMs: number): PiTerminal {
  const write = async (text: string): Promise<void> => {
    pty.write(text);
    await sleep(KEY_PAUSE_MS);
  };
  const type = async (text: string): Promise<void> => {
    for (const character of text) await write(character);
  };
  const end = async (): Promise<TerminalExit> => {
    const exit = await pty.terminate();
    await state.cleanup();
    return exit;
  };
  let closing: Promise<TerminalExit> | undefined;
  const close = (): Promise<TerminalExit> => {
    closing ??= end();
    return closing;
  };
  return {
    pid: pty.pid,
    stateDir: state.stateDir,
    agentDir: state.agentDir,
    screen: pty.screen,
    raw: pty.raw,
    resize: pty.resize,
    waitForScreen: (check, timeoutMs = defaultTimeoutMs) => waitForScreen(pty, state.fauxDir, check, timeoutMs),
    sendKeys: async (...keys) => {
      for (const key of keys) await write(encodeKey(key));
    },
    type,
    submit: async (text) => {
      await type(text);
      await write(encodeKey("enter"));
    },
    requests: () => readModelRequests(state.fauxDir),
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
    },
  };
}

/**
 * Starts Pi in a terminal and resolves when it takes input; extensions may still be starting, even asking questions.
 * @throws HarnessError PI_EXITED, PI_TIMED_OUT. The waits also throw SCRIPT_EXHAUSTED and SCRIPT_INVALID.
 */
export async function startPiTerminal(options: StartPiTerminalOptions): Promise<PiTerminal> {
  const { columns = 100, rows = 40, timeoutMs = 20_000 } = options;
  const state = await createStateDir(options);
  const pty = openPty({
    file: process.execPath,
    args: [options.pi.cliPath, ...buildPiArgs(options, fauxExtensionPath, [])],
    cwd: options.cwd,
    env: state.env({ ...TERMINAL_ENV, ...options.env }),
    columns,
    rows,
  });
  const terminal = createDriver(pty, state, timeoutMs);
  const takesInput = (screen: string): boolean => screen.includes("faux-1") && existsSync(join(state.fauxDir, "ready"));
  try {
    await terminal.waitForScreen(options.readyWhen ?? takesInput);
  } catch (error) {
    await terminal.close();
    throw error;
  }
  return terminal;
}
