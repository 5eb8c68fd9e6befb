/** The conflicts of a session's project as its files are now. */

import path from "node:path";
import { parseInstancePath } from "../../datamodel/instance-path-text.ts";
import { type Conflict, findConflicts } from "../../ownership/conflicts/find-conflicts.ts";
import type { RobloxSession } from "../session/roblox-session.ts";

/** @throws the reason of `signal`; why the project cannot be read */
export async function listConflicts(session: RobloxSession, signal?: AbortSignal): Promise<readonly Conflict[]> {
  const { config, naming } = await session.active(signal);
  const { maps } = await session.maps(signal);
  // A sourcemap of scripts alone lacks most of what the others have.
  const complete = maps.filter(({ kind }) => kind !== "sourcemap" || config.rojo.includeNonScripts);
  const byTrust = [...complete].sort((a, b) => Number(b.kind === "project") - Number(a.kind === "project"));
  return findConflicts(byTrust, {
    studioOwnedRoots: config.ownership.studioOwnedRoots.map((text) => parseInstancePath(text)),
    naming,
    showFile: (file) => path.relative(session.options.root, file),
  });
}
