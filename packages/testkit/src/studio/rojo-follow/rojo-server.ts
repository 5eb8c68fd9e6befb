/**
 * A client of `rojo serve` like Studio's plugin: MessagePack and a WebSocket from 7.7 on, JSON and a long poll before.
 * Independent on purpose of the client in pi-roblox, which tests run against the same server.
 */

import { decode } from "@msgpack/msgpack";
import WebSocket from "ws";
import type { RojoInstance, RojoMessage } from "./rojo-tree.ts";

interface RojoInfo {
  readonly sessionId: string;
  readonly serverVersion: string;
  readonly protocolVersion: number;
  readonly projectName: string;
  readonly rootInstanceId: string;
  readonly expectedPlaceIds: readonly number[] | null;
}

interface RojoRead {
  readonly messageCursor: number;
  readonly instances: Readonly<Record<string, RojoInstance>>;
}

interface MessageBatch {
  readonly messageCursor: number;
  readonly messages: readonly RojoMessage[];
}

/** From this version of the protocol on, messages come by WebSocket. */
const WEBSOCKET_PROTOCOL = 5;

async function get(address: string, route: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`http://${address}${route}`, { signal });
  if (!response.ok) throw new Error(`rojo answers ${response.status} to ${route}: ${await response.text()}`);
  const isPacked = response.headers.get("content-type")?.includes("msgpack") === true;
  return isPacked ? decode(new Uint8Array(await response.arrayBuffer())) : response.json();
}

/** @param address `host:port` @throws when there is no rojo */
export async function readInfo(address: string, signal: AbortSignal): Promise<RojoInfo> {
  // SAFETY: the form of Rojo's own answers (7.7.1 web/interface.rs); a test tool that meets another one may fail anyhow.
  return (await get(address, "/api/rojo", signal)) as RojoInfo;
}

export async function readTree(address: string, id: string, signal: AbortSignal): Promise<RojoRead> {
  // SAFETY: as above.
  return (await get(address, `/api/read/${id}`, signal)) as RojoRead;
}

async function* poll(address: string, from: number, signal: AbortSignal): AsyncGenerator<RojoMessage> {
  for (let cursor = from; ; ) {
    // SAFETY: as above.
    const batch = (await get(address, `/api/subscribe/${cursor}`, signal)) as MessageBatch;
    cursor = batch.messageCursor;
    yield* batch.messages;
  }
}

async function* listen(address: string, from: number, signal: AbortSignal): AsyncGenerator<RojoMessage> {
  const socket = new WebSocket(`ws://${address}/api/socket/${from}`);
  const waiting: MessageBatch[] = [];
  let wake = Promise.withResolvers<void>();
  let end: Error | undefined;
  const stop = (reason: Error): void => {
    end ??= reason;
    wake.resolve();
  };
  const abort = (): void => stop(new Error("stopped"));
  signal.addEventListener("abort", abort, { once: true });
  socket.on("error", stop);
  socket.on("close", () => stop(new Error("the rojo server has ended the connection")));
  socket.on("message", (data: Buffer) => {
    const packet = decode(data) as { readonly packetType: string; readonly body: MessageBatch };
    if (packet.packetType === "messages") waiting.push(packet.body);
    wake.resolve();
  });
  try {
    for (;;) {
      for (const batch of waiting.splice(0)) yield* batch.messages;
      if (end !== undefined) throw end;
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  } finally {
    signal.removeEventListener("abort", abort);
    socket.close();
  }
}

/** Every message after `from`. Ends by throwing, when the server does or `signal` is aborted. */
export function messagesOf(
  address: string,
  info: RojoInfo,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<RojoMessage> {
  return info.protocolVersion >= WEBSOCKET_PROTOCOL ? listen(address, from, signal) : poll(address, from, signal);
}
