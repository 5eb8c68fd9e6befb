/**
 * Finds processes that a test file started and left behind. Three marks, because each can be lost on the way: an
 * environment variable that descendants inherit, parenthood, and the process group or session of a direct child (an
 * orphan with a cleaned environment keeps it). What loses all three escapes: a grandchild that starts a session of its
 * own with a clean environment and whose parent has ended before the end of the test in which it ran.
 */

import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { descendantsOf, listProcesses, type ProcessRow, pidsWithEnvironment, signalProcess } from "./process-table.ts";

export interface ProcessWatch {
  /**
   * Looks for descendants now, so that they are known when their parent is gone. Call it between tests; it costs
   * nothing when no child was started since the last time.
   */
  readonly observe: () => Promise<void>;
  /** Processes that still run, after up to `graceMs` for those that are just ending. */
  readonly survivors: (graceMs: number) => Promise<ProcessRow[]>;
  /** Stops watching. */
  readonly stop: () => void;
}

const POLL_MS = 50;
/** Node announces each child process here as it is made. */
const CHANNEL = "child_process";

const identity = (row: ProcessRow): string => `${row.pid}/${row.started}`;

/**
 * Starts to watch this process.
 * @param mark text that the environment of descendants holds; must already be in `process.env`
 */
export function watchProcesses(mark: string): ProcessWatch {
  const children: ChildProcess[] = [];
  const known = new Map<string, ProcessRow>();
  const onChild = (message: unknown): void => void children.push((message as { process: ChildProcess }).process);
  subscribe(CHANNEL, onChild);
  let observed = 0;
  let own: ProcessRow | undefined;

  /** Rows that are ours and run now. */
  const look = async (): Promise<ProcessRow[]> => {
    const rows = await listProcesses();
    own ??= rows.find((row) => row.pid === process.pid);
    const marked = await pidsWithEnvironment(mark, rows);
    const leaders = new Set(children.flatMap((child) => (child.pid === undefined ? [] : [child.pid])));
    // Windows keeps the number of a dead parent; elsewhere an orphan has a new one.
    const roots = new Set([process.pid, ...(process.platform === "win32" ? leaders : [])]);
    const below = new Set(descendantsOf(roots, rows).map((row) => row.pid));
    // A leader's group counts only for what began after this process: its number may have been another's before.
    const isYounger = (row: ProcessRow): boolean => own === undefined || row.started >= own.started;
    const isOurs = (row: ProcessRow): boolean =>
      marked.has(row.pid) ||
      below.has(row.pid) ||
      known.has(identity(row)) ||
      (isYounger(row) && (leaders.has(row.groupId) || leaders.has(row.sessionId)));
    const ours = rows.filter((row) => row.pid !== process.pid && !row.isZombie && isOurs(row));
    for (const row of ours) known.set(identity(row), row);
    return ours;
  };

  return {
    observe: async () => {
      if (children.length > observed) await look();
      observed = children.length;
    },
    survivors: async (graceMs) => {
      const deadline = performance.now() + graceMs;
      for (;;) {
        const rows = await look();
        if (rows.length === 0 || performance.now() > deadline) return rows;
        await sleep(POLL_MS);
      }
    },
    stop: () => void unsubscribe(CHANNEL, onChild),
  };
}

/** Ends survivors for good, so that one leak does not disturb the tests that follow. */
export function killSurvivors(rows: readonly ProcessRow[]): void {
  for (const row of rows) signalProcess(row.pid, "SIGKILL");
}

/** For the message of the failed run. Pure. */
export function describeSurvivors(rows: readonly ProcessRow[]): string {
  const lines = rows.map((row) => `  pid ${row.pid}, parent ${row.parentPid}: ${row.command.slice(0, 300)}`);
  return [`${rows.length} process(es) outlived this test file and were killed:`, ...lines].join("\n");
}
