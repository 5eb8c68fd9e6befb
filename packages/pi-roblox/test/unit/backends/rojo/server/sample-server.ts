/** A server and a goal that tests of the server's decisions share. */

import type { ServerInfo } from "../../../../../src/backends/rojo/api/server-info.ts";
import { serveAddress } from "../../../../../src/backends/rojo/server/serve-address.ts";
import type { ServerExit } from "../../../../../src/backends/rojo/server/server-exit.ts";
import type { ServerRules } from "../../../../../src/backends/rojo/server/server-state.ts";

export const serverInfo = (change: Partial<ServerInfo> = {}): ServerInfo => ({
  sessionId: "session-1",
  serverVersion: "7.7.1",
  protocolVersion: 5,
  projectName: "Sample",
  expectedPlaceIds: [123],
  unexpectedPlaceIds: null,
  gameId: null,
  placeId: null,
  rootInstanceId: "root",
  encoding: "msgpack",
  ...change,
});

export const rules = (change: Partial<ServerRules> = {}): ServerRules => ({
  address: serveAddress(),
  expected: { name: "Sample", servePlaceIds: [123] },
  autoStart: true,
  restarts: { delaysMs: [10, 20], windowMs: 1000 },
  ...change,
});

export const serverExit = (change: Partial<ServerExit> = {}): ServerExit => ({
  kind: "crash",
  exitCode: 1,
  signal: undefined,
  log: "",
  atMs: 0,
  ...change,
});
