/** The one session of the extension in a working directory. What is heavy loads when it is first used. */

import { realpath } from "node:fs/promises";
import { CONFIG_DIR_NAME, type ExtensionContext, getAgentDir } from "@earendil-works/pi-coding-agent";
import { type ApprovalFlag, approvalUi, SessionHolder } from "pi-adapter";
import { systemClock } from "pi-extension-core/seams";
import type { RobloxSession } from "../runtime/session/roblox-session.ts";

export class Sessions {
  readonly #holder: SessionHolder<RobloxSession>;

  constructor(flag: ApprovalFlag) {
    this.#holder = new SessionHolder(async (cwd) => {
      const { RobloxSession } = await import("../runtime/session/roblox-session.ts");
      return new RobloxSession({
        root: await realpath(cwd),
        cwd,
        agentDir: getAgentDir(),
        configDirName: CONFIG_DIR_NAME,
        env: process.env,
        platform: process.platform,
        clock: systemClock,
        approvalFlag: flag.text,
        flagApproved: flag.approvedIds(),
      });
    });
  }

  /** With the steps of its start begun; nobody waits for them. */
  async current(ctx: ExtensionContext): Promise<RobloxSession> {
    const session = await this.#holder.current(ctx);
    void session.start(approvalUi(ctx));
    return session;
  }

  /** Undefined while none is open. */
  async opened(): Promise<RobloxSession | undefined> {
    return this.#holder.opened;
  }

  end(): Promise<void> {
    return this.#holder.end();
  }
}
