/** The messages of a server as they come: by WebSocket from Rojo 7.7 on, by long poll before. */

import { robloxError } from "../../../errors.ts";
import { DocumentReader } from "../api/decode-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { ServerInfo } from "../api/server-info.ts";
import { listenToWebSocket } from "../api/websocket.ts";
import { buildRules } from "./build-rules.ts";
import { decodeBatch, type MessageBatch } from "./messages.ts";
import { type ReadOptions, readDocument } from "./read-tree.ts";

export interface StreamOptions extends Omit<ReadOptions, "timeoutMs"> {
  /** For the handshake of the WebSocket. */
  readonly handshakeTimeoutMs: number;
  /** Of the WebSocket. It also makes Rojo look for messages that it missed to send (7.7.1 message_queue.rs has a race). */
  readonly heartbeatMs: number;
  /** The server now tells every change. */
  readonly onOpen: () => void;
  /** What it throws ends the stream and is thrown on. */
  readonly onBatch: (batch: MessageBatch) => void;
}

/** @returns where the next message begins. @throws ROJO_SERVER_LOST, ROJO_ANSWER_INVALID when messages are missing */
function follow(batch: MessageBatch, server: ServerInfo, cursor: number): number {
  if (batch.sessionId !== server.sessionId) throw robloxError("ROJO_SERVER_LOST", "The rojo server was started anew");
  if (batch.cursor - batch.patches.length !== cursor)
    throw robloxError("ROJO_ANSWER_INVALID", "Messages of the rojo server are missing", {
      data: { expected: cursor, cursor: batch.cursor, messages: batch.patches.length },
    });
  return batch.cursor;
}

async function listen(endpoint: Endpoint, server: ServerInfo, from: number, options: StreamOptions): Promise<never> {
  const rules = buildRules(options.limits);
  let cursor = from;
  let reader = new DocumentReader(server.encoding, rules);
  return listenToWebSocket(endpoint, `/api/socket/${from}`, {
    timeoutMs: options.handshakeTimeoutMs,
    heartbeatMs: options.heartbeatMs,
    maxMessageBytes: options.limits.maxAnswerBytes,
    signal: options.signal,
    onOpen: options.onOpen,
    onPiece: (bytes) => reader.feed(bytes),
    onMessageEnd: () => {
      const batch = decodeBatch(reader.finish());
      reader = new DocumentReader(server.encoding, rules);
      if (batch === undefined) return;
      cursor = follow(batch, server, cursor);
      options.onBatch(batch);
    },
  });
}

async function poll(endpoint: Endpoint, server: ServerInfo, from: number, options: StreamOptions): Promise<never> {
  let cursor = from;
  options.onOpen();
  for (;;) {
    // Answered when there is a message; until then the open connection shows that the server lives.
    const path = `/api/subscribe/${cursor}`;
    const batch = decodeBatch(await readDocument(endpoint, server, path, { ...options, timeoutMs: undefined }));
    if (batch === undefined || batch.patches.length === 0)
      throw robloxError("ROJO_ANSWER_INVALID", "The rojo server answered without a message");
    cursor = follow(batch, server, cursor);
    options.onBatch(batch);
  }
}

/**
 * Hands on every message after `cursor`, which must be fresh: asked for an old one, Rojo may crash (see `readTree`).
 * @throws always: the reason of `signal`, or ROJO_SERVER_LOST, ROJO_ANSWER_INVALID, LIMIT_EXCEEDED for how it ended
 */
export function streamChanges(
  endpoint: Endpoint,
  server: ServerInfo,
  cursor: number,
  options: StreamOptions,
): Promise<never> {
  return server.encoding === "msgpack"
    ? listen(endpoint, server, cursor, options)
    : poll(endpoint, server, cursor, options);
}
