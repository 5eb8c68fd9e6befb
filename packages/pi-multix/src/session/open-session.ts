/** Opens the session of a working directory; the modules behind it load only then. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import { getAgentDir } from "@earendil-works/pi-coding-agent";
import { type ApprovalFlag, SessionHolder } from "pi-adapter";
import { systemClock } from "pi-extension-core/seams";
import type { MultixSession } from "./multix-session.ts";

export type MultixSessions = SessionHolder<MultixSession>;

export function createSessions(flag: ApprovalFlag): MultixSessions {
  return new SessionHolder(async (cwd) => {
    const { MultixSession } = await import("./multix-session.ts");
    return new MultixSession({
      cwd,
      agentDir: getAgentDir(),
      extensionDir: path.dirname(fileURLToPath(import.meta.url)),
      env: process.env,
      platform: process.platform,
      execPath: process.execPath,
      clock: systemClock,
      approvalFlag: flag.text,
      flagApproved: flag.approvedIds(),
    });
  });
}
