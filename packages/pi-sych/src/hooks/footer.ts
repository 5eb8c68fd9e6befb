/** Shows at the start of a session what SYNC.json says, so that its user knows the project is tracked. */

import { homedir } from "node:os";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isCodedError } from "pi-extension-core/errors";
import { locateManifest } from "../project/locate.ts";
import { FOOTER_KEY, footerOfFailure, footerOfManifest } from "../render/footer.ts";
import type { Sessions } from "../session/open-session.ts";

async function footerAtStart(sessions: Sessions, ctx: ExtensionContext): Promise<string | undefined> {
  try {
    const { manifestPath } = await locateManifest(ctx.cwd, homedir());
    // Most projects have none: then nothing more is loaded.
    if (manifestPath === undefined) return undefined;
    const project = await (await sessions.current(ctx)).glance();
    return project && footerOfManifest(project.manifest);
  } catch (error) {
    if (isCodedError(error)) return footerOfFailure(error);
    throw error;
  }
}

export function registerFooter(pi: ExtensionAPI, sessions: Sessions): void {
  pi.on("session_start", async (_event, ctx) => {
    if (ctx.hasUI) ctx.ui.setStatus(FOOTER_KEY, await footerAtStart(sessions, ctx));
  });
}
