/** Who a process is: pids are used again, so a pid alone does not tell whether its owner still lives. */

import { readFileSync } from "node:fs";
import { errnoOf } from "../errors/index.ts";

export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, in units of the platform; undefined where it cannot be read cheaply (not Linux). */
  readonly startToken: string | undefined;
}

/** Field 22 of /proc/<pid>/stat, in clock ticks since boot. */
function startTokenOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(") ") + 2).split(" ")[19];
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ESRCH") return undefined;
    throw error;
  }
}

export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startToken: startTokenOf(process.pid) };
}

/**
 * True while the process that was described is there. Where start tokens cannot be read, a pid that is in use counts as
 * that process, so an answer may be wrongly true, never wrongly false.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return false;
    if (errnoOf(error) !== "EPERM") throw error;
  }
  if (identity.startToken === undefined) return true;
  const token = startTokenOf(identity.pid);
  return token === undefined || token === identity.startToken;
}
