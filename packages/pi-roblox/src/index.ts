/** pi-roblox: Rojo projects and Roblox Studio for Pi. Wiring only: nothing starts here. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { markFailures, registerApprovalFlag } from "pi-adapter";
import { registerRobloxCommand } from "./integration/commands/roblox.ts";
import { registerStatusInjection } from "./integration/hooks/inject-status.ts";
import { registerLifecycle } from "./integration/hooks/lifecycle.ts";
import { registerWriteNotes } from "./integration/hooks/note-writes.ts";
import { Sessions } from "./integration/sessions.ts";
import { registerDoctorTool } from "./integration/tools/doctor-tool.ts";
import { registerInspectTool } from "./integration/tools/inspect-tool.ts";
import { registerRojoTool } from "./integration/tools/rojo-tool.ts";
import { registerSearchTool } from "./integration/tools/search-tool.ts";
import { registerStatusTool } from "./integration/tools/status-tool.ts";

export default function piRoblox(pi: ExtensionAPI): void {
  const flag = registerApprovalFlag(
    pi,
    "pi-roblox-approve",
    "Approve, for this run, programs and arguments that the project names (ids from APPROVAL_REQUIRED)",
  );
  const sessions = new Sessions(flag);
  registerStatusTool(pi, sessions);
  registerDoctorTool(pi, sessions);
  registerSearchTool(pi, sessions);
  registerInspectTool(pi, sessions);
  registerRojoTool(pi, sessions);
  registerRobloxCommand(pi, sessions);
  registerLifecycle(pi, sessions);
  registerStatusInjection(pi, sessions);
  registerWriteNotes(pi, sessions);
  markFailures(pi, ["roblox_status", "roblox_doctor", "roblox_search", "roblox_inspect", "roblox_rojo"]);
}
