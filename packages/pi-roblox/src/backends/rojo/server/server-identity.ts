/** Whether a running Rojo serves this project. Its name and its places are all that it tells of itself. Pure. */

import type { ServerInfo } from "../api/server-info.ts";

export interface ExpectedProject {
  /** As Rojo names it: `name` of the project file, else what it derives from the file's path. */
  readonly name: string;
  /** `servePlaceIds` of the project file; undefined when it has none. */
  readonly servePlaceIds: readonly number[] | undefined;
}

export type IdentityMatch = "same" | "other-project" | "other-places";

/** The server holds them as a set. No list allows every place, an empty one none (7.7.1 plugin/src/ApiContext.lua). */
function areSamePlaces(left: readonly number[] | undefined, right: readonly number[] | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  const [a, b] = [new Set(left), new Set(right)];
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/**
 * Two copies of a project are told apart by their places only. A server keeps the places that it has read at its start,
 * so an edit of `servePlaceIds` shows as `other-places`, too.
 */
export function matchIdentity(server: ServerInfo, expected: ExpectedProject): IdentityMatch {
  if (server.projectName !== expected.name) return "other-project";
  return areSamePlaces(server.expectedPlaceIds ?? undefined, expected.servePlaceIds) ? "same" : "other-places";
}
