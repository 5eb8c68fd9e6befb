/** A program in a pseudo-terminal, and a headless terminal that draws what it writes. Knows nothing of Pi. */

import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { killTree, signalProcess } from "../process-table.ts";

export interface PtyOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalExit {
  readonly exitCode: number;
  /** Signal number, 0 for none. */
  readonly signal: number;
}

export interface Pty {
  readonly pid: number;
  readonly write: (text: string) => void;
  /** What is visible now: one line for each row, without trailing spaces. */
  readonly screen: () => string;
  /** All that was written so far, with its control sequences. */
  readonly raw: () => string;
  readonly resize: (columns: number, rows: number) => void;
  /** Undefined while the program runs. */
  readonly exit: () => TerminalExit | undefined;
  /** SIGTERM; after a grace period SIGKILL for the program and everything below it. */
  readonly terminate: () => Promise<TerminalExit>;
}

const TERM_GRACE_MS = 3000;
const SCROLLBACK_LINES = 5000;

function readScreen(terminal: xterm.Terminal): string {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_unused, row) =>
    (active.getLine(active.viewportY + row)?.translateToString(true) ?? "").trimEnd(),
  );
  return rows.join("\n");
}

export function openPty({ file, args, cwd, env, columns, rows }: PtyOptions): Pty {
  const size = { cols: columns, rows };
  const terminal = new xterm.Terminal({ ...size, scrollback: SCROLLBACK_LINES, allowProposedApi: true });
  const pty = spawn(file, [...args], { ...size, name: "xterm-256color", cwd, env });
  const written: string[] = [];
  let exit: TerminalExit | undefined;
  const exited = new Promise<TerminalExit>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      exit = { exitCode, signal };
      resolve(exit);
    });
  });
  pty.onData((data) => {
    written.push(data);
    terminal.write(data);
  });
  const write = (text: string): void => {
    if (exit === undefined) pty.write(text);
  };
  // What the program asks the terminal (cursor position, abilities) is answered as a real one does.
  terminal.onData(write);
  return {
    pid: pty.pid,
    write,
    screen: () => readScreen(terminal),
    raw: () => written.join(""),
    resize: (newColumns, newRows) => {
      pty.resize(newColumns, newRows);
      terminal.resize(newColumns, newRows);
    },
    exit: () => exit,
    terminate: async () => {
      if (exit === undefined && process.platform === "win32") await killTree(pty.pid);
      else if (exit === undefined) signalProcess(pty.pid, "SIGTERM");
      const timer = setTimeout(() => void killTree(pty.pid), TERM_GRACE_MS);
      const result = await exited;
      clearTimeout(timer);
      terminal.dispose();
      return result;
    },
  };
}
