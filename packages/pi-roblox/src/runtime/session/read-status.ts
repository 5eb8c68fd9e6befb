/** Takes the status of a session as it is now, without waiting for anything. */

import { describeServer } from "../doctor/server-facts.ts";
import type { RobloxSession } from "./roblox-session.ts";
import { footerOf, mapStatus, type SessionStatus, shortServer } from "./status.ts";

function describeTree(session: RobloxSession): string | undefined {
  const state = session.treeKeeper?.state;
  if (state === undefined) return undefined;
  return "reason" in state ? `${state.kind}: ${state.reason}` : state.kind;
}

export function readStatus(session: RobloxSession): SessionStatus {
  const { root, clock } = session.options;
  const { parts } = session;
  const maps = [session.treeKeeper?.map, session.lastProjectMap, parts?.sourcemap.map];
  return {
    workspace: root,
    steps: session.reports,
    server: parts === undefined ? undefined : describeServer(parts.rojo.server.state, parts.rojo.address.text),
    liveTree: describeTree(session),
    maps: maps.filter((map) => map !== undefined).map((map) => mapStatus(map, clock.now())),
  };
}

export function readFooter(session: RobloxSession): string | undefined {
  const phase = session.parts?.rojo.server.state.phase;
  return footerOf({ steps: session.reports, server: phase === undefined ? undefined : shortServer(phase) });
}
