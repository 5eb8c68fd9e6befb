/** Content fingerprints: `sha256:` and 64 lower-case hex digits. Pure. */

import { createHash } from "node:crypto";
import { coreError } from "../errors/index.ts";

export type Fingerprint = `sha256:${string}`;

const HEX_64 = /^(?:sha256:)?([0-9a-f]{64})$/i;

/**
 * Reads a fingerprint as people and tools write it: with or without `sha256:`, in either case.
 * @throws INPUT_INVALID for anything else
 */
export function parseFingerprint(text: string): Fingerprint {
  const hex = HEX_64.exec(text.trim())?.[1];
  if (hex !== undefined) return `sha256:${hex.toLowerCase()}`;
  throw coreError("INPUT_INVALID", `${JSON.stringify(text.slice(0, 80))} is not a SHA-256 fingerprint`, {
    hint: "Give 64 hex digits, with or without sha256: before them.",
  });
}

/** @param data a string is hashed as UTF-8 */
export function hashBytes(data: string | Uint8Array): Fingerprint {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}
