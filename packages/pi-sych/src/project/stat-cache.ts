/**
 * Decides when a fingerprint that was computed earlier may stand for a file that was only looked at. It may when nothing
 * that `stat` shows has changed, and the file was already old when it was hashed: a file that changes twice within the
 * file system's timestamp granularity looks the same both times (git calls this "racily clean"). Pure.
 */

import { type Fingerprint, parseFingerprint } from "pi-extension-core/fs";
import { isJsonObject } from "./manifest-fields.ts";

/** The coarsest granularity in use: FAT keeps modification times to 2 s. */
const TIMESTAMP_GRANULARITY_MS = 2000;

/** What of a `stat` shows a change; Node's `BigIntStats` has it. */
export interface FileTimes {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Everything of a `stat` that must stay the same, as one comparable text. */
export type FileStamp = string;

export interface CachedFingerprint {
  readonly stamp: FileStamp;
  readonly fingerprint: Fingerprint;
  /** When hashing began, milliseconds since the Unix epoch. */
  readonly hashedAtMs: number;
}

export function stampOf(stat: FileTimes): FileStamp {
  return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
}

/** True when a fingerprint computed at `hashedAtMs` can be recognised as outdated by a later `stat`. */
export function isSettled(stat: FileTimes, hashedAtMs: number): boolean {
  const newestNs = stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs;
  return Number(newestNs / 1_000_000n) < hashedAtMs - TIMESTAMP_GRANULARITY_MS;
}

/** The cached fingerprint when it can be trusted for what `stat` shows now. */
export function trustedFingerprint(entry: CachedFingerprint | undefined, stat: FileTimes): Fingerprint | undefined {
  if (entry === undefined || entry.stamp !== stampOf(stat)) return undefined;
  return isSettled(stat, entry.hashedAtMs) ? entry.fingerprint : undefined;
}

const CACHE_VERSION = 1;

/** @param root absolute project root; a cache of another project is not read. */
export function formatStatCache(root: string, entries: ReadonlyMap<string, CachedFingerprint>): string {
  const files = Object.fromEntries(
    [...entries].map(([key, { stamp, fingerprint, hashedAtMs }]) => [key, [stamp, fingerprint, hashedAtMs]]),
  );
  return `${JSON.stringify({ version: CACHE_VERSION, root, files })}\n`;
}

function parseEntry(value: unknown): CachedFingerprint | undefined {
  if (!Array.isArray(value)) return undefined;
  const [stamp, fingerprint, hashedAtMs] = value as readonly unknown[];
  if (typeof stamp !== "string" || typeof hashedAtMs !== "number" || typeof fingerprint !== "string") return undefined;
  if (!/^sha256:[0-9a-f]{64}$/.test(fingerprint)) return undefined;
  return { stamp, fingerprint: parseFingerprint(fingerprint), hashedAtMs };
}

/** Reads what is sound and leaves out the rest: a missing entry only costs time. @param value parsed JSON */
export function readStatCache(root: string, value: unknown): Map<string, CachedFingerprint> {
  const entries = new Map<string, CachedFingerprint>();
  if (!isJsonObject(value)) return entries;
  const { version, root: cachedRoot, files } = value;
  if (version !== CACHE_VERSION || cachedRoot !== root || !isJsonObject(files)) return entries;
  for (const [key, item] of Object.entries(files)) {
    const entry = parseEntry(item);
    if (entry !== undefined) entries.set(key, entry);
  }
  return entries;
}
