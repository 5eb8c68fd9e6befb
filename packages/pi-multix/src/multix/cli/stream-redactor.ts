/**
 * Hides secrets in text that comes in pieces. What could be the beginning of a secret is held back until more is known,
 * so that a secret that is split over two pieces never shows. Pure.
 */

/** A line longer than this is shown in parts; its end, as long as the longest secret, is still held back. */
const MAX_HELD_CHARACTERS = 64 * 1024;

export interface StreamRedactor {
  /** The part of the text so far, beyond what was returned before, that is safe to show. */
  push(text: string): string;
  /** The rest. */
  end(): string;
}

/**
 * @param redact hides secrets in complete text
 * @param secrets the exact values that must not show
 */
export function createStreamRedactor(redact: (text: string) => string, secrets: readonly string[]): StreamRedactor {
  const longest = Math.max(0, ...secrets.map((secret) => secret.length));
  let held = "";
  const releasePart = (): string => {
    const redacted = redact(held);
    const cut = Math.max(0, redacted.length - longest);
    held = redacted.slice(cut);
    return redacted.slice(0, cut);
  };
  return {
    push(text) {
      held += text;
      // A line is the unit in which patterns such as NAME=value are found; a secret itself has no line end.
      const lineEnd = held.lastIndexOf("\n") + 1;
      const shown = redact(held.slice(0, lineEnd));
      held = held.slice(lineEnd);
      return held.length <= Math.max(longest, MAX_HELD_CHARACTERS) ? shown : shown + releasePart();
    },
    end() {
      const rest = redact(held);
      held = "";
      return rest;
    },
  };
}
