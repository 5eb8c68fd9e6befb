/** Fingerprints that a caller saw and gives back, so that what it acknowledges is what it reviewed. Pure. */

import { coreError } from "pi-extension-core/errors";
import type { Fingerprint } from "pi-extension-core/fs";

/** Hex digits of a shortened fingerprint, as texts show it; 48 bits tell any two versions of a file apart. */
const SHORT_DIGITS = 12;

const GIVEN = /^(?:sha256:)?([0-9a-f]{12,64})$/i;

export function shortFingerprint(fingerprint: Fingerprint): string {
  return fingerprint.slice(0, "sha256:".length + SHORT_DIGITS);
}

/**
 * Lower-case hex digits of a fingerprint given in full or shortened to at least 12 digits.
 * @throws INPUT_INVALID
 */
export function parseExpected(text: string): string {
  const digits = GIVEN.exec(text.trim())?.[1];
  if (digits !== undefined) return digits.toLowerCase();
  throw coreError("INPUT_INVALID", `${JSON.stringify(text.slice(0, 80))} is not a fingerprint`, {
    hint: `Give what check shows: sha256: and at least ${SHORT_DIGITS} hexadecimal digits.`,
  });
}

/** @param expected as `parseExpected` gives it */
export function matchesExpected(fingerprint: Fingerprint, expected: string): boolean {
  return fingerprint.slice("sha256:".length).startsWith(expected);
}
