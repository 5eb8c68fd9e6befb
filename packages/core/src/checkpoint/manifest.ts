/**
 * The record of one checkpoint: which paths it covers, what stood there before, and what the work left there. A folder of
 * the store is a checkpoint when, and only when, its manifest is there. Pure.
 */

import type { EntryState } from "./entry-state.ts";

/**
 * open: the work goes on, in the process of the owner. finalized: the work is done. interrupted: its process ended, or said
 * that it stops; somebody has to finish or undo it. restoring: being undone right now, or that was cut off; it can be
 * restored again. restored: undone.
 */
export type CheckpointState = "open" | "finalized" | "interrupted" | "restoring" | "restored";

export interface CheckpointOwner {
  readonly pid: number;
  /** When that process started, in units of the platform; undefined where it cannot be told. */
  readonly startToken: string | undefined;
  readonly host: string;
}

export interface CheckpointEntry {
  /** From the root, with forward slashes. */
  readonly path: string;
  /** True for a folder on the way to a named path: whether it is there is part of the checkpoint, its mode is not. */
  readonly isImplied: boolean;
  readonly before: EntryState;
  /** What stood there when the work was finalized or interrupted. */
  readonly after: EntryState | undefined;
}

export interface Checkpoint {
  readonly id: string;
  /** What the work was, in a few words. */
  readonly label: string;
  /** ISO time. */
  readonly createdAt: string;
  /** ISO time of the last change of state. */
  readonly changedAt: string;
  readonly state: CheckpointState;
  readonly owner: CheckpointOwner;
  /** What was interrupted; only in the states interrupted and restoring. */
  readonly interrupted: "work" | "restore" | undefined;
  /** The checkpoint whose restore this one makes undoable, when it was taken for that. */
  readonly safetyFor: string | undefined;
  /** The checkpoint that holds what the restore of this one overwrote. */
  readonly safetyId: string | undefined;
  /** Sorted by path, each path once. */
  readonly entries: readonly CheckpointEntry[];
}

export const MANIFEST_VERSION = 1;
export const MANIFEST_NAME = "manifest.json";

export function formatManifest(checkpoint: Checkpoint): string {
  return `${JSON.stringify({ version: MANIFEST_VERSION, ...checkpoint }, undefined, 1)}\n`;
}

/** Sorted by code units, so that a folder always comes before what is in it. */
export function sortEntries(entries: readonly CheckpointEntry[]): CheckpointEntry[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The paths of all folders above `path`, outermost first; none for a name in the root. */
export function ancestorsOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** Newest first. */
export function compareNewestFirst(a: Checkpoint, b: Checkpoint): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
