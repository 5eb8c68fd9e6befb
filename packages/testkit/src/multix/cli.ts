/** The stand-in for the multix CLI as a program. The script that `createMultixStandin` writes calls it. */

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readBehaviour } from "./behaviour.ts";
import { loadEnvFiles } from "./environment.ts";
import { CliFailure } from "./failure.ts";
import { perform } from "./perform.ts";
import { createProgram } from "./program.ts";
import { Session } from "./session.ts";
import type { MultixVersion } from "./surface.ts";

export const CALLS_FILE = "calls.jsonl";

function record(folder: string): void {
  const call = { argv: process.argv.slice(2), cwd: process.cwd(), env: Object.keys(process.env).toSorted() };
  appendFileSync(join(folder, CALLS_FILE), `${JSON.stringify(call)}\n`);
}

function report(error: unknown): void {
  const { message, prefix, exitCode } =
    error instanceof CliFailure
      ? error
      : { message: String(error instanceof Error ? error.message : error), prefix: "Error: ", exitCode: 1 };
  process.stderr.write(`${prefix}${message}\n`);
  process.exitCode = exitCode;
}

/** @param folder absolute folder of the script, with its behaviour, its log and its jobs */
export async function runMultixStandin(folder: string, version: MultixVersion): Promise<void> {
  record(folder);
  loadEnvFiles();
  const behaviour = readBehaviour(folder);
  const program = createProgram({
    version,
    onCall: (call) => perform(new Session(call, behaviour, folder)),
  });
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    report(error);
  }
}
