/** What a person or model can do with Rojo, each as a text and as data. */

import path from "node:path";
import { isCodedError } from "pi-extension-core/errors";
import type { ServerState } from "../../backends/rojo/server/server-state.ts";
import { robloxError } from "../../errors.ts";
import type { MapProblem } from "../../ownership/mapper/map-node.ts";
import { describeServer } from "../doctor/server-facts.ts";
import type { RobloxSession, RojoParts } from "../session/roblox-session.ts";

export type RojoActionName = "project" | "server" | "start" | "stop" | "restart" | "log" | "sourcemap" | "version";

export interface RojoAnswer {
  readonly action: RojoActionName;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const MAX_PROBLEMS = 30;

/** @throws what stands in the way of a server; a server that is not wanted is none */
function serverAnswer(action: RojoActionName, state: ServerState, address: string): RojoAnswer {
  if (state.phase === "unusable") throw state.problem.error;
  const server = state.phase === "ready" || state.phase === "adopted" ? state.server : undefined;
  return {
    action,
    text: `rojo serve: ${describeServer(state, address)}`,
    data: { phase: state.phase, address, server },
  };
}

function problemLine({ file, line, column, effect, message, hint }: MapProblem, root: string): string {
  const at = line === undefined ? "" : `:${line}:${column ?? 1}`;
  const shown = path.isAbsolute(file) ? path.relative(root, file) : file;
  return `  ${effect} ${shown}${at}: ${message} ${hint}`;
}

async function describeProject(session: RobloxSession, { project, rojo }: RojoParts, signal: AbortSignal | undefined) {
  const { root } = session.options;
  const { map, problems } = await project.current();
  const version = await programVersion(rojo, signal);
  const findings = await project.findings(version);
  const { file, name, servePlaceIds } = project.served;
  const shown = path.relative(root, file);
  const lines = [
    `${name} (${shown}): ${map.size} instances, root ${map.root.className}, places ${servePlaceIds?.join(", ") ?? "any"}`,
    `read for ${version === undefined ? "no particular Rojo: there is no usable program" : `Rojo ${version.text}`}`,
    ...findings.map(
      ({ line, column, effect, message, fix }) => `  ${effect} ${shown}:${line}:${column}: ${message} ${fix}`,
    ),
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => problemLine(problem, root)),
    ...(problems.length > MAX_PROBLEMS ? [`  and ${problems.length - MAX_PROBLEMS} more`] : []),
  ];
  return { text: lines.join("\n"), data: { project: project.served, instances: map.size, findings, problems } };
}

/** Undefined where there is no usable rojo: the project is then read as the newest Rojo reads it. */
async function programVersion(rojo: RojoParts["rojo"], signal: AbortSignal | undefined) {
  try {
    const check = await rojo.check(signal);
    return check.state === "working" ? check.version : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (isCodedError(error)) return undefined;
    throw error;
  }
}

const STARTING: readonly RojoActionName[] = ["start", "restart"];

/**
 * A server brings files to every Studio that is connected to it, so an agent that may only read must not start one.
 * @throws PROFILE_FORBIDS
 */
export async function assertAllowed(
  session: RobloxSession,
  action: RojoActionName,
  signal?: AbortSignal,
): Promise<void> {
  const { config } = await session.active(signal);
  if (config.permissions.profile !== "observe" || !STARTING.includes(action)) return;
  throw robloxError("PROFILE_FORBIDS", `The profile observe does not allow an agent to ${action} rojo serve`, {
    hint: "Start it by hand or with /roblox rojo start, or choose another permissions.profile.",
    data: { profile: "observe", action },
  });
}

/** @throws PROJECT_NOT_FOUND, ROJO_NOT_FOUND, ROJO_SERVER_UNUSABLE, APPROVAL_REQUIRED, ... */
export async function rojoAction(
  session: RobloxSession,
  action: RojoActionName,
  signal: AbortSignal | undefined,
): Promise<RojoAnswer> {
  const parts = await session.requireRojo(signal);
  const { rojo, sourcemap } = parts;
  const address = rojo.address.text;
  switch (action) {
    case "project":
      return { action, ...(await describeProject(session, parts, signal)) };
    case "server":
      return {
        action,
        text: `rojo serve: ${describeServer(rojo.server.state, address)}`,
        data: { phase: rojo.server.state.phase },
      };
    case "start":
      return serverAnswer(action, await rojo.server.start(signal), address);
    case "restart":
      return serverAnswer(action, await rojo.server.restart(signal), address);
    case "stop": {
      const wasOurs = await rojo.server.stop();
      return {
        action,
        text: wasOurs ? "rojo serve was stopped" : "no rojo serve of this session ran",
        data: { wasOurs },
      };
    }
    case "log":
      return { action, text: rojo.server.log === "" ? "it has printed nothing" : rojo.server.log, data: {} };
    case "sourcemap": {
      const refreshed = await sourcemap.refresh(signal);
      const file = path.relative(session.options.root, refreshed.file);
      const what = refreshed.doubt ?? `${refreshed.instances} instances`;
      return {
        action,
        text: `${file}: ${what}${refreshed.isChanged ? "" : " (unchanged)"}`,
        data: { ...refreshed, file },
      };
    }
    case "version": {
      const { program, version, shim } = await rojo.usable(signal);
      const through = shim === undefined ? "" : ` through ${shim}`;
      return {
        action,
        text: `Rojo ${version.text}${through}: ${program.path} (${program.why})`,
        data: { version: version.text, path: program.path, shim, why: program.why },
      };
    }
  }
}
