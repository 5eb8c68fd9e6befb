/** Ends a process with everything in its group: asked politely first, then not, and looked at afterwards. */

import { setTimeout as delay } from "node:timers/promises";
import { isTreeAlive, killWindowsTrees, signalGroup } from "./process-group.ts";

/** How long a group may take to vanish after SIGKILL; longer means that the kernel holds it (a hung disk). */
const KILL_WAIT_MS = 2000;
const MAX_POLL_MS = 40;

async function goneWithin(pid: number, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  let pollMs = 2;
  while (isTreeAlive(pid)) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return false;
    await delay(Math.min(pollMs, leftMs));
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
  }
  return true;
}

/**
 * SIGTERM to the process group `pid`, once for each of `gracesMs` with that much time after it, then SIGKILL. On Windows
 * `taskkill /T /F` at once. A process that moved to a group of its own (`setsid`) is not reached.
 * @param pid a child of this process that was started in a group of its own, as `startProcess` does.
 * @returns whether the group is gone; false only when even SIGKILL did not show an effect within two seconds.
 */
export async function terminateTree(pid: number, gracesMs: readonly number[]): Promise<boolean> {
  if (process.platform === "win32") {
    await killWindowsTrees([pid]);
    return goneWithin(pid, KILL_WAIT_MS);
  }
  for (const graceMs of gracesMs) {
    if (!signalGroup(pid, "SIGTERM")) return true;
    if (await goneWithin(pid, graceMs)) return true;
  }
  signalGroup(pid, "SIGKILL");
  return goneWithin(pid, KILL_WAIT_MS);
}
