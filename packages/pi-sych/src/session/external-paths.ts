/** Approval of canonical paths outside the project: one question for the whole set, answered once for each project. */

import type { Approvals, ApprovalUi } from "pi-extension-core/approval";
import { hasCode } from "pi-extension-core/errors";
import type { ApproveExternal } from "../project/canonical.ts";
import type { Project } from "../project/load-project.ts";

export interface AskOptions {
  /** Undefined where nobody can be asked. */
  readonly ui: ApprovalUi | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called with what the user should know about an answer that could not be recorded. */
  onNote(note: string): void;
}

export function externalPathApproval(approvals: Approvals, project: Project, options: AskOptions): ApproveExternal {
  return async (places) => {
    try {
      const { recordError } = await approvals.ensureApproved(
        {
          projectRoot: project.root,
          purpose: "check documents that SYNC.json names outside the project",
          source: { file: project.manifestPath, fingerprint: project.fingerprint },
          readPaths: places.map(({ absolute }) => absolute),
        },
        options,
      );
      if (recordError !== undefined) options.onNote(`${recordError.message}; the answer holds for this session`);
      return undefined;
    } catch (error) {
      if (!hasCode(error, "APPROVAL_REQUIRED") && !hasCode(error, "APPROVAL_DECLINED")) throw error;
      const { code, message, hint } = error;
      return { code, message, hint };
    }
  };
}
