/** Programs for tests: a script that runs on this Node under a plain command name, on every platform. */

import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Text of the POSIX shim. `exec` makes the shim's process the program itself: signals reach it. Pure. */
export function posixShim(nodePath: string, scriptPath: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  return `#!/bin/sh\nexec ${quote(nodePath)} ${quote(scriptPath)} "$@"\n`;
}

/** Text of the Windows shim. A percent sign in a batch file is written twice. Pure. */
export function windowsShim(nodePath: string, scriptName: string): string {
  return `@"${nodePath.replaceAll("%", "%%")}" "%~dp0${scriptName.replaceAll("%", "%%")}" %*\r\n`;
}

/**
 * Writes `source`, an ES module, and a shim beside it.
 * @returns absolute path of the shim: `<directory>/<name>`, with `.cmd` on Windows. With `directory` on PATH, `name`
 *   alone finds it.
 */
export async function createExecutable(directory: string, name: string, source: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const scriptName = `${name}.program.mjs`;
  const scriptPath = join(directory, scriptName);
  await writeFile(scriptPath, source);
  if (process.platform === "win32") {
    const path = join(directory, `${name}.cmd`);
    await writeFile(path, windowsShim(process.execPath, scriptName));
    return path;
  }
  const path = join(directory, name);
  await writeFile(path, posixShim(process.execPath, scriptPath));
  await chmod(path, 0o755);
  return path;
}
