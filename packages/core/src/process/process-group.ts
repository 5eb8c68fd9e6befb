/**
 * Signals to a whole process group (POSIX; every child of ours leads one) or process tree (Windows). A pid is only valid
 * here while its leader is a child of this process or a member of the group lives; later it may be someone else's.
 */

import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { errnoOf } from "../errors/index.ts";
import { windowsKillCommand } from "./windows-kill.ts";

/** Sends `signal` (0 only asks) to the group; false when it does not exist. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  // kill(2) reads -1 as every process there is, and 0 as our own group.
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new TypeError(`${pid} is no process group of a child`);
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return false;
    // macOS answers EPERM for a group of nothing but zombies, other systems for one whose members changed their user.
    if (errnoOf(error) === "EPERM") return process.platform !== "darwin";
    throw error;
  }
}

/** What a read of /proc gives, or undefined when its subject is gone or hidden. */
function fromProc<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES"].includes(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** True for a process of the group that is more than a zombie. */
function isRunningMember(pid: number | string, group: number): boolean {
  const text = fromProc(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (text === undefined) return false;
  // `pid (name) state ppid pgrp ...`; the name may itself hold spaces and parentheses.
  const [state = "", , pgrp] = text.slice(text.lastIndexOf(") ") + 2).split(" ");
  return Number(pgrp) === group && !"ZX".includes(state);
}

/** Tells a living group from zombies that nobody reaps, as in a container without an init. */
function hasRunningMember(group: number): boolean {
  if (isRunningMember(group, group)) return true;
  const names = fromProc(() => readdirSync("/proc"));
  return names === undefined || names.some((name) => /^\d+$/.test(name) && isRunningMember(name, group));
}

/** True while the group (Windows: the process itself) is there. */
export function isTreeAlive(pid: number): boolean {
  if (process.platform === "win32") return isProcessAlive(pid);
  if (!signalGroup(pid, 0)) return false;
  return process.platform !== "linux" || hasRunningMember(pid);
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return false;
    if (errnoOf(error) === "EPERM") return true;
    throw error;
  }
}

/** Ends trees on Windows; resolves when taskkill is done. What it could not do shows in `isTreeAlive`. */
export function killWindowsTrees(pids: readonly number[]): Promise<void> {
  const { file, args } = windowsKillCommand(pids, process.env);
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: "ignore", windowsHide: true });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}

/** As `killWindowsTrees`, blocking: for the moment in which the host process ends. */
export function killWindowsTreesSync(pids: readonly number[], timeoutMs: number): void {
  const { file, args } = windowsKillCommand(pids, process.env);
  spawnSync(file, args, { stdio: "ignore", windowsHide: true, timeout: timeoutMs });
}
