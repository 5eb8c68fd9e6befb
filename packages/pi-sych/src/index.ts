/** pi-sych: file-first project state for Pi. Wiring only. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { markFailures, registerApprovalFlag, SessionHolder } from "pi-adapter";
import { registerStatusCommand } from "./commands/pi-sych-status.ts";
import { registerFooter } from "./hooks/footer.ts";
import { registerStatusEntry } from "./render/status-entry.ts";
import { openSession } from "./session/open-session.ts";
import { registerProjectStatus } from "./tools/project-status.ts";

const FLAG = "pi-sych-approve";
const FLAG_MEANING =
  "Approve, for this run, paths outside the project that SYNC.json names (ids from APPROVAL_REQUIRED)";

export default function piSych(pi: ExtensionAPI): void {
  const flag = registerApprovalFlag(pi, FLAG, FLAG_MEANING);
  const sessions = new SessionHolder((cwd) => openSession(cwd, flag));
  registerProjectStatus(pi, sessions);
  registerStatusCommand(pi, sessions);
  registerStatusEntry(pi);
  registerFooter(pi, sessions);
  markFailures(pi, ["project_status"]);
  pi.on("session_shutdown", () => sessions.end());
}
