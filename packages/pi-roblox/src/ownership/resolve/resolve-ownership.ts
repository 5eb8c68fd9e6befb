/**
 * Decides who owns an instance or a file. The rules, strongest first:
 *
 * 1. What a map has is Rojo's, unless a map that is neither old nor partial has nothing there: then it is unresolved.
 * 2. What the source file of it is (outside, protected, link, generated, package, binary) counts more than that Rojo maps it.
 * 3. What no map has below something mapped is ambiguous, unless a configured Studio root is nearer than that.
 * 4. What no map has nor anything above it is Studio's, when at least one map is neither old nor partial; else unresolved.
 * 5. What Script Sync holds is Script Sync's; what Rojo claims as well is unresolved.
 *
 * So evidence that is missing, old or partial never makes Studio the owner of what Rojo owns by the evidence. Pure.
 */

import type { OwnershipEvidence } from "./evidence.ts";
import type { Ownership, OwnershipTarget } from "./ownership.ts";
import { resolveFile } from "./resolve-file.ts";
import { resolveInstance } from "./resolve-instance.ts";
import { withScriptSync } from "./script-sync.ts";

/** Never throws, for any names and paths. */
export function resolveOwnership(target: OwnershipTarget, evidence: OwnershipEvidence): Ownership {
  const ownership =
    target.kind === "instance" ? resolveInstance(target.path, evidence) : resolveFile(target.file, evidence);
  return withScriptSync(ownership, evidence);
}
