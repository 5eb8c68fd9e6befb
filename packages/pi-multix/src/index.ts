/** pi-multix: the multix media CLI as tools for Pi. Wiring only: nothing starts here. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { markFailures, registerApprovalFlag } from "pi-adapter";
import { registerMultixCommand } from "./commands/multix.ts";
import { registerFooter } from "./hooks/footer.ts";
import { createSessions } from "./session/open-session.ts";
import { registerCheckTool } from "./tools/check-tool.ts";
import { mediaTools } from "./tools/media-tools.ts";
import { registerModelsTool } from "./tools/models-tool.ts";
import { registerRunTool } from "./tools/run-tool.ts";
import { registerTableTool } from "./tools/table-tool.ts";

export default function piMultix(pi: ExtensionAPI): void {
  const flag = registerApprovalFlag(
    pi,
    "pi-multix-approve",
    "Approve, for this run, a multix CLI installed in the project (ids from APPROVAL_REQUIRED)",
  );
  const sessions = createSessions(flag);
  registerCheckTool(pi, sessions);
  registerModelsTool(pi, sessions);
  for (const spec of mediaTools) registerTableTool(pi, sessions, spec);
  registerRunTool(pi, sessions);
  registerMultixCommand(pi, sessions);
  registerFooter(pi, sessions);
  markFailures(pi, ["multix_check", "multix_models", "multix_run", ...mediaTools.map(({ tool }) => `multix_${tool}`)]);
  pi.on("session_shutdown", () => sessions.end());
}
