/**
 * Holds the one session of an extension instance. Everything heavy loads when a session is first used, not when Pi
 * starts: the factory only registers.
 */

import { homedir } from "node:os";
import {
  CONFIG_DIR_NAME,
  type ExtensionAPI,
  type ExtensionContext,
  getAgentDir,
  withFileMutationQueue,
} from "@earendil-works/pi-coding-agent";
import { systemClock } from "pi-extension-core/seams";
import { APPROVAL_FLAG, flagApprovedIds } from "../pi/approval.ts";
import type { Session } from "./session.ts";

interface OpenSession {
  readonly cwd: string;
  readonly session: Promise<Session>;
}

async function openSession(pi: ExtensionAPI, cwd: string): Promise<Session> {
  const { Session } = await import("./session.ts");
  return new Session({
    cwd,
    home: homedir(),
    agentDir: getAgentDir(),
    configDirName: CONFIG_DIR_NAME,
    clock: systemClock,
    approvalFlag: APPROVAL_FLAG,
    flagApproved: flagApprovedIds(pi),
    exclusively: withFileMutationQueue,
  });
}

export class SessionHolder {
  readonly #pi: ExtensionAPI;
  #open: OpenSession | undefined;

  constructor(pi: ExtensionAPI) {
    this.#pi = pi;
  }

  /** The session of the working directory of `ctx`, opened on first use. */
  async current({ cwd }: Pick<ExtensionContext, "cwd">): Promise<Session> {
    if (this.#open?.cwd === cwd) return this.#open.session;
    const ended = this.end();
    const session = openSession(this.#pi, cwd);
    this.#open = { cwd, session };
    await ended;
    return session;
  }

  /** Ends the session and what runs in it; safe to call without one. */
  async end(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) (await open.session).dispose();
  }
}
