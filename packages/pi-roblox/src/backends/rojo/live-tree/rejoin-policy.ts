/** Whether to try again after a session with a server ended, and when. Pure. */

import { type CodedError, hasCode } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";
import type { Probe } from "../api/probe-server.ts";

export interface RejoinOptions {
  /** Pause after the first failure; it doubles with each further one. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** How often in a row a server may talk nonsense, or hang up right away, before it is left alone. */
  readonly maxStrikes: number;
}

/** Failures since a change was last taken up, or the tree was followed for a while. */
export interface Failures {
  readonly count: number;
  readonly strikes: number;
}

export const NO_FAILURES: Failures = { count: 0, strikes: 0 };

export type Rejoin =
  | { readonly kind: "retry"; readonly delayMs: number; readonly failures: Failures }
  | { readonly kind: "give-up" };

/** A server that hangs up sooner makes us read its whole tree again and again. */
const BRIEF_MS = 1000;
/** A connection of this length shows that the server is all right. */
const LASTING_MS = 10_000;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a probe did not find a server to follow. */
export function probeError(probe: Exclude<Probe, { kind: "rojo" }>): CodedError {
  switch (probe.kind) {
    case "nothing":
      return robloxError("ROJO_SERVER_LOST", "No rojo server runs there");
    case "silent":
      return robloxError("ROJO_SERVER_LOST", "The rojo server does not answer");
    case "foreign":
      return robloxError("ROJO_ANSWER_INVALID", `Something else has the port: ${probe.detail}`);
    case "host-refused":
      return robloxError("ROJO_SERVER_UNUSABLE", "The rojo server does not accept this host name", {
        hint: "Add the name to serveAllowedHosts of the project, or use the IP address.",
      });
  }
}

/**
 * @param error what ended the session. Anything but a lost connection or nonsense is not mended by trying again.
 * @param followedForMs how long the tree was followed; undefined when it came not so far
 */
export function planRejoin(
  error: unknown,
  followedForMs: number | undefined,
  before: Failures,
  options: RejoinOptions,
): Rejoin {
  const isNonsense = hasCode(error, "ROJO_ANSWER_INVALID");
  if (!isNonsense && !hasCode(error, "ROJO_SERVER_LOST")) return { kind: "give-up" };
  const { count, strikes } = (followedForMs ?? 0) >= LASTING_MS ? NO_FAILURES : before;
  const isStrike = isNonsense || (followedForMs !== undefined && followedForMs < BRIEF_MS);
  const failures: Failures = { count: count + 1, strikes: isStrike ? strikes + 1 : strikes };
  if (failures.strikes >= options.maxStrikes) return { kind: "give-up" };
  // 2 ** 30 is past any sensible pause already; far beyond it the product would leave the numbers.
  const delayMs = Math.min(options.maxDelayMs, options.firstDelayMs * 2 ** Math.min(count, 30));
  return { kind: "retry", delayMs, failures };
}
