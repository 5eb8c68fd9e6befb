/**
 * Holds the one session of an extension instance. Everything heavy loads when a session is first used, not when Pi
 * starts: the factory only registers.
 */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export interface Disposable {
  dispose(): void | Promise<void>;
}

interface OpenSession<Session> {
  readonly cwd: string;
  readonly session: Promise<Session>;
}

export class SessionHolder<Session extends Disposable> {
  readonly #openSession: (cwd: string) => Promise<Session>;
  #open: OpenSession<Session> | undefined;

  /** @param openSession makes the session of an absolute working directory */
  constructor(openSession: (cwd: string) => Promise<Session>) {
    this.#openSession = openSession;
  }

  /** The session of the working directory of `ctx`, opened on first use. */
  async current({ cwd }: Pick<ExtensionContext, "cwd">): Promise<Session> {
    if (this.#open?.cwd === cwd) return this.#open.session;
    const ended = this.end();
    const session = this.#openSession(cwd);
    this.#open = { cwd, session };
    await ended;
    return session;
  }

  /** The session that is open, without opening one. */
  get opened(): Promise<Session> | undefined {
    return this.#open?.session;
  }

  /** Ends the session and what runs in it; safe to call without one. */
  async end(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) await (await open.session).dispose();
  }
}
