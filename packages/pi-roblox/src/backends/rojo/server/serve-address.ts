/** Where a server listens, and under which address it is reached. */

import { isIP } from "node:net";
import { robloxError } from "../../../errors.ts";
import { authorityOf, type Endpoint, normalizeHost } from "../api/endpoint.ts";

/** Rojo's own (7.7.1 cli/serve.rs). */
const DEFAULT_PORT = 34_872;
const DEFAULT_ADDRESS = "127.0.0.1";

export interface ServeAddress {
  /** IP address to listen on. */
  readonly bind: string;
  /** Where to connect to: an address of this machine where `bind` means all of them. */
  readonly endpoint: Endpoint;
  /** `127.0.0.1:34872`, for people. */
  readonly text: string;
}

/**
 * Rojo takes IP addresses only; `localhost` is meant as 127.0.0.1.
 * @param address of the configuration or the project's `serveAddress`; with or without brackets
 * @throws CONFIG_INVALID for what is no IP address and no port
 */
export function serveAddress(address: string = DEFAULT_ADDRESS, port: number = DEFAULT_PORT): ServeAddress {
  const plain = address.trim().replace(/^\[(.*)\]$/, "$1");
  const bind = plain.toLowerCase() === "localhost" ? DEFAULT_ADDRESS : plain;
  if (isIP(bind) === 0)
    throw robloxError("CONFIG_INVALID", `rojo serve cannot listen on ${JSON.stringify(address)}: it is no IP address`, {
      hint: "Give an IP address, such as 127.0.0.1.",
      data: { address },
    });
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw robloxError("CONFIG_INVALID", `rojo serve cannot listen on port ${port}`, {
      hint: "Give a port from 1 to 65535.",
      data: { port },
    });
  return { bind, endpoint: { host: normalizeHost(bind), port }, text: authorityOf({ host: bind, port }) };
}
