/** pi-sych: file-first project state for Pi. Wiring only. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerStatusCommand } from "./commands/pi-sych-status.ts";
import { registerFooter } from "./hooks/footer.ts";
import { registerApprovalFlag } from "./pi/approval.ts";
import { markFailures } from "./pi/tool-result.ts";
import { registerStatusEntry } from "./render/status-entry.ts";
import { SessionHolder } from "./session/session-holder.ts";
import { registerProjectStatus } from "./tools/project-status.ts";

export default function piSych(pi: ExtensionAPI): void {
  const sessions = new SessionHolder(pi);
  registerApprovalFlag(pi);
  registerProjectStatus(pi, sessions);
  registerStatusCommand(pi, sessions);
  registerStatusEntry(pi);
  registerFooter(pi, sessions);
  markFailures(pi, ["project_status"]);
  pi.on("session_shutdown", () => sessions.end());
}
