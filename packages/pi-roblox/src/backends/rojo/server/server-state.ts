/**
 * The life of the server that this session uses, as one function of state and event. Each state says what the driver has
 * to do in it: look (`checking`), start (`starting`), wait for the end (`ready`), pause (`restarting`), look now and then
 * (`adopted`); in the others, nothing. Pure.
 */

import type { Probe } from "../api/probe-server.ts";
import type { ServerInfo } from "../api/server-info.ts";
import { planServer, type ServerGoal } from "./plan-server.ts";
import { decideRestart, type RestartPolicy } from "./restart-policy.ts";
import type { ServerExit } from "./server-exit.ts";
import { failedStart, type ServerProblem, silentListener } from "./server-problem.ts";

/** What a search for a server may do, and what has happened in it. */
interface Attempt {
  readonly mayStart: boolean;
  /** Deaths of our servers that still count, in epoch milliseconds. */
  readonly deathsMs: readonly number[];
  /** A server of ours found the port taken although nothing had answered there. */
  readonly foundPortTaken: boolean;
}

export type ServerState =
  | {
      readonly phase: "stopped";
      /** `by-request` holds until a start is asked for; the others until somebody needs the server. */
      readonly reason: "not-started" | "auto-start-off" | "by-request" | "adopted-gone";
    }
  | { readonly phase: "checking"; readonly attempt: Attempt }
  | { readonly phase: "starting"; readonly attempt: Attempt }
  /** Ours, and it answers. */
  | {
      readonly phase: "ready";
      readonly pid: number;
      readonly server: ServerInfo;
      readonly attempt: Attempt;
      /** See `describeVersionMismatch`. */
      readonly versionMismatch: string | undefined;
    }
  /** Of the same project, started by somebody else. */
  | { readonly phase: "adopted"; readonly server: ServerInfo; readonly missedProbes: number }
  /** Ours has died and is started again after the pause. What Studio shows meanwhile is not known. */
  | {
      readonly phase: "restarting";
      readonly exit: ServerExit;
      readonly delayMs: number;
      readonly attempt: Attempt;
    }
  /** Ours has died too often. */
  | { readonly phase: "given-up"; readonly exit: ServerExit; readonly deaths: number }
  | { readonly phase: "unusable"; readonly problem: ServerProblem };

export type ServerEvent =
  /** Somebody needs the server. */
  | { readonly type: "needed" }
  /** The user asks for a start, whatever was before. */
  | { readonly type: "start" }
  | { readonly type: "stop" }
  | { readonly type: "probed"; readonly probe: Probe }
  | {
      readonly type: "answered";
      readonly pid: number;
      readonly server: ServerInfo;
      readonly versionMismatch: string | undefined;
    }
  /** Our server has ended without being asked to. */
  | { readonly type: "exited"; readonly exit: ServerExit }
  /** There is no server, and trying again at once is useless. */
  | { readonly type: "failed"; readonly problem: ServerProblem }
  | { readonly type: "pause-over" };

export interface ServerRules extends ServerGoal {
  readonly autoStart: boolean;
  readonly restarts: RestartPolicy;
}

export const INITIAL_STATE: ServerState = { phase: "stopped", reason: "not-started" };

/** Once missed may be a server that is just restarting; a busy one may be silent for longer. */
const MAX_MISSED = { nothing: 1, silent: 2 };

export function isSettled(state: ServerState): boolean {
  return state.phase !== "checking" && state.phase !== "starting" && state.phase !== "restarting";
}

const check = (mayStart: boolean): ServerState => ({
  phase: "checking",
  attempt: { mayStart, deathsMs: [], foundPortTaken: false },
});

function whenNeeded(state: ServerState, { autoStart }: ServerRules): ServerState {
  const isHeld = state.phase === "stopped" && state.reason === "by-request";
  const canRetry = state.phase === "stopped" || state.phase === "unusable";
  return canRetry && !isHeld ? check(autoStart) : state;
}

function whenProbed(state: ServerState, probe: Probe, rules: ServerRules): ServerState {
  if (state.phase === "adopted") return whenWatched(state, probe, rules);
  if (state.phase !== "checking" && state.phase !== "starting") return state;
  const plan = planServer(probe, rules);
  if (plan.kind === "adopt") return { phase: "adopted", server: plan.server, missedProbes: 0 };
  if (plan.kind === "refuse") return { phase: "unusable", problem: plan.problem };
  if (state.attempt.mayStart) return { phase: "starting", attempt: state.attempt };
  return { phase: "stopped", reason: "auto-start-off" };
}

function whenWatched(state: Extract<ServerState, { phase: "adopted" }>, probe: Probe, rules: ServerRules): ServerState {
  const missedProbes = state.missedProbes + 1;
  if (probe.kind === "nothing") {
    if (missedProbes <= MAX_MISSED.nothing) return { ...state, missedProbes };
    return rules.autoStart ? check(true) : { phase: "stopped", reason: "adopted-gone" };
  }
  if (probe.kind === "silent")
    return missedProbes <= MAX_MISSED.silent
      ? { ...state, missedProbes }
      : { phase: "unusable", problem: silentListener(rules.address) };
  const plan = planServer(probe, rules);
  if (plan.kind !== "adopt") return plan.kind === "refuse" ? { phase: "unusable", problem: plan.problem } : state;
  const isSame = plan.server.sessionId === state.server.sessionId;
  return isSame && state.missedProbes === 0 ? state : { phase: "adopted", server: plan.server, missedProbes: 0 };
}

function whenExited(state: ServerState, exit: ServerExit, rules: ServerRules): ServerState {
  if (state.phase !== "starting" && state.phase !== "ready") return state;
  const { attempt } = state;
  // Somebody was faster, as when two sessions start at once. What runs there now may be what is wanted.
  if (exit.kind === "port-busy" && !attempt.foundPortTaken)
    return { phase: "checking", attempt: { ...attempt, foundPortTaken: true } };
  // What never worked does not work better the second time.
  const neverWorked = state.phase === "starting" && attempt.deathsMs.length === 0;
  if (neverWorked || exit.kind === "port-busy") return { phase: "unusable", problem: failedStart(rules.address, exit) };
  const decision = decideRestart(attempt.deathsMs, exit.atMs, rules.restarts);
  const { deathsMs } = decision;
  if (decision.kind === "give-up") return { phase: "given-up", exit, deaths: deathsMs.length };
  return { phase: "restarting", exit, delayMs: decision.delayMs, attempt: { ...attempt, deathsMs } };
}

function whenFailed(state: ServerState, problem: ServerProblem): ServerState {
  return state.phase === "starting" || state.phase === "checking" ? { phase: "unusable", problem } : state;
}

/** The state after the event; the same object when the event means nothing in it. */
export function nextState(state: ServerState, event: ServerEvent, rules: ServerRules): ServerState {
  switch (event.type) {
    case "needed":
      return whenNeeded(state, rules);
    case "start":
      return state.phase === "ready" || state.phase === "adopted" || !isSettled(state) ? state : check(true);
    case "stop":
      return { phase: "stopped", reason: "by-request" };
    case "probed":
      return whenProbed(state, event.probe, rules);
    case "answered": {
      if (state.phase !== "starting") return state;
      const { pid, server, versionMismatch } = event;
      return { phase: "ready", pid, server, versionMismatch, attempt: { ...state.attempt, foundPortTaken: false } };
    }
    case "exited":
      return whenExited(state, event.exit, rules);
    case "failed":
      return whenFailed(state, event.problem);
    case "pause-over":
      return state.phase === "restarting" ? { phase: "checking", attempt: state.attempt } : state;
  }
}
