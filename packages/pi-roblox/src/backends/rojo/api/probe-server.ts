/** Who listens on a port: a `rojo serve` (told by its handshake, never by a banner), something else, or nobody. */

import { isCodedError } from "pi-extension-core/errors";
import { decodeDocument } from "./decode-document.ts";
import { type Endpoint, isLoopback } from "./endpoint.ts";
import { type Answer, getWhole } from "./http-exchange.ts";
import { type Encoding, readServerInfo, type ServerInfo } from "./server-info.ts";

export type Probe =
  | { readonly kind: "rojo"; readonly server: ServerInfo }
  /** A Rojo from 7.7 on that does not accept this host name; `serveAllowedHosts` or its IP address would help. */
  | { readonly kind: "host-refused" }
  | { readonly kind: "foreign"; readonly detail: string }
  | { readonly kind: "nothing" }
  /** Someone has the port and did not answer in time. */
  | { readonly kind: "silent" };

export interface ProbeOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const HANDSHAKE = "/api/rojo";
const MAX_HANDSHAKE_BYTES = 64 * 1024;
/** The declared encoding first, then the other: proxies and forks mislabel. */
function readAnswer({ contentType, body }: Answer): Probe {
  const encodings: readonly Encoding[] = contentType === "application/json" ? ["json", "msgpack"] : ["msgpack", "json"];
  const problems: string[] = [];
  for (const encoding of encodings) {
    let value: unknown;
    try {
      value = decodeDocument(body, encoding);
    } catch (error) {
      if (!isCodedError(error)) throw error;
      problems.push(`${encoding}: ${error.message}`);
      continue;
    }
    const info = readServerInfo(value, encoding);
    if (!("problem" in info)) return { kind: "rojo", server: info };
    problems.push(`${encoding}: ${info.problem}`);
  }
  return { kind: "foreign", detail: `its answer is not that of Rojo (${problems.join("; ")})` };
}

/**
 * Rojo 7.7 turns away a Host that it does not know. Builds before the release did so with 403; 7.7.1 answers a bare 404
 * that tells nothing (web/origin.rs), which only counts where Rojo would do that: never on a loopback address.
 */
function refusesHost({ status, contentType, body }: Answer, host: string): boolean {
  if (status === 403) return true;
  const isBare404 =
    status === 404 && contentType === "text/plain" && Buffer.from(body).equals(Buffer.from("Not Found"));
  return isBare404 && !isLoopback(host);
}

/** @throws the reason of `signal` when it aborts, nothing else */
export async function probeServer(endpoint: Endpoint, { timeoutMs, signal }: ProbeOptions): Promise<Probe> {
  const answer = await getWhole(endpoint, HANDSHAKE, { timeoutMs, maxBytes: MAX_HANDSHAKE_BYTES, signal });
  switch (answer.kind) {
    case "unreachable":
      return { kind: "nothing" };
    case "timed-out":
      return { kind: "silent" };
    case "too-large":
      return { kind: "foreign", detail: `its answer is larger than ${answer.maxBytes} bytes` };
    case "broken":
      return { kind: "foreign", detail: `it does not speak HTTP (${answer.detail})` };
    case "complete":
      if (refusesHost(answer, endpoint.host)) return { kind: "host-refused" };
      if (answer.status !== 200)
        return { kind: "foreign", detail: `it answers ${HANDSHAKE} with status ${answer.status}` };
      return readAnswer(answer);
  }
}
