/**
 * Looks at one tracked file: is it there, can it be read, what is its fingerprint. An unchanged file costs one `stat`.
 * Symbolic links are followed. What is wrong with a file is an observation, never an error.
 */

import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import nodePath from "node:path";
import { errnoOf, hasCode, isCodedError } from "pi-extension-core/errors";
import { type Fingerprint, type HashedFile, hashFile } from "pi-extension-core/fs";
import type { Clock } from "pi-extension-core/seams";
import { type CachedFingerprint, isSettled, stampOf, trustedFingerprint } from "./stat-cache.ts";
import type { StoredNames } from "./stored-name.ts";

export type Observation =
  | {
      readonly kind: "file";
      readonly fingerprint: Fingerprint;
      readonly sizeBytes: number;
      /** Path on disk, relative to the root, where its Unicode form is another than in SYNC.json. */
      readonly storedAs: string | undefined;
    }
  | { readonly kind: "missing"; readonly note: string | undefined }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The two ways to look at a file; counted in tests. */
export interface ObserveOperations {
  /** Links followed. */
  stat(path: string): Promise<BigIntStats>;
  hash(path: string, signal: AbortSignal | undefined): Promise<HashedFile>;
}

export const fileOperations: ObserveOperations = {
  stat: (path) => stat(path, { bigint: true }),
  hash: (path, signal) => hashFile(path, { signal }),
};

/** Fingerprints of earlier looks, by artifact key. */
export interface FingerprintCache {
  get(key: string): CachedFingerprint | undefined;
  set(key: string, entry: CachedFingerprint): void;
  delete(key: string): void;
}

export interface ObserveContext {
  /** Absolute project root. */
  readonly root: string;
  readonly cache: FingerprintCache;
  /** Of the same root, made for this look. */
  readonly names: StoredNames;
  readonly clock: Clock;
  readonly operations: ObserveOperations;
  readonly signal: AbortSignal | undefined;
  /** Called before a file is hashed, with its path relative to the root. */
  readonly onHash?: ((path: string) => void) | undefined;
}

export interface Observed {
  readonly path: string;
  readonly key: string;
}

/** A file that is written all the time is hashed this often, then taken as it was last read. */
const MAX_ATTEMPTS = 3;

function kindOf(found: BigIntStats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}

function toUnreadable(error: unknown): Observation {
  const errno = isCodedError(error) ? error.data["errno"] : errnoOf(error);
  if (typeof errno === "string") return { kind: "unreadable", reason: `cannot be read (${errno})` };
  if (hasCode(error, "FILE_INVALID")) return { kind: "unreadable", reason: "is not a regular file" };
  throw error;
}

async function hashStable(context: ObserveContext, path: string, key: string, first: BigIntStats): Promise<HashedFile> {
  let before = first;
  for (let attempt = 1; ; attempt += 1) {
    const hashedAtMs = context.clock.now();
    const hashed = await context.operations.hash(path, context.signal);
    const isStable = stampOf(before) === stampOf(hashed.stat);
    if (isStable && isSettled(hashed.stat, hashedAtMs)) {
      context.cache.set(key, { stamp: stampOf(hashed.stat), fingerprint: hashed.fingerprint, hashedAtMs });
    } else context.cache.delete(key);
    if (isStable || attempt === MAX_ATTEMPTS) return hashed;
    before = await context.operations.stat(path);
  }
}

async function observeAt(context: ObserveContext, key: string, relative: string, fresh: boolean): Promise<Observation> {
  const path = nodePath.join(context.root, relative);
  const found = await context.operations.stat(path);
  if (!found.isFile()) return { kind: "unreadable", reason: `is ${kindOf(found)}, not a file` };
  const known = fresh ? undefined : trustedFingerprint(context.cache.get(key), found);
  if (known !== undefined)
    return { kind: "file", fingerprint: known, sizeBytes: Number(found.size), storedAs: undefined };
  context.onHash?.(relative);
  const { fingerprint, sizeBytes } = await hashStable(context, path, key, found);
  return { kind: "file", fingerprint, sizeBytes, storedAs: undefined };
}

const isAbsent = (error: unknown): boolean =>
  hasCode(error, "NOT_FOUND") || errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";

async function observeElsewhere(context: ObserveContext, artifact: Observed, fresh: boolean): Promise<Observation> {
  const stored = await context.names.find(artifact.path);
  switch (stored.kind) {
    case "other-form": {
      const observation = await observeAt(context, artifact.key, stored.path, fresh);
      return observation.kind === "file" ? { ...observation, storedAs: stored.path } : observation;
    }
    case "other-case":
      return { kind: "missing", note: `there is ${stored.path}, whose letter case differs` };
    case "broken-link":
      return { kind: "missing", note: "it is a symbolic link that leads nowhere" };
    case "none":
      return { kind: "missing", note: undefined };
  }
}

/** @param fresh true hashes the bytes whatever the cache says. */
export async function observeFile(context: ObserveContext, artifact: Observed, fresh: boolean): Promise<Observation> {
  context.signal?.throwIfAborted();
  try {
    return await observeAt(context, artifact.key, artifact.path, fresh);
  } catch (error) {
    if (!isAbsent(error)) return toUnreadable(error);
  }
  context.cache.delete(artifact.key);
  try {
    return await observeElsewhere(context, artifact, fresh);
  } catch (error) {
    return isAbsent(error) ? { kind: "missing", note: undefined } : toUnreadable(error);
  }
}
