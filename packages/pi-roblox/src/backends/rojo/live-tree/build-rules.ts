/** Which parts of a server's answers the live tree keeps: all but properties, of which it keeps a digest of the Source. Pure. */

import type { BuildRules, Treatment } from "../api/value-builder.ts";

export interface TreeLimits {
  /** Instances in the tree; a project with more is not followed. */
  readonly maxInstances: number;
  /** Bytes of one answer or message. */
  readonly maxAnswerBytes: number;
}

/** Values that the record of an instance takes: its own, its metadata, and its id in the list of its parent. */
const VALUES_PER_INSTANCE = 16;
const MAX_TEXT_BYTES = 64 * 1024;

function treatmentOf(key: string, parent: string | undefined): Treatment {
  if (parent !== "Properties" && parent !== "changedProperties") return "keep";
  return key === "Source" ? "digest" : "skip";
}

export function buildRules({ maxInstances }: TreeLimits): BuildRules {
  return { treatmentOf, maxValues: 100 + maxInstances * VALUES_PER_INSTANCE, maxTextBytes: MAX_TEXT_BYTES };
}
