/**
 * A WebSocket that only listens. Node's own `WebSocket` collects whole messages of any size and lingers after `close`;
 * this one hands messages on in pieces, within a limit, and is gone when the call returns.
 */

import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { robloxError } from "../../../errors.ts";
import { malformed } from "./document-sink.ts";
import type { Endpoint } from "./endpoint.ts";
import { endOf } from "./http-exchange.ts";
import { clientFrame, type FrameHandlers, FrameReader, OPCODES } from "./websocket-frames.ts";

export interface ListenOptions {
  /** For the handshake. */
  readonly timeoutMs: number;
  /** How often the server is asked for a sign of life; without any for that long, it counts as lost. */
  readonly heartbeatMs: number;
  readonly maxMessageBytes: number;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  /** What they throw ends the connection and is thrown on. */
  readonly onPiece: FrameHandlers["onPiece"];
  readonly onMessageEnd: FrameHandlers["onMessageEnd"];
}

const HANDSHAKE_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const lost = (detail: string): Error =>
  robloxError("ROJO_SERVER_LOST", `The connection to the rojo server ended: ${detail}`);

interface Upgraded {
  readonly socket: Duplex;
  /** What came right behind the handshake. */
  readonly rest: Uint8Array;
  readonly end: () => Promise<void>;
}

async function upgrade({ host, port }: Endpoint, path: string, options: ListenOptions): Promise<Upgraded> {
  const { request } = await import("node:http");
  options.signal.throwIfAborted();
  const key = randomBytes(16).toString("base64");
  const accept = createHash("sha1")
    .update(key + HANDSHAKE_GUID)
    .digest("base64");
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": key,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Upgraded>();
  const opening = request({ host, port, path, agent: false, headers });
  const end = endOf(opening);
  const onAbort = (): void => reject(options.signal.reason);
  options.signal.addEventListener("abort", onAbort);
  const timer = setTimeout(() => reject(lost("no answer to the WebSocket handshake")), options.timeoutMs);
  opening.on("error", (error) => reject(lost(error.message)));
  opening.on("response", ({ statusCode }) => reject(malformed(`status ${statusCode} instead of a WebSocket`)));
  opening.on("upgrade", (response: IncomingMessage, socket: Duplex, rest: Uint8Array) => {
    if (response.headers["sec-websocket-accept"] === accept) return resolve({ socket, rest, end: endOf(socket) });
    reject(malformed("a WebSocket handshake that is not valid"));
    // The request has nothing to do with it any more.
    socket.destroy();
  });
  opening.end();
  try {
    return await promise;
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Listens until the connection ends, which is always an error.
 * @throws the reason of `signal`; ROJO_SERVER_LOST when the connection cannot be opened or is lost;
 *   ROJO_ANSWER_INVALID, LIMIT_EXCEEDED; what the handlers throw
 */
export async function listenToWebSocket(endpoint: Endpoint, path: string, options: ListenOptions): Promise<never> {
  const { socket, rest, end } = await upgrade(endpoint, path, options);
  const { promise, reject } = Promise.withResolvers<never>();
  const send = (opcode: number, payload: Uint8Array): void => {
    // A server that sends pings without reading the answers gets no more of them.
    if (socket.writable && !socket.writableNeedDrain) socket.write(clientFrame(opcode, payload, randomBytes(4)));
  };
  const reader = new FrameReader(options.maxMessageBytes, {
    onPiece: options.onPiece,
    onMessageEnd: options.onMessageEnd,
    onPing: (payload) => send(OPCODES.pong, payload),
    onClose: () => reject(lost("it was closed by the server")),
  });
  let isAlive = true;
  const heartbeat = setInterval(() => {
    if (!isAlive) reject(lost("the server does not answer any more"));
    isAlive = false;
    send(OPCODES.ping, new Uint8Array());
  }, options.heartbeatMs);
  const take = (chunk: Uint8Array): void => {
    if (socket.destroyed) return;
    isAlive = true;
    try {
      reader.feed(chunk);
    } catch (error) {
      reject(error);
      socket.destroy();
    }
  };
  const onAbort = (): void => reject(options.signal.reason);
  options.signal.addEventListener("abort", onAbort);
  socket.on("data", take);
  socket.on("error", (error) => reject(lost(error.message)));
  socket.on("close", () => reject(lost("it was cut")));
  try {
    // Whatever happens before the wait goes through the promise, so that it is never rejected unseen.
    if (options.signal.aborted) onAbort();
    else options.onOpen();
    take(rest);
  } catch (error) {
    reject(error);
  }
  try {
    return await promise;
  } finally {
    clearInterval(heartbeat);
    options.signal.removeEventListener("abort", onAbort);
    // Node hands so few bytes to the system at once, and the system sends them before it ends the connection.
    send(OPCODES.close, new Uint8Array());
    await end();
  }
}
