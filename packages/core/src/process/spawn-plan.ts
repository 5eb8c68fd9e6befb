/** Checks a command before it is started: what no program can receive, and what Windows would read as something else. Pure. */

import path from "node:path";
import { coreError } from "../errors/index.ts";
import { hasWindowsExtension, isFullyAbsolute } from "./executable-search.ts";

function argvInvalid(file: string, index: number, problem: string, hint: string): Error {
  return coreError("ARGV_INVALID", `Argument ${index + 1} for ${file} ${problem}`, { hint, data: { file, index } });
}

/** @throws ARGV_INVALID for an argument with a NUL character or half a surrogate pair, INPUT_INVALID for a relative `cwd`. */
export function assertCommand(file: string, args: readonly string[], cwd: string, platform: NodeJS.Platform): void {
  if (!isFullyAbsolute(cwd, platform))
    throw coreError("INPUT_INVALID", `The working folder ${JSON.stringify(cwd)} of ${file} is not an absolute path`, {
      hint: "Give cwd as an absolute path.",
      data: { file, cwd },
    });
  for (const [index, arg] of args.entries()) {
    if (arg.includes("\0") || !arg.isWellFormed())
      throw argvInvalid(file, index, "cannot be encoded", "Remove NUL characters and halves of surrogate pairs.");
  }
}

/**
 * What must hold on Windows for the program that was found. A file without a program's extension is refused, because
 * cross-spawn would look its interpreter up in the working folder first. A batch file gets its arguments through
 * cmd.exe: a line break ends the command there. A quote is safe only in the shims of `node_modules\.bin`, for which
 * cross-spawn escapes twice; any other batch file that hands its arguments on would end the quoting at it and run what
 * follows.
 * @throws SPAWN_FAILED, ARGV_INVALID
 */
export function assertWindowsCommand(file: string, args: readonly string[]): void {
  if (!hasWindowsExtension(file))
    throw coreError("SPAWN_FAILED", `${file} is not a program that Windows can start`, {
      hint: "Run it with its interpreter, for example node.",
      data: { file },
    });
  if (!/\.(bat|cmd)$/i.test(path.win32.extname(file))) return;
  const isShim = /(^|\\)node_modules\\\.bin\\[^\\]+$/i.test(path.win32.normalize(file));
  const hint = "Run the program behind the batch file directly, or pass the text through standard input or a file.";
  for (const [index, arg] of args.entries()) {
    if (/[\r\n]/.test(arg))
      throw argvInvalid(file, index, "holds a line break, which a batch file cannot receive", hint);
    if (!isShim && arg.includes('"'))
      throw argvInvalid(file, index, "holds a quote, which is not safe to give to a batch file", hint);
  }
}
