/** Tells the session what Pi's own tools have written, so that its indexes need not look for it. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Sessions } from "../sessions.ts";

const NAMING: readonly string[] = ["edit", "write"];

export function registerWriteNotes(pi: ExtensionAPI, sessions: Sessions): void {
  pi.on("tool_result", async ({ toolName, input }) => {
    if (toolName !== "bash" && !NAMING.includes(toolName)) return;
    const session = await sessions.opened();
    const file = input["path"];
    await session?.noteWritten(toolName === "bash" || typeof file !== "string" ? undefined : file);
  });
}
