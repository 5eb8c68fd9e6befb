/**
 * Studio's own Script Sync is a third owner: what it syncs is changed in its file. Where Rojo claims the same, each writes
 * over the other, so nobody should write before one is switched off. Pure.
 */

import type { OwnershipEvidence } from "./evidence.ts";
import type { Ownership } from "./ownership.ts";

const IS_SYNCED = {
  "not-synced": false,
  errored: false,
  "synced-as-root": true,
  "synced-as-descendant": true,
  "ancestor-errored": false,
};

/** `ownership`, as it is with what Studio says of the target. */
export function withScriptSync(ownership: Ownership, { scriptSync }: OwnershipEvidence): Ownership {
  if (scriptSync === undefined || scriptSync.status === "not-synced") return ownership;
  const { file, status } = scriptSync;
  const files = file === undefined || ownership.files.includes(file) ? ownership.files : [...ownership.files, file];
  if (isRojos(ownership)) {
    const claim = "Script Sync and Rojo both claim it";
    return {
      ...ownership,
      files,
      owner: "ownership-unresolved",
      reason: `${claim}. ${ownership.reason}`,
      whatToDo: "Stop Script Sync for it in Studio, or take it out of the Rojo project.",
      disagreement: ownership.disagreement === undefined ? claim : `${claim}; ${ownership.disagreement}`,
    };
  }
  if (!canBeSynced(ownership)) return ownership;
  if (!IS_SYNCED[status])
    return {
      ...ownership,
      owner: "ownership-unresolved",
      reason: `Script Sync holds it, but reports an error (${status}).`,
      whatToDo: "Look at Script Sync in Studio, and resolve or remove that sync.",
    };
  return {
    ...ownership,
    owner: "script-sync-owned",
    files: file === undefined ? ownership.files : [file],
    reason: `Studio's Script Sync ties it to ${file ?? "a file"}.`,
    whatToDo:
      file === undefined
        ? "Change the file that Studio shows for it."
        : `Change ${file}; Script Sync brings it to Studio.`,
  };
}

/** Mapped, or where Rojo may delete or overwrite what it does not know. */
function isRojos({ owner, instances, deletesUnknown }: Ownership): boolean {
  if (owner === "protected" || owner === "outside-workspace") return false;
  return (
    instances.length > 0 || owner === "rojo-owned" || (owner === "ambiguous-rojo-scope" && deletesUnknown !== false)
  );
}

/** Not where the evidence on Rojo is missing: it may claim it, too. */
function canBeSynced({ owner }: Ownership): boolean {
  return owner === "studio-owned" || owner === "ambiguous-rojo-scope" || owner === "filesystem-unmapped";
}
