/** The console of one Studio window, as get_console_output reads it: text without severity, time or origin [A8]. */

import type { StudioBehaviour } from "../behaviour.ts";

const MARKER = "[TRUNCATED DUE TO LENGTH LIMIT]";

/** Lines that are kept beyond what any answer shows. */
const MAX_MESSAGES = 20_000;

/** Pure: the text of an answer. */
export function consoleText(
  messages: readonly string[],
  { maxConsoleLength, consoleKeeps }: Pick<StudioBehaviour, "maxConsoleLength" | "consoleKeeps">,
): string {
  const text = messages.join("\n");
  if (text.length <= maxConsoleLength) return text;
  return consoleKeeps === "oldest"
    ? `${text.slice(0, maxConsoleLength)}\n${MARKER}`
    : `${MARKER}\n${text.slice(text.length - maxConsoleLength)}`;
}

export class Console {
  #messages: string[] = [];

  get messages(): readonly string[] {
    return this.#messages;
  }

  add(text: string): void {
    this.#messages.push(text);
    if (this.#messages.length > MAX_MESSAGES * 2) this.#messages = this.#messages.slice(-MAX_MESSAGES);
  }

  clear(): void {
    this.#messages = [];
  }
}
