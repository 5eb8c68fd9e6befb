/** Finds a process by the nonce in its environment. Only Linux shows the environment of other processes cheaply. */

import { readdir, readFile } from "node:fs/promises";
import { errnoOf } from "pi-extension-core/errors";
import { NONCE_VARIABLE } from "./server-record.ts";

/** Gone meanwhile, or another user's. */
const HIDDEN = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM", "ENOTDIR"]);

async function readProc(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "latin1");
  } catch (error) {
    if (HIDDEN.has(errnoOf(error) ?? "")) return undefined;
    throw error;
  }
}

/** Field 5 of /proc/<pid>/stat; the name before it, in parentheses, may hold anything. Undefined for a zombie. */
function groupIn(stat: string): number | undefined {
  const [state, , group] = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
  const id = Number(group);
  return state === "Z" || state === "X" || !Number.isSafeInteger(id) || id <= 1 ? undefined : id;
}

/** The process group of a running process that was started with this nonce; undefined when there is none to be seen. */
export async function findGroupByNonce(nonce: string, platform: NodeJS.Platform): Promise<number | undefined> {
  if (platform !== "linux") return undefined;
  const wanted = `${NONCE_VARIABLE}=${nonce}`;
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const variables = (await readProc(`/proc/${pid}/environ`))?.split("\0");
    if (variables?.includes(wanted) !== true) continue;
    const stat = await readProc(`/proc/${pid}/stat`);
    const group = stat === undefined ? undefined : groupIn(stat);
    if (group !== undefined) return group;
  }
  return undefined;
}
