/** Why there is no usable server, each as an error that a tool can throw and a doctor can show. Pure. */

import type { CodedError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";
import type { ServerInfo } from "../api/server-info.ts";
import type { ServeAddress } from "./serve-address.ts";
import { describeExit, type ServerExit } from "./server-exit.ts";
import type { ExpectedProject } from "./server-identity.ts";

type ProblemKind =
  /** Something that is no Rojo listens. */
  | "foreign"
  /** A Rojo listens and refuses our Host header. */
  | "host-refused"
  /** Something listens and does not answer. */
  | "silent"
  /** A Rojo serves another project. */
  | "other-project"
  /** A Rojo serves a project of this name for other places. */
  | "other-places"
  /** Our server ended before it answered. */
  | "failed-start"
  /** Our server did not answer in time, and was ended. */
  | "not-ready"
  /** Our server could not even be started: no rojo, no approval, no lock. `error` is the cause. */
  | "cannot-start";

export interface ServerProblem {
  readonly kind: ProblemKind;
  readonly error: CodedError;
}

function problem(kind: ProblemKind, message: string, hint: string, data: Record<string, unknown>): ServerProblem {
  return { kind, error: robloxError("ROJO_SERVER_UNUSABLE", message, { hint, data: { kind, ...data } }) };
}

const ANOTHER_PORT = "End that program, or set another rojo.server.port and connect the Studio plugin to it.";

const placesText = (ids: readonly number[] | null | undefined): string =>
  ids === null || ids === undefined ? "every place" : ids.length === 0 ? "no place" : `place ${ids.join(", ")}`;

export function foreignListener(address: ServeAddress, detail: string): ServerProblem {
  const where = address.text;
  return problem("foreign", `What listens on ${where} is no Rojo (${detail})`, ANOTHER_PORT, {
    address: where,
    detail,
  });
}

export function hostRefused(address: ServeAddress): ServerProblem {
  const where = address.text;
  const hint = "Add the address to serveAllowedHosts of the project and restart that server.";
  return problem("host-refused", `The Rojo on ${where} refuses requests under this address`, hint, { address: where });
}

export function silentListener(address: ServeAddress): ServerProblem {
  const where = address.text;
  const hint = `Wait and try again when it is busy. ${ANOTHER_PORT}`;
  return problem("silent", `Something listens on ${where} and does not answer`, hint, { address: where });
}

export function otherProject(address: ServeAddress, server: ServerInfo, expected: ExpectedProject): ServerProblem {
  const where = address.text;
  const message = `The Rojo on ${where} serves ${JSON.stringify(server.projectName)}, not ${JSON.stringify(expected.name)}`;
  const data = { address: where, serves: server.projectName, expected: expected.name };
  return problem("other-project", message, ANOTHER_PORT, data);
}

export function otherPlaces(address: ServeAddress, server: ServerInfo, expected: ExpectedProject): ServerProblem {
  const where = address.text;
  const [theirs, ours] = [placesText(server.expectedPlaceIds), placesText(expected.servePlaceIds)];
  return problem(
    "other-places",
    `The Rojo on ${where} serves a ${JSON.stringify(expected.name)} for ${theirs}, this project is for ${ours}`,
    "Restart that server if servePlaceIds was changed since it started; else it serves another copy: see rojo.server.port.",
    { address: where, serves: server.expectedPlaceIds, expected: expected.servePlaceIds ?? null },
  );
}

export function failedStart(address: ServeAddress, exit: ServerExit): ServerProblem {
  const where = address.text;
  const said = exit.log === "" ? "" : `:\n${exit.log}`;
  const hint = exit.kind === "port-busy" ? ANOTHER_PORT : "Correct what Rojo names, then start the server again.";
  const { exitCode, signal, log } = exit;
  const data = { address: where, exit: exit.kind, exitCode: exitCode ?? null, signal: signal ?? null, log };
  return problem("failed-start", `rojo serve did not start on ${where}: ${describeExit(exit)}${said}`, hint, data);
}

export function notReady(address: ServeAddress, waitedMs: number, lastAnswer: string, log: string): ServerProblem {
  const where = address.text;
  const said = log === "" ? "" : `:\n${log}`;
  return problem(
    "not-ready",
    `rojo serve did not answer on ${where} within ${waitedMs} ms (${lastAnswer}) and was ended${said}`,
    "Allow more time with rojo.server.readinessTimeoutMs.",
    { address: where, waitedMs, lastAnswer, log },
  );
}

export function cannotStart(error: CodedError): ServerProblem {
  return { kind: "cannot-start", error };
}
