/** What state each artifact is in, and which of them are causes for others to be looked at again. Pure. */

import type { GraphNode } from "./impact.ts";
import type { Artifact, ArtifactStatus, Manifest } from "./manifest.ts";
import type { Observation } from "./observe.ts";

/** What the bytes say: the same as acknowledged, other, never acknowledged, not there, not readable. */
export type ArtifactState = "unchanged" | "changed" | "new" | "missing" | "unreadable";

/** By artifact key. */
export type Observations = ReadonlyMap<string, Observation>;

export function stateOf(artifact: Artifact, observation: Observation | undefined): ArtifactState {
  if (observation === undefined || observation.kind === "missing") return "missing";
  if (observation.kind === "unreadable") return "unreadable";
  if (artifact.fingerprint === undefined) return "new";
  return observation.fingerprint === artifact.fingerprint ? "unchanged" : "changed";
}

export function isInOrder(state: ArtifactState, status: ArtifactStatus): boolean {
  return state === "unchanged" && status === "current";
}

/** Keys of all artifacts that are not in order. */
export function findCauses(manifest: Manifest, observations: Observations): ReadonlySet<string> {
  const causes = manifest.artifacts.filter(
    (artifact) => !isInOrder(stateOf(artifact, observations.get(artifact.key)), artifact.status),
  );
  return new Set(causes.map(({ key }) => key));
}

export function dependencyGraph(manifest: Manifest): readonly GraphNode[] {
  return manifest.artifacts.map(({ key, dependsOn }) => ({ key, dependsOn: dependsOn.map((source) => source.key) }));
}
