/** One client: the official SDK's server over a pair of streams, with the faults that are armed. */

import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { newConnection, type StudioHost } from "../host/studio-host.ts";
import { toolsOf } from "../tools/catalogue.ts";
import { callTool } from "./call-tool.ts";
import { type Faults, INITIALIZE } from "./faults.ts";
import { performFault } from "./perform-fault.ts";

/** A call as it came in, for tests to look at. */
export interface ReceivedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface ConnectionOptions {
  readonly host: StudioHost;
  readonly faults: Faults;
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the connection, as a proxy does that loses Studio, or breaks it, as one does that crashes. */
  readonly end: (how: "drop" | "crash") => void;
  readonly onCall: (call: ReceivedCall) => void;
}

type Effects = Pick<ConnectionOptions, "end"> & { readonly write: (line: string) => void };

/** Whether the original has a limit is not known; this one is beyond what clients send. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The SDK answers `initialize` by itself, so faults of it come before the SDK sees the request. */
function interceptInitialize(transport: StdioServerTransport, faults: Faults, { write, end }: Effects): void {
  const receive = transport.onmessage;
  type Message = Parameters<NonNullable<typeof receive>>[0];
  const initialize = async (message: Message): Promise<void> => {
    const action = faults.take(INITIALIZE, {});
    if (action?.kind === "hang") return;
    if (action?.kind === "drop" || action?.kind === "crash") return end(action.kind);
    if (action?.kind === "delay") await sleep(action.ms);
    if (action?.kind === "noise") action.lines.forEach(write);
    receive?.(message);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onmessage = (message) => {
    if ("method" in message && message.method === INITIALIZE) void initialize(message);
    else receive?.(message);
  };
}

/** Opens the connection. It lasts until its streams end. */
export async function openConnection({ host, faults, input, output, end, onCall }: ConnectionOptions): Promise<void> {
  const connection = newConnection();
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const server = new Server({ name: "Roblox_Studio", version: "0.1.0" }, { capabilities: { tools: {} } });
  const write = (line: string): void => void output.write(`${line}\n`);

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...toolsOf(host.generation, host.behaviour)] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const { name, arguments: args = {} } = params;
    onCall({ tool: name, args });
    const make = () => callTool(host, connection, name, args);
    const action = faults.take(name, args);
    if (action === undefined) return { ...(await make()) };
    const result = await performFault(action, {
      make,
      isCancelled: () => signal.aborted,
      // The SDK keeps an answer to itself once the client has cancelled.
      answerAnyhow: (late) => transport.send({ jsonrpc: "2.0", id: requestId, result: { ...late } }),
      write,
      end,
    });
    return { ...result };
  });
  // The transport gives up at a message that is too large; without an end, the client would wait for ever.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  server.onclose = () => end("drop");
  await server.connect(transport);
  interceptInitialize(transport, faults, { write, end });
}
