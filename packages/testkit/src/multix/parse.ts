/** What the CLI's parser makes of arguments, in this process: for tests that need thousands of them. */

import { CommanderError } from "commander-12";
import { createProgram, type ParsedCall } from "./program.ts";
import { type MultixVersion, NEWEST } from "./surface.ts";

export interface MultixParse {
  /** Undefined when the parser printed something and ended. */
  readonly call: ParsedCall | undefined;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param argv the arguments after the program's name */
export async function parseMultix(argv: readonly string[], version: MultixVersion = NEWEST): Promise<MultixParse> {
  let call: ParsedCall | undefined;
  let stdout = "";
  let stderr = "";
  const program = createProgram({
    version,
    onCall: (parsed) => {
      call = parsed;
    },
    capture: {
      out: (text) => {
        stdout += text;
      },
      err: (text) => {
        stderr += text;
      },
    },
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return { call, exitCode: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { call: undefined, exitCode: error.exitCode, stdout, stderr };
  }
}
