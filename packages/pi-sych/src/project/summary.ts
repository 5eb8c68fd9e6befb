/** A project in a few numbers. Pure. */

import { findImpact } from "./impact.ts";
import type { ArtifactStatus, Manifest } from "./manifest.ts";
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
  /** By recorded status, whatever the bytes say. */
  readonly needsReview: number;
  readonly stale: number;
  readonly conflicted: number;
  readonly recordedMissing: number;
  /** Depend, directly or not, on something that is not in order. */
  readonly affected: number;
}

export function summarise(manifest: Manifest, observations: Observations): ProjectSummary {
  const all = manifest.artifacts.map((artifact) => ({
    state: stateOf(artifact, observations.get(artifact.key)),
    status: artifact.status,
  }));
  const count = (wanted: ArtifactState): number => all.filter(({ state }) => state === wanted).length;
  const recorded = (wanted: ArtifactStatus): number => all.filter(({ status }) => status === wanted).length;
  return {
    tracked: all.length,
    inOrder: all.filter(({ state, status }) => isInOrder(state, status)).length,
    changed: count("changed"),
    new: count("new"),
    missing: count("missing"),
    unreadable: count("unreadable"),
    needsReview: recorded("needs-review"),
    stale: recorded("stale"),
    conflicted: recorded("conflicted"),
    recordedMissing: recorded("missing"),
    affected: findImpact(dependencyGraph(manifest), findCauses(manifest, observations)).effects.length,
  };
}
