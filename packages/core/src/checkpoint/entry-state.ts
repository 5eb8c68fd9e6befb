/** What stands at one path, as far as a checkpoint can bring it back, and when two such states are the same. Pure. */

import type { Fingerprint } from "../fs/index.ts";

export interface FileState {
  readonly kind: "file";
  readonly fingerprint: Fingerprint;
  readonly sizeBytes: number;
  /** Permission bits, 0 to 0o777; the set-id and sticky bits are not part of a checkpoint. */
  readonly mode: number;
}

export type EntryState =
  | { readonly kind: "absent" }
  | FileState
  | { readonly kind: "directory"; readonly mode: number }
  /** `target` is the text of the link; it is never followed. */
  | { readonly kind: "symlink"; readonly target: string }
  /** A pipe, socket or device. It can be seen, but not saved. */
  | { readonly kind: "other" };

export type StateDifference = "kind" | "content" | "mode";

/** How `b` differs from `a`, the weightiest first; undefined when it does not. */
export function differenceOf(a: EntryState, b: EntryState): StateDifference | undefined {
  if (a.kind !== b.kind) return "kind";
  if (a.kind === "symlink" && b.kind === "symlink") return a.target === b.target ? undefined : "content";
  if (a.kind === "file" && b.kind === "file" && a.fingerprint !== b.fingerprint) return "content";
  return "mode" in a && "mode" in b && a.mode !== b.mode ? "mode" : undefined;
}
