/** Which paths a checkpoint has to look at when it is asked to cover some, and whether it may. Pure. */

import { coreError } from "../errors/index.ts";
import type { EntryState } from "./entry-state.ts";
import { ancestorsOf, type CheckpointEntry } from "./manifest.ts";

/** The paths to look at: those asked for and the folders above them, without what is already recorded. */
export function planLook(asked: readonly string[], recorded: readonly CheckpointEntry[]): string[] {
  const known = new Set(recorded.map((entry) => entry.path));
  const wanted = new Set(asked.flatMap((path) => [...ancestorsOf(path), path]));
  return [...wanted].filter((path) => !known.has(path)).sort();
}

function refuseUnsavable(path: string, state: EntryState): void {
  if (state.kind !== "other") return;
  throw coreError("FILE_INVALID", `${path} is a pipe, socket or device, which cannot be saved`, {
    hint: "Leave it out, or remove it.",
    data: { path },
  });
}

function refuseBelowLink(path: string, link: string): never {
  throw coreError("SYMLINK_REFUSED", `${path} is reached through the symbolic link ${link}`, {
    hint: "Name the path that the link leads to.",
    data: { path, link },
  });
}

function refuseLateArrival(path: string, above: string): never {
  throw coreError(
    "CHECKPOINT_STATE",
    `${path} exists only since ${above}, recorded as no folder, was replaced by one`,
    {
      hint: "Cover it by a checkpoint of its own.",
      data: { path, above },
    },
  );
}

/**
 * All entries, with the new ones from what was seen. A path that was recorded before keeps its first record: that is the state before
 * the work. Folders above a path are recorded, too: one that is there can be made again, one that is not taken away.
 *
 * @param seen a state for each path of `planLook`; what is below a file or link counts as absent
 * @throws FILE_INVALID, SYMLINK_REFUSED, CHECKPOINT_STATE
 */
export function planEntries(
  asked: readonly string[],
  recorded: readonly CheckpointEntry[],
  seen: ReadonlyMap<string, EntryState>,
): CheckpointEntry[] {
  const named = new Set(asked);
  const byPath = new Map(recorded.map((entry) => [entry.path, entry]));
  for (const path of planLook(asked, recorded)) {
    const before = seen.get(path) ?? { kind: "absent" };
    const isImplied = !named.has(path);
    refuseUnsavable(path, before);
    if (before.kind !== "absent") {
      const above = ancestorsOf(path).find((folder) => {
        const kind = byPath.get(folder)?.before.kind;
        return kind === "file" || kind === "symlink";
      });
      if (above !== undefined) refuseLateArrival(path, above);
    }
    if (isImplied && before.kind === "symlink") {
      refuseBelowLink(asked.find((one) => one.startsWith(`${path}/`)) ?? path, path);
    }
    byPath.set(path, { path, isImplied, before, after: undefined });
  }
  return [...byPath.values()].map((entry) => (named.has(entry.path) ? { ...entry, isImplied: false } : entry));
}
