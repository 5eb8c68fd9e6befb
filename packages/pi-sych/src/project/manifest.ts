/**
 * What SYNC.json version 2 means once it is read. Paths are relative to the project root, with forward slashes and
 * without `.` or `..`; two spellings of one file have the same `key`. Fields that are not named here stay in the file and
 * mean nothing to us. Pure.
 */

import type { Fingerprint } from "pi-extension-core/fs";

export const ARTIFACT_STATUSES = ["current", "stale", "needs-review", "conflicted", "missing"] as const;

/** What was last written down about an artifact; what its bytes say now is an {@link Observation}. */
export type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number];

export interface Dependency {
  readonly path: string;
  readonly key: string;
  readonly reason: string | undefined;
}

export interface Acknowledgement {
  readonly at: string | undefined;
  readonly reason: string | undefined;
}

export interface Artifact {
  /** Position in the `artifacts` array, for edits. */
  readonly index: number;
  /** As written, without needless parts; what is shown and opened. */
  readonly path: string;
  /** The path in Unicode normal form C; what is compared. */
  readonly key: string;
  /** Absent until the first acknowledgement. */
  readonly fingerprint: Fingerprint | undefined;
  readonly status: ArtifactStatus;
  readonly role: string | undefined;
  readonly authoritativeFor: readonly string[];
  readonly updateFrom: readonly string[];
  readonly dependsOn: readonly Dependency[];
  readonly acknowledgement: Acknowledgement | undefined;
  /** Whether the file holds an `acknowledgement` object whose other fields an edit must keep. */
  readonly hasAcknowledgement: boolean;
}

/** A configured place of a well-known document, such as `project` or `agents`. */
export interface CanonicalName {
  readonly name: string;
  /** As written; may be absolute or lead out of the project. */
  readonly path: string;
}

export interface Manifest {
  /** As written, relative to the folder of SYNC.json; `.` when absent. */
  readonly projectRoot: string;
  readonly canonical: readonly CanonicalName[];
  readonly artifacts: readonly Artifact[];
}

/** Name of the file that a project is found by. */
export const MANIFEST_NAME = "SYNC.json";
export const MANIFEST_VERSION = 2;
/** What core edits at most; 20,000 artifacts with all their fields fit in. */
export const MAX_MANIFEST_BYTES = 10_000_000;
export const MAX_MANIFEST_DEPTH = 32;
export const MAX_ARTIFACTS = 20_000;

/** Paths are compared in this form: macOS may hand out decomposed names for what was typed composed. */
export function pathKey(path: string): string {
  return path.normalize("NFC");
}
