/** Who a process is: pids are used again, so a pid alone does not tell whether its owner still lives. */

import { readFileSync, readlinkSync } from "node:fs";
import { errnoOf } from "../errors/index.ts";

export interface ProcessIdentity {
  readonly pid: number;
  /**
   * When the process started, in clock ticks since boot, and the namespace in which its pid counts: `<ticks>-<namespace>`.
   * Undefined where they cannot be read cheaply (not Linux).
   */
  readonly startToken: string | undefined;
}

/** `unknown`: the pid is in use, and nothing tells by whom. */
export type ProcessLife = "living" | "dead" | "unknown";

const UNREADABLE = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM"]);

function readProc(read: () => string): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return read();
  } catch (error) {
    if (UNREADABLE.has(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** Field 22 of /proc/<pid>/stat. */
function startTicksOf(pid: number): string | undefined {
  const text = readProc(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name of the program, in parentheses, may hold anything.
  return text?.slice(text.lastIndexOf(") ") + 2).split(" ")[19];
}

/** Two containers that share a folder, and even the host name, count their pids apart. */
function pidNamespace(): string {
  const link = readProc(() => readlinkSync("/proc/self/ns/pid"));
  return /\d+/.exec(link ?? "")?.[0] ?? "0";
}

/** Who has this pid now. Without a start token when it is nobody. */
export function identityOf(pid: number): ProcessIdentity {
  const ticks = startTicksOf(pid);
  return { pid, startToken: ticks === undefined ? undefined : `${ticks}-${pidNamespace()}` };
}

export function currentProcess(): ProcessIdentity {
  return identityOf(process.pid);
}

/** Whether the process that was described is there. Only `dead` and `living` are certain. */
export function lifeOf(identity: ProcessIdentity): ProcessLife {
  const [startTicks, namespace] = identity.startToken?.split("-") ?? [];
  if (namespace !== undefined && namespace !== pidNamespace()) return "unknown";
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return "dead";
    if (errnoOf(error) !== "EPERM") throw error;
  }
  const ticks = startTicksOf(identity.pid);
  if (startTicks === undefined || ticks === undefined) return "unknown";
  return ticks === startTicks ? "living" : "dead";
}

/** False only when the process certainly is gone. */
export function isAlive(identity: ProcessIdentity): boolean {
  return lifeOf(identity) !== "dead";
}
