/** How the user approves what a project asks for: by a question where there is somebody to ask, else by a flag. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ApprovalUi } from "pi-extension-core/approval";

const FLAG = "pi-sych-approve";

/** The flag as it is typed. */
export const APPROVAL_FLAG = `--${FLAG}`;

export function registerApprovalFlag(pi: ExtensionAPI): void {
  pi.registerFlag(FLAG, {
    type: "string",
    description: "Approve, for this run, paths outside the project that SYNC.json names (ids from APPROVAL_REQUIRED)",
  });
}

/** Ids given to the flag, separated by commas or spaces. */
export function flagApprovedIds(pi: ExtensionAPI): readonly string[] {
  const value = pi.getFlag(FLAG);
  return typeof value === "string" ? value.split(/[\s,]+/).filter((id) => id !== "") : [];
}

/** Undefined in print and JSON mode. */
export function approvalUi(ctx: ExtensionContext): ApprovalUi | undefined {
  if (!ctx.hasUI) return undefined;
  return { confirm: (title, body, signal) => ctx.ui.confirm(title, body, { signal }) };
}
