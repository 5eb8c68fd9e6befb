/** Reads the whole tree of a server, as a stream. */

import { coreError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";
import { DocumentReader } from "../api/decode-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { type ExchangeEnd, exchange } from "../api/http-exchange.ts";
import type { ServerInfo } from "../api/server-info.ts";
import { buildRules, type TreeLimits } from "./build-rules.ts";
import { InstanceTree } from "./instance-tree.ts";
import { decodeRead } from "./messages.ts";

export interface ReadOptions {
  readonly limits: TreeLimits;
  /** For a whole answer. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
}

/** An exchange that did not bring an answer of status 200, as an error. */
function failure(end: ExchangeEnd, path: string): Error {
  switch (end.kind) {
    case "complete":
      return robloxError("ROJO_ANSWER_INVALID", `The server answers ${path} with status ${end.head.status}`);
    case "too-large":
      return coreError("LIMIT_EXCEEDED", `The answer of the server is larger than ${end.maxBytes} bytes`, {
        data: { maxBytes: end.maxBytes },
      });
    case "timed-out":
      return robloxError("ROJO_SERVER_LOST", "The rojo server did not answer in time");
    case "unreachable":
    case "broken":
      return robloxError("ROJO_SERVER_LOST", `The connection to the rojo server ended: ${end.detail}`);
  }
}

/**
 * One answer of the API, without what the live tree does not keep.
 * @throws the reason of `signal`; ROJO_SERVER_LOST, ROJO_ANSWER_INVALID, LIMIT_EXCEEDED
 */
export async function readDocument(
  endpoint: Endpoint,
  server: ServerInfo,
  path: string,
  { limits, timeoutMs, signal }: ReadOptions,
): Promise<unknown> {
  const reader = new DocumentReader(server.encoding, buildRules(limits));
  const end = await exchange(endpoint, path, {
    timeoutMs,
    maxBytes: limits.maxAnswerBytes,
    signal,
    onChunk: (chunk, { status }) => {
      if (status === 200) reader.feed(chunk);
    },
  });
  if (end.kind !== "complete" || end.head.status !== 200) throw failure(end, path);
  return reader.finish();
}

export interface ReadTree {
  readonly tree: InstanceTree;
  /** From where messages go on. */
  readonly cursor: number;
}

/** @throws as `readDocument`; ROJO_SERVER_LOST when another server answers than the one of the handshake */
export async function readTree(endpoint: Endpoint, server: ServerInfo, options: ReadOptions): Promise<ReadTree> {
  const path = `/api/read/${encodeURIComponent(server.rootInstanceId)}`;
  const answer = decodeRead(await readDocument(endpoint, server, path, options));
  if (answer.sessionId !== server.sessionId)
    throw robloxError("ROJO_SERVER_LOST", "The rojo server was started anew while its tree was read");
  const tree = new InstanceTree(server.rootInstanceId, answer.instances, options.limits.maxInstances);
  return { tree, cursor: answer.cursor };
}
