/** Gives the model one line of status with each prompt, where the configuration asks for it. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Sessions } from "../sessions.ts";

export function registerStatusInjection(pi: ExtensionAPI, sessions: Sessions): void {
  pi.on("before_agent_start", async () => {
    const session = await sessions.opened();
    // Only what is known already: a prompt waits for nothing.
    if (session?.knownConfig?.context.injectStatus !== true) return undefined;
    const { readStatus } = await import("../../runtime/session/read-status.ts");
    const { statusLine } = await import("../../runtime/session/status.ts");
    const content = statusLine(readStatus(session));
    return { message: { customType: "pi-roblox-status", content, display: false } };
  });
}
