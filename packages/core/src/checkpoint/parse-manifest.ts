/**
 * Reads a manifest as if a stranger had written it, which is possible: a repository can bring a folder of checkpoints
 * along. What does not fit exactly is corrupt; nothing is repaired. Pure.
 */

import type nodePath from "node:path";
import { type CodedError, coreError, isCodedError } from "../errors/index.ts";
import { parseFingerprint } from "../fs/index.ts";
import type { EntryState } from "./entry-state.ts";
import {
  ancestorsOf,
  type Checkpoint,
  type CheckpointEntry,
  type CheckpointOwner,
  MANIFEST_VERSION,
  sortEntries,
} from "./manifest.ts";
import { entryPathOf, isCheckpointId, type StorePaths } from "./store-layout.ts";

export function corrupt(id: string, problem: string, cause?: unknown): CodedError {
  return coreError("CHECKPOINT_CORRUPT", `Checkpoint ${id}: ${problem}`, {
    hint: "Use another checkpoint; discard this one when it is of no use.",
    ...(cause === undefined ? {} : { cause }),
    data: { id, problem },
  });
}

type Fields = Readonly<Record<string, unknown>>;
type Check<T> = (value: unknown, where: string) => T;

/** The problem with a manifest; becomes CHECKPOINT_CORRUPT with the id. */
class Misfit extends Error {}

function fields(value: unknown, where: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Misfit(`${where} is no object`);
}

function text(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  throw new Misfit(`${where} is no text`);
}

function integer(value: unknown, where: string, max: number = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
  throw new Misfit(`${where} is no whole number from 0 to ${max}`);
}

function isoTime(value: unknown, where: string): string {
  const written = text(value, where);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(written) && !Number.isNaN(Date.parse(written))) return written;
  throw new Misfit(`${where} is no ISO time`);
}

function id(value: unknown, where: string): string {
  const written = text(value, where);
  if (isCheckpointId(written)) return written;
  throw new Misfit(`${where} is no id of a checkpoint`);
}

function oneOf<const T extends string>(allowed: readonly T[]): Check<T> {
  return (value, where) => {
    const found = allowed.find((word) => word === value);
    if (found !== undefined) return found;
    throw new Misfit(`${where} is none of ${allowed.join(", ")}`);
  };
}

const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, where) =>
    value === undefined ? undefined : check(value, where);

const fileMode: Check<number> = (value, where) => integer(value, where, 0o777);

function state(value: unknown, where: string): EntryState {
  const { kind, fingerprint, sizeBytes, mode, target } = fields(value, where);
  switch (oneOf(["absent", "file", "directory", "symlink", "other"])(kind, `${where}.kind`)) {
    case "absent":
      return { kind: "absent" };
    case "other":
      return { kind: "other" };
    case "directory":
      return { kind: "directory", mode: fileMode(mode, `${where}.mode`) };
    case "symlink":
      return { kind: "symlink", target: linkTarget(target, `${where}.target`) };
    case "file":
      return {
        kind: "file",
        fingerprint: parseFingerprint(text(fingerprint, `${where}.fingerprint`)),
        sizeBytes: integer(sizeBytes, `${where}.sizeBytes`),
        mode: fileMode(mode, `${where}.mode`),
      };
  }
}

function linkTarget(value: unknown, where: string): string {
  const target = text(value, where);
  if (target !== "" && !target.includes("\0")) return target;
  throw new Misfit(`${where} is no target of a link`);
}

function before(value: unknown, where: string): EntryState {
  const found = state(value, where);
  if (found.kind !== "other") return found;
  throw new Misfit(`${where} cannot be brought back`);
}

function owner(value: unknown, where: string): CheckpointOwner {
  const { pid, startToken, host } = fields(value, where);
  return {
    pid: integer(pid, `${where}.pid`),
    startToken: optional(text)(startToken, `${where}.startToken`),
    host: text(host, `${where}.host`),
  };
}

function entry(value: unknown, where: string, toEntryPath: (path: string) => string): CheckpointEntry {
  const found = fields(value, where);
  const path = text(found["path"], `${where}.path`);
  if (toEntryPath(path) !== path) throw new Misfit(`${where}.path is not in its plain form`);
  return {
    path,
    isImplied: found["isImplied"] === true,
    before: before(found["before"], `${where}.before`),
    after: optional(state)(found["after"], `${where}.after`),
  };
}

/** Each path once, and nothing below what was no folder. */
function assertConsistent(entries: readonly CheckpointEntry[]): void {
  const byPath = new Map(entries.map((found) => [found.path, found]));
  if (byPath.size !== entries.length) throw new Misfit("a path stands twice");
  for (const { path, before } of entries) {
    if (before.kind === "absent") continue;
    const above = ancestorsOf(path).find((folder) => {
      const kind = byPath.get(folder)?.before.kind;
      return kind === "file" || kind === "symlink";
    });
    if (above !== undefined) throw new Misfit(`${path} cannot be inside ${above}, which was no folder`);
  }
}

function parseFields(value: unknown, folderId: string, toEntryPath: (path: string) => string): Checkpoint {
  const found = fields(value, "the manifest");
  if (found["version"] !== MANIFEST_VERSION) throw new Misfit(`its version is not ${MANIFEST_VERSION}`);
  if (found["id"] !== folderId) throw new Misfit("its id is not the name of its folder");
  const listed = found["entries"];
  if (!Array.isArray(listed)) throw new Misfit("entries is no array");
  const entries = sortEntries(listed.map((one: unknown, index) => entry(one, `entries[${index}]`, toEntryPath)));
  assertConsistent(entries);
  return {
    id: folderId,
    label: text(found["label"], "label"),
    createdAt: isoTime(found["createdAt"], "createdAt"),
    changedAt: isoTime(found["changedAt"], "changedAt"),
    state: oneOf(["open", "finalized", "interrupted", "restoring", "restored"])(found["state"], "state"),
    owner: owner(found["owner"], "owner"),
    interrupted: optional(oneOf(["work", "restore"]))(found["interrupted"], "interrupted"),
    safetyFor: optional(id)(found["safetyFor"], "safetyFor"),
    safetyId: optional(id)(found["safetyId"], "safetyId"),
    entries,
  };
}

/**
 * @param folderId name of the folder that the manifest was found in
 * @throws CHECKPOINT_CORRUPT for anything that does not fit, also for paths that a checkpoint may not cover
 */
export function parseManifest(
  source: string,
  folderId: string,
  paths: StorePaths,
  flavor?: nodePath.PlatformPath,
): Checkpoint {
  try {
    const value: unknown = JSON.parse(source);
    return parseFields(value, folderId, (path) => entryPathOf(paths, path, flavor));
  } catch (error) {
    if (error instanceof Misfit) throw corrupt(folderId, error.message);
    if (error instanceof SyntaxError) throw corrupt(folderId, "its manifest is no JSON", error);
    if (isCodedError(error)) throw corrupt(folderId, error.message, error);
    throw error;
  }
}
