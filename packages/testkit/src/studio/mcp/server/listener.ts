/** Where proxies reach the Studios: a socket on this machine that carries the MCP messages of one client each. */

import { createServer, type Server, type Socket } from "node:net";
import type { StudioHost } from "../host/studio-host.ts";
import type { Faults } from "./faults.ts";
import { openConnection, type ReceivedCall } from "./mcp-connection.ts";

interface Listener {
  readonly port: number;
  /** Ends all connections: by closing them, or by breaking them as a proxy that crashes does. */
  disconnect(how: "drop" | "crash"): void;
  close(): Promise<void>;
}

interface ListenerOptions {
  readonly host: StudioHost;
  readonly faults: Faults;
  readonly onCall: (call: ReceivedCall) => void;
  /** Any free one by default. */
  readonly port?: number;
}

function end(socket: Socket, how: "drop" | "crash"): void {
  if (how === "crash") socket.resetAndDestroy();
  else socket.end();
}

async function listening(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host: "127.0.0.1", port }, resolve);
  await promise;
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** @throws the error of Node when the port is taken */
export async function listen({ host, faults, onCall, port = 0 }: ListenerOptions): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that vanished shows in the close that follows.
    socket.on("error", () => undefined);
    void openConnection({ host, faults, onCall, input: socket, output: socket, end: (how) => end(socket, how) });
  });
  const actualPort = await listening(server, port);
  return {
    port: actualPort,
    disconnect: (how) => {
      for (const socket of sockets) end(socket, how);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
