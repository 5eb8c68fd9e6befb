/** Whether a change may be made, given who owns its target. Pure. */

import type { CodedError } from "pi-extension-core/errors";
import { type RobloxErrorCode, robloxError } from "../../errors.ts";
import type { Owner, Ownership } from "./ownership.ts";

export interface WritePolicy {
  /** Where the change would be made: in the place that is open in Studio, or in a file of the workspace. */
  readonly via: "studio" | "file";
  /** Setting `ownership.blockAmbiguousWrites`. */
  readonly blockAmbiguousWrites: boolean;
}

type WriteVerdict =
  /** `warning`: what the user should know although it is allowed. */
  | { readonly isAllowed: true; readonly warning: string | undefined }
  | { readonly isAllowed: false; readonly code: RobloxErrorCode; readonly message: string; readonly hint: string };

const CODES: Readonly<Record<Owner, RobloxErrorCode>> = {
  "rojo-owned": "OWNED_BY_ROJO",
  "studio-owned": "OWNED_BY_STUDIO",
  "script-sync-owned": "OWNED_BY_SCRIPT_SYNC",
  "ambiguous-rojo-scope": "OWNERSHIP_AMBIGUOUS",
  "filesystem-unmapped": "TARGET_READ_ONLY",
  "generated-output": "TARGET_READ_ONLY",
  "external-package": "TARGET_READ_ONLY",
  "binary-asset": "TARGET_READ_ONLY",
  "symbolic-link": "TARGET_READ_ONLY",
  "ownership-unresolved": "OWNERSHIP_UNRESOLVED",
  "outside-workspace": "TARGET_READ_ONLY",
  protected: "TARGET_READ_ONLY",
};

export function mayWrite(ownership: Ownership, policy: WritePolicy): WriteVerdict {
  return policy.via === "studio" ? mayWriteInStudio(ownership, policy) : mayWriteFile(ownership);
}

function mayWriteInStudio(ownership: Ownership, { blockAmbiguousWrites }: WritePolicy): WriteVerdict {
  if (ownership.owner === "studio-owned") return { isAllowed: true, warning: ownership.disagreement };
  if (ownership.owner === "ambiguous-rojo-scope" && !blockAmbiguousWrites)
    return { isAllowed: true, warning: ownership.reason };
  return refused(ownership, CODES[ownership.owner]);
}

function mayWriteFile(ownership: Ownership): WriteVerdict {
  const { owner, files, disagreement } = ownership;
  const isWritable = owner === "rojo-owned" || owner === "script-sync-owned" || owner === "filesystem-unmapped";
  if (!isWritable) return refused(ownership, CODES[owner]);
  // A file by its name is never in doubt; an instance may come from none or several.
  if (ownership.target.kind === "instance" && files.length !== 1) return refused(ownership, "OWNERSHIP_AMBIGUOUS");
  return { isAllowed: true, warning: disagreement };
}

function refused({ reason, whatToDo }: Ownership, code: RobloxErrorCode): WriteVerdict {
  return { isAllowed: false, code, message: reason, hint: whatToDo };
}

/**
 * @returns what the user should know although the change is allowed
 * @throws the code of the verdict, with `data.owner` and `data.files`
 */
export function requireMayWrite(ownership: Ownership, policy: WritePolicy): string | undefined {
  const verdict = mayWrite(ownership, policy);
  if (verdict.isAllowed) return verdict.warning;
  throw refusal(ownership, verdict);
}

function refusal(
  ownership: Ownership,
  { code, message, hint }: Extract<WriteVerdict, { isAllowed: false }>,
): CodedError {
  const { owner, files, target } = ownership;
  return robloxError(code, message, { hint, data: { owner, files, target } });
}
