/** The command that ends process trees on Windows. Pure. */

import path from "node:path";
import { envValue } from "./child-env.ts";

/**
 * taskkill by its full path, so that a program of that name in the working folder is not run. By pid and never by image
 * name; `/F` because a console program without a window takes no other request.
 */
export function windowsKillCommand(
  pids: readonly number[],
  env: Readonly<Record<string, string | undefined>>,
): { file: string; args: string[] } {
  const root = envValue(env, "SystemRoot", "win32") ?? "C:\\Windows";
  const file = path.win32.join(root, "System32", "taskkill.exe");
  return { file, args: [...pids.flatMap((pid) => ["/PID", String(pid)]), "/T", "/F"] };
}
