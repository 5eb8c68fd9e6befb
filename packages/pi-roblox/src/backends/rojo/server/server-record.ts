/**
 * What is remembered of a server that was started here, so that a later Pi can end it when this one was killed. Kept
 * under the user's agent folder: a record in a project could make us end any process. Pure.
 */

import type { ProcessIdentity } from "pi-extension-core/lock";
import type { Endpoint } from "../api/endpoint.ts";

export interface ServerRecord {
  /** Unique for each start; also in the environment of the server, as `NONCE_VARIABLE`. Hex digits. */
  readonly nonce: string;
  /** Name of the machine: its pids mean nothing on another one that shares the folder. */
  readonly host: string;
  /** The Pi that started it. */
  readonly owner: ProcessIdentity;
  /** Undefined in the moment between the decision and the start. Leads a process group of its own. */
  readonly server: ProcessIdentity | undefined;
  /** `server` is a toolchain manager's shim, with Rojo below it. */
  readonly isShim: boolean;
  /** Undefined until the server has answered. */
  readonly sessionId: string | undefined;
  /** Absolute path. */
  readonly projectFile: string;
  readonly endpoint: Endpoint;
  /** ISO time. */
  readonly startedAt: string;
}

export const NONCE_VARIABLE = "PI_ROBLOX_SERVER";
const VERSION = 1;
const MAX_TEXT = 8192;

export function formatRecord(record: ServerRecord): string {
  return `${JSON.stringify({ version: VERSION, ...record }, undefined, 2)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_TEXT;

/** A pid that can be a child's: never 0 (our own group) or 1, which signals would read as more than one process. */
function identity(value: unknown): ProcessIdentity | undefined {
  if (!isFields(value)) return undefined;
  const { pid, startToken } = value;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 1) return undefined;
  if (startToken !== undefined && !isText(startToken)) return undefined;
  return { pid, startToken };
}

function endpointOf(value: unknown): Endpoint | undefined {
  if (!isFields(value)) return undefined;
  const { host, port } = value;
  if (!isText(host) || typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65_535)
    return undefined;
  return { host, port };
}

/** The inverse of `formatRecord`; undefined for anything else. */
export function parseRecord(value: unknown): ServerRecord | undefined {
  if (!isFields(value) || value["version"] !== VERSION) return undefined;
  const { nonce, host, isShim, sessionId, projectFile, startedAt } = value;
  const owner = identity(value["owner"]);
  const server = identity(value["server"]);
  const endpoint = endpointOf(value["endpoint"]);
  if (!isText(nonce) || !/^[0-9a-f]{8,64}$/.test(nonce)) return undefined;
  if (!isText(host) || !isText(projectFile) || !isText(startedAt) || typeof isShim !== "boolean") return undefined;
  if (sessionId !== undefined && !isText(sessionId)) return undefined;
  if (owner === undefined || endpoint === undefined) return undefined;
  if (value["server"] !== undefined && server === undefined) return undefined;
  return { nonce, host, owner, server, isShim, sessionId, projectFile, endpoint, startedAt };
}
