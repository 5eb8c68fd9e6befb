/** Takes secrets out of text. Never throws; takes time linear in the text; doing it twice changes nothing more. Pure. */

import { assignmentRanges } from "./assignments.ts";
import { knownSecretForms } from "./known-secrets.ts";
import { hideRanges, REDACTED, rangesOf } from "./ranges.ts";
import { tokenRanges } from "./token-patterns.ts";

export interface RedactOptions {
  /** Values to hide wherever they occur, also URL-encoded, base64 and JSON-escaped. Under 8 characters: ignored. */
  readonly secrets?: readonly string[];
}

/** A marker can bring to light what stood right after a secret, so the search is repeated; more than 3 are not known. */
const MAX_PASSES = 8;

/** The function that redacts text with these options; make it once and use it often. */
export function createTextRedactor(options: RedactOptions = {}): (text: string) => string {
  const forms = knownSecretForms(options.secrets ?? []).filter((form) => !REDACTED.includes(form));
  return (text) => {
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const known = forms.flatMap((form) => rangesOf(current, form));
      const next = hideRanges(current, [...known, ...tokenRanges(current), ...assignmentRanges(current)]);
      if (next === current) return current;
      current = next;
    }
    return current;
  };
}

/**
 * `text` with `[redacted]` in place of known secrets, of what has the shape of a provider's key, and of values whose name
 * says that they are secret. Hashes, UUIDs, paths and small numbers stay.
 */
export function redactText(text: string, options: RedactOptions = {}): string {
  return createTextRedactor(options)(text);
}
