/** What to do about the server, from what answers at its address. Pure. */

import type { Probe } from "../api/probe-server.ts";
import type { ServerInfo } from "../api/server-info.ts";
import type { ServeAddress } from "./serve-address.ts";
import { type ExpectedProject, matchIdentity } from "./server-identity.ts";
import {
  foreignListener,
  hostRefused,
  otherPlaces,
  otherProject,
  type ServerProblem,
  silentListener,
} from "./server-problem.ts";

export interface ServerGoal {
  readonly address: ServeAddress;
  readonly expected: ExpectedProject;
}

export type ServerPlan =
  /** A server of this project runs: use it. */
  | { readonly kind: "adopt"; readonly server: ServerInfo }
  /** The port is free. */
  | { readonly kind: "start" }
  /** The port is taken. Nothing is started beside what has it. */
  | { readonly kind: "refuse"; readonly problem: ServerProblem };

export function planServer(probe: Probe, { address, expected }: ServerGoal): ServerPlan {
  switch (probe.kind) {
    case "nothing":
      return { kind: "start" };
    case "foreign":
      return { kind: "refuse", problem: foreignListener(address, probe.detail) };
    case "host-refused":
      return { kind: "refuse", problem: hostRefused(address) };
    case "silent":
      return { kind: "refuse", problem: silentListener(address) };
    case "rojo":
      switch (matchIdentity(probe.server, expected)) {
        case "same":
          return { kind: "adopt", server: probe.server };
        case "other-project":
          return { kind: "refuse", problem: otherProject(address, probe.server, expected) };
        case "other-places":
          return { kind: "refuse", problem: otherPlaces(address, probe.server, expected) };
      }
  }
}

/** For messages: what answered last while a server was awaited. */
export function describeProbe(probe: Probe): string {
  switch (probe.kind) {
    case "nothing":
      return "nothing listens";
    case "silent":
      return "it listens and is silent";
    case "host-refused":
      return "it refuses this address";
    case "foreign":
      return `something else answers: ${probe.detail}`;
    case "rojo":
      return `a Rojo for ${JSON.stringify(probe.server.projectName)} answers`;
  }
}
