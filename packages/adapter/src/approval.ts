/** How the user approves what a project asks for: by a question where there is somebody to ask, else by a flag. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ApprovalUi } from "pi-extension-core/approval";

export interface ApprovalFlag {
  /** As it is typed, with dashes. */
  readonly text: string;
  /** Ids given to the flag, separated by commas or spaces. Known once the session has started. */
  approvedIds(): readonly string[];
}

/**
 * @param name without dashes; unique to the extension
 * @param description what the ids allow
 */
export function registerApprovalFlag(pi: ExtensionAPI, name: string, description: string): ApprovalFlag {
  pi.registerFlag(name, { type: "string", description });
  return {
    text: `--${name}`,
    approvedIds: () => {
      const value = pi.getFlag(name);
      return typeof value === "string" ? value.split(/[\s,]+/).filter((id) => id !== "") : [];
    },
  };
}

const NO = "No";
const YES = "Yes, this once and from now on";

/**
 * Undefined in print and JSON mode. A list with No first instead of Pi's own confirm, where Yes is preselected: an
 * Enter too many must not approve a command.
 */
export function approvalUi(ctx: ExtensionContext): ApprovalUi | undefined {
  if (!ctx.hasUI) return undefined;
  return {
    confirm: async (title, body, signal) => (await ctx.ui.select(`${title}\n\n${body}`, [NO, YES], { signal })) === YES,
  };
}
