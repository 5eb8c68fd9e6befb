/** Shows the output of a command where the mode has no place for it. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Columns of the terminal that reads the output; 80 where it is none. */
export function outputColumns(): number {
  return process.stderr.columns ?? 80;
}

function writeToStderr(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stderr.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * RPC: a notification. Print and JSON: standard error, because Pi keeps standard output for the model's answer and for
 * events, and notifications go nowhere.
 */
export async function showText(
  ctx: ExtensionContext,
  text: string,
  level: "info" | "warning" | "error",
): Promise<void> {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else await writeToStderr(text);
}
