/** Reads the whole tree of a server, as a stream. */

import { coreError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";
import { DocumentReader } from "../api/decode-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { type ExchangeEnd, exchange } from "../api/http-exchange.ts";
import type { ServerInfo } from "../api/server-info.ts";
import { buildRules, type TreeLimits } from "./build-rules.ts";
import { InstanceTree } from "./instance-tree.ts";
import { decodeRead, type ReadAnswer } from "./messages.ts";

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

/** An id that no instance has: reading it answers the cursor and nothing else. */
const NO_INSTANCE = "0".repeat(32);
/** A project in which files change all the time is joined at the cursor that there is. */
const MAX_READS = 3;

async function readAnswer(
  endpoint: Endpoint,
  server: ServerInfo,
  instanceId: string,
  options: ReadOptions,
): Promise<ReadAnswer> {
  const path = `/api/read/${encodeURIComponent(instanceId)}`;
  const answer = decodeRead(await readDocument(endpoint, server, path, options));
  if (answer.sessionId !== server.sessionId)
    throw robloxError("ROJO_SERVER_LOST", "The rojo server was started anew while its tree was read");
  return answer;
}

/**
 * Reads until nothing changed meanwhile. To go on from an older cursor would risk the server: Rojo renders messages when
 * they are asked for, and crashes over a file that was made and deleted since (7.6.1 and 7.7.1, `from_patch_update` in
 * web/interface.rs; seen).
 * @throws as `readDocument`; ROJO_SERVER_LOST when another server answers than the one of the handshake
 */
export async function readTree(endpoint: Endpoint, server: ServerInfo, options: ReadOptions): Promise<ReadTree> {
  for (let reads = 1; ; reads += 1) {
    const { instances, cursor } = await readAnswer(endpoint, server, server.rootInstanceId, options);
    const tree = new InstanceTree(server.rootInstanceId, instances, options.limits.maxInstances);
    const now = await readAnswer(endpoint, server, NO_INSTANCE, options);
    if (now.cursor === cursor || reads === MAX_READS) return { tree, cursor };
  }
}
