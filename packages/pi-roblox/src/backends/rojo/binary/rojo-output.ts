/** What rojo and its shims print, made fit for messages. Pure. */

import { stripVTControlCharacters } from "node:util";
import type { RunResult } from "pi-extension-core/process";

const MAX_CHARACTERS = 4000;

/** The end of a text counts: Rojo prints its error last. */
export function boundedText(text: string, maxCharacters: number = MAX_CHARACTERS): string {
  const plain = stripVTControlCharacters(text).replaceAll("\r\n", "\n").trim();
  if (plain.length <= maxCharacters) return plain;
  return `[...]\n${plain.slice(plain.length - maxCharacters)}`;
}

/** What the program said, verbatim: its standard error, or its standard output when that is empty. */
export function spokenText(result: Pick<RunResult, "stderr" | "stdout">): string {
  return boundedText(result.stderr.text) || boundedText(result.stdout.text);
}

/** How it ended, to follow its name: `exited with code 1`. */
export function describeEnd(result: Pick<RunResult, "exitCode" | "signal" | "reason">): string {
  if (result.reason === "timed-out") return "did not finish in time";
  return result.exitCode === undefined ? `was ended by ${result.signal}` : `exited with code ${result.exitCode}`;
}
