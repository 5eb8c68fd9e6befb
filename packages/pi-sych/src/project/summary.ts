/** A project in eight numbers. Pure. */

import { findImpact } from "./impact.ts";
import type { Manifest } from "./manifest.ts";
import { type ArtifactState, dependencyGraph, findCauses, isInOrder, type Observations, stateOf } from "./state.ts";

export interface ProjectSummary {
  readonly tracked: number;
  /** Unchanged and recorded as current. */
  readonly inOrder: number;
  readonly changed: number;
  /** Never acknowledged. */
  readonly new: number;
  readonly missing: number;
  readonly unreadable: number;
  /** Recorded with another status than current. */
  readonly flagged: number;
  /** Depend, directly or not, on something that is not in order. */
  readonly affected: number;
}

export function summarise(manifest: Manifest, observations: Observations): ProjectSummary {
  const all = manifest.artifacts.map((artifact) => ({
    state: stateOf(artifact, observations.get(artifact.key)),
    status: artifact.status,
  }));
  const count = (wanted: ArtifactState): number => all.filter(({ state }) => state === wanted).length;
  return {
    tracked: all.length,
    inOrder: all.filter(({ state, status }) => isInOrder(state, status)).length,
    changed: count("changed"),
    new: count("new"),
    missing: count("missing"),
    unreadable: count("unreadable"),
    flagged: all.filter(({ status }) => status !== "current").length,
    affected: findImpact(dependencyGraph(manifest), findCauses(manifest, observations)).effects.length,
  };
}
