/** Keeps the footer true to the job ledger: from the start of a session on, and after each call that may change it. */

import { access } from "node:fs/promises";
import { type ExtensionAPI, type ExtensionContext, getAgentDir } from "@earendil-works/pi-coding-agent";
import { errnoOf } from "pi-extension-core/errors";
import { jobsFolder } from "../multix/jobs/jobs-folder.ts";
import { FOOTER_KEY, footerOfJobs } from "../render/footer.ts";
import type { MultixSessions } from "../session/open-session.ts";

async function footerNow(sessions: MultixSessions, ctx: ExtensionContext): Promise<string | undefined> {
  try {
    await access(jobsFolder(getAgentDir()));
  } catch (error) {
    // Nobody of this user has started a job yet: then nothing more is loaded.
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const session = await sessions.current(ctx);
  return footerOfJobs((await session.ledger().open()).length);
}

export function registerFooter(pi: ExtensionAPI, sessions: MultixSessions): void {
  const update = async (ctx: ExtensionContext): Promise<void> => {
    if (ctx.hasUI) ctx.ui.setStatus(FOOTER_KEY, await footerNow(sessions, ctx));
  };
  pi.on("session_start", (_event, ctx) => update(ctx));
  pi.on("tool_execution_end", async ({ toolName }, ctx) => {
    if (toolName === "multix_video") await update(ctx);
  });
}
