/**
 * The processes of this machine as rows, and the questions asked of them. Reads /proc on Linux, `ps` on macOS and CIM
 * on Windows; the parsers are pure.
 */

import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  /** 0 where the platform has no process groups. */
  readonly groupId: number;
  readonly sessionId: number;
  /** When it began, in a unit of the platform; for comparison within one boot of one machine. */
  readonly started: number;
  /** Ended, but not yet collected by its parent. */
  readonly isZombie: boolean;
  readonly command: string;
}

/** `/proc/<pid>/stat`. The name in parentheses may itself hold spaces and parentheses. */
export function parseProcStat(stat: string, command: string): ProcessRow {
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ");
  const at = (index: number) => Number(fields[index]);
  return {
    pid: Number.parseInt(stat, 10),
    parentPid: at(1),
    groupId: at(2),
    sessionId: at(3),
    started: at(19),
    isZombie: fields[0] === "Z" || fields[0] === "X",
    command: command === "" ? stat.slice(stat.indexOf("(") + 1, nameEnd) : command,
  };
}

/** `ps -axo pid=,ppid=,pgid=,stat=,lstart=,command=`; macOS has no session column that is worth reading. */
export function parsePs(output: string): ProcessRow[] {
  return output.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+ +\w+ +\d+ [\d:]+ \d+)\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid, parentPid, groupId, state = "", started = "", command = ""] = match;
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        groupId: Number(groupId),
        sessionId: 0,
        started: Date.parse(started),
        isZombie: state.startsWith("Z"),
        command,
      },
    ];
  });
}

/** `Get-CimInstance Win32_Process | ConvertTo-Json`. */
export function parseCim(output: string): ProcessRow[] {
  const rows = JSON.parse(output) as {
    ProcessId: number;
    ParentProcessId: number;
    CreationDate: string;
    CommandLine: string | null;
    Name: string;
  }[];
  return rows.map((row) => ({
    pid: row.ProcessId,
    parentPid: row.ParentProcessId,
    groupId: 0,
    sessionId: 0,
    // PowerShell 5 writes "/Date(1764547200000)/", PowerShell 7 an ISO date.
    started: Number(/\d{10,}/.exec(row.CreationDate)?.[0] ?? Date.parse(row.CreationDate)),
    isZombie: false,
    command: row.CommandLine ?? row.Name,
  }));
}

/** A process may end between the listing and the reading of it. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ESRCH" || code === "EACCES" || code === "EPERM";
}

async function readProc(pid: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function listLinux(): Promise<ProcessRow[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all([readProc(pid, "stat"), readProc(pid, "cmdline")]);
      if (stat === undefined) return [];
      return [parseProcStat(stat, (command ?? "").replaceAll("\0", " ").trim())];
    }),
  );
  return rows.flat();
}

const run = promisify(execFile);
const LARGE = { maxBuffer: 64 << 20 };

const withoutLister = (rows: readonly ProcessRow[], pid: number | undefined): ProcessRow[] =>
  rows.filter((row) => row.pid !== pid);

export async function listProcesses(): Promise<ProcessRow[]> {
  if (process.platform === "linux") return listLinux();
  if (process.platform === "win32") {
    const query =
      "Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,CreationDate,CommandLine,Name | ConvertTo-Json -Compress";
    const listing = run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", query], LARGE);
    return withoutLister(parseCim((await listing).stdout), listing.child.pid);
  }
  const env = { ...process.env, LC_ALL: "C" };
  const listing = run("ps", ["-axwwo", "pid=,ppid=,pgid=,stat=,lstart=,command="], { ...LARGE, env });
  return withoutLister(parsePs((await listing).stdout), listing.child.pid);
}

/**
 * The pids among `rows` whose environment holds `text`. Linux and macOS show it for one's own processes; Windows does
 * not, and there the result is empty.
 */
export async function pidsWithEnvironment(text: string, rows: readonly ProcessRow[]): Promise<ReadonlySet<number>> {
  if (process.platform === "win32") return new Set();
  if (process.platform === "linux") {
    const found = await Promise.all(
      rows.map(async ({ pid }) => ((await readProc(String(pid), "environ"))?.includes(text) === true ? [pid] : [])),
    );
    return new Set(found.flat());
  }
  const { stdout } = await run("ps", ["-axwwEo", "pid=,command="], LARGE);
  const lines = stdout.split("\n").filter((line) => line.includes(text));
  return new Set(lines.map((line) => Number.parseInt(line, 10)));
}

/** All processes below `roots` by parenthood, without the roots themselves. Pure. */
export function descendantsOf(roots: ReadonlySet<number>, rows: readonly ProcessRow[]): ProcessRow[] {
  const found = new Set(roots);
  const result: ProcessRow[] = [];
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of rows) {
      if (found.has(row.pid) || !found.has(row.parentPid)) continue;
      found.add(row.pid);
      result.push(row);
      grew = true;
    }
  }
  return result;
}

/** Sends `signal` unless the process is already gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** SIGKILL for a process and everything below it, also what lives in process groups of its own. */
export async function killTree(pid: number): Promise<void> {
  const below = descendantsOf(new Set([pid]), await listProcesses());
  for (const target of [pid, ...below.map((row) => row.pid)]) signalProcess(target, "SIGKILL");
}
