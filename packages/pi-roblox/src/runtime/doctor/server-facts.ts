/** The state of the server in words, for status and doctor. Pure. */

import type { ServerState } from "../../backends/rojo/server/server-state.ts";
import { fail, notWanted, pass, unchecked, warn } from "./facts.ts";

/** @param address as people write it */
export function describeServer(state: ServerState, address: string): string {
  switch (state.phase) {
    case "ready":
      return `ours, Rojo ${state.server.serverVersion} on ${address} (pid ${state.pid})`;
    case "adopted":
      return `of somebody else, Rojo ${state.server.serverVersion} on ${address}`;
    case "stopped":
      return {
        "not-started": "not looked for yet",
        "auto-start-off": `none on ${address}, and rojo.server.autoStart is off`,
        "by-request": "stopped by request",
        "adopted-gone": `the one on ${address} has ended`,
      }[state.reason];
    case "checking":
      return `looking at ${address}`;
    case "starting":
      return `starting on ${address}`;
    case "restarting":
      return "it ended and is started again; what Studio shows meanwhile is not known";
    case "given-up":
      return `it ended ${state.deaths} times and is not started again`;
    case "unusable":
      return state.problem.error.message;
  }
}

/** The same as a fact of the doctor. */
export function serverFact(state: ServerState, address: string) {
  const detail = describeServer(state, address);
  switch (state.phase) {
    case "ready":
      return state.versionMismatch === undefined
        ? pass(detail)
        : warn(`${detail}; ${state.versionMismatch}`, "Restart the server, or use one version of Rojo for both.");
    case "adopted":
      return pass(detail);
    case "stopped":
      if (state.reason === "not-started") return unchecked(detail);
      return state.reason === "adopted-gone"
        ? warn(detail, "Start it again, or run /roblox rojo start.")
        : notWanted(detail);
    case "checking":
    case "starting":
      return unchecked(detail, "Run the doctor again in a moment.");
    case "restarting":
      return warn(detail, "Wait a moment; see the log with /roblox rojo log.");
    case "given-up":
      return fail(detail, "See the log with /roblox rojo log, then run /roblox rojo start.");
    case "unusable":
      return fail(detail, state.problem.error.hint ?? "Run /roblox rojo start when that is solved.");
  }
}
