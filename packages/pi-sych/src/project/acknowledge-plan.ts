/**
 * What an acknowledgement changes in SYNC.json, as edits. The selected artifacts become current with the fingerprint
 * that was seen; what depends on them directly, and was acknowledged and current, becomes needs-review when their bytes
 * are other than before. Indirect dependants are not marked: they are once the one between is itself acknowledged with new bytes, so a
 * change travels as far as it really reaches. Pure.
 */

import type { Fingerprint } from "pi-extension-core/fs";
import type { JsonEdit } from "pi-extension-core/json";
import { findImpact } from "./impact.ts";
import type { Artifact, Manifest } from "./manifest.ts";
import { dependencyGraph, findCauses, type Observations } from "./state.ts";

interface AcknowledgedArtifact {
  readonly path: string;
  readonly fingerprint: Fingerprint;
  /** Absent at the first acknowledgement. */
  readonly previousFingerprint?: Fingerprint;
}

interface MarkedArtifact {
  readonly path: string;
  /** Acknowledged paths that it depends on and whose bytes are other than before. */
  readonly because: readonly string[];
}

/** A selected artifact depends, directly or not, on something that is not in order and was not selected. */
interface SourceWarning {
  readonly path: string;
  readonly source: string;
  readonly distance: number;
}

export interface AcknowledgementPlan {
  readonly edits: readonly JsonEdit[];
  readonly acknowledged: readonly AcknowledgedArtifact[];
  readonly marked: readonly MarkedArtifact[];
  readonly warnings: readonly SourceWarning[];
}

export interface AcknowledgementInput {
  readonly manifest: Manifest;
  readonly selected: readonly { readonly artifact: Artifact; readonly fingerprint: Fingerprint }[];
  readonly observations: Observations;
  readonly reason: string;
  /** ISO time. */
  readonly at: string;
}

function editArtifact(artifact: Artifact, fingerprint: Fingerprint, record: Record<string, string>): JsonEdit[] {
  const base = ["artifacts", artifact.index];
  const acknowledgement = artifact.hasAcknowledgement
    ? Object.entries(record).map(([name, value]) => ({ path: [...base, "acknowledgement", name], value }))
    : [{ path: [...base, "acknowledgement"], value: record }];
  return [
    { path: [...base, "fingerprint"], value: fingerprint },
    { path: [...base, "status"], value: "current" },
    ...acknowledgement,
  ];
}

export function planAcknowledgement(input: AcknowledgementInput): AcknowledgementPlan {
  const { manifest, selected, observations, reason, at } = input;
  const selectedKeys = new Set(selected.map(({ artifact }) => artifact.key));
  const renewed = selected.filter(({ artifact, fingerprint }) => artifact.fingerprint !== fingerprint);
  const renewedPaths = new Map(renewed.map(({ artifact }) => [artifact.key, artifact.path]));

  const toMark = manifest.artifacts.filter(
    ({ key, status, fingerprint, dependsOn }) =>
      status === "current" &&
      fingerprint !== undefined &&
      !selectedKeys.has(key) &&
      dependsOn.some((source) => renewedPaths.has(source.key)),
  );
  const causes = [...findCauses(manifest, observations)].filter((key) => !selectedKeys.has(key));
  const impact = findImpact(dependencyGraph(manifest), new Set(causes));
  const pathOf = new Map(manifest.artifacts.map(({ key, path }) => [key, path]));
  return {
    edits: [
      ...selected.flatMap(({ artifact, fingerprint }) => editArtifact(artifact, fingerprint, { at, reason })),
      ...toMark.map(({ index }) => ({ path: ["artifacts", index, "status"], value: "needs-review" })),
    ],
    acknowledged: selected.map(({ artifact, fingerprint }) => ({
      path: artifact.path,
      fingerprint,
      ...(artifact.fingerprint === undefined ? {} : { previousFingerprint: artifact.fingerprint }),
    })),
    marked: toMark.map(({ path, dependsOn }) => ({
      path,
      because: [...new Set(dependsOn.flatMap(({ key }) => renewedPaths.get(key) ?? []))],
    })),
    warnings: impact.effects
      .filter(({ key }) => selectedKeys.has(key))
      .map(({ key, cause, distance }) => ({
        path: pathOf.get(key) ?? key,
        source: pathOf.get(cause) ?? cause,
        distance,
      })),
  };
}
