/** Opens a session on the real machine. What is heavy loads here, when a session is first used, not when Pi starts. */

import { homedir } from "node:os";
import { CONFIG_DIR_NAME, getAgentDir, withFileMutationQueue } from "@earendil-works/pi-coding-agent";
import type { ApprovalFlag, SessionHolder } from "pi-adapter";
import { systemClock } from "pi-extension-core/seams";
import type { Session } from "./session.ts";

/** The one session of an extension instance. */
export type Sessions = SessionHolder<Session>;

/** @param cwd absolute working directory */
export async function openSession(cwd: string, flag: ApprovalFlag): Promise<Session> {
  const { Session } = await import("./session.ts");
  return new Session({
    cwd,
    home: homedir(),
    agentDir: getAgentDir(),
    configDirName: CONFIG_DIR_NAME,
    clock: systemClock,
    approvalFlag: flag.text,
    flagApproved: flag.approvedIds(),
    exclusively: withFileMutationQueue,
  });
}
