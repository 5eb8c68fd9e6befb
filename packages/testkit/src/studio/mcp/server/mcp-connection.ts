/** One client: the official SDK's server over a pair of streams, with the faults that are armed. */

import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { newConnection, type StudioHost } from "../host/studio-host.ts";
import { toolsOf } from "../tools/catalogue.ts";
import { callTool, type ToolResult } from "./call-tool.ts";
import { type FaultAction, type Faults, INITIALIZE } from "./faults.ts";

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

/** Never answers: the fault is that nothing comes. */
const never = (): Promise<never> => new Promise(() => undefined);

interface Pending {
  readonly requestId: RequestId;
  readonly signal: AbortSignal;
}

/** Opens the connection. It lasts until its streams end. */
export async function openConnection(options: ConnectionOptions): Promise<void> {
  const { host, faults, input, output, end, onCall } = options;
  const connection = newConnection();
  const transport = new StdioServerTransport(input, output);
  const server = new Server({ name: "Roblox_Studio", version: "0.1.0" }, { capabilities: { tools: {} } });

  const answerLate = async (work: Promise<ToolResult>, ms: number, { requestId, signal }: Pending) => {
    const result = await work;
    await sleep(ms);
    // The SDK keeps an answer to itself once the client has cancelled; this one is to arrive all the same.
    if (signal.aborted) await transport.send({ jsonrpc: "2.0", id: requestId, result: { ...result } });
    return result;
  };

  const endAround = async (call: () => Promise<ToolResult>, action: FaultAction & { kind: "drop" | "crash" }) => {
    if (action.when === "after") await call();
    end(action.kind);
    return never();
  };

  const perform = async (call: () => Promise<ToolResult>, action: FaultAction, pending: Pending) => {
    switch (action.kind) {
      case "delay":
        await sleep(action.ms);
        return call();
      case "hang":
        return never();
      case "answer-late":
        return answerLate(call(), action.ms, pending);
      case "drop":
      case "crash":
        return endAround(call, action);
      case "noise":
        for (const line of action.lines) output.write(`${line}\n`);
        return call();
      case "answer":
        return { content: [{ type: "text", text: action.text } as const], isError: action.isError ?? false };
      case "before":
        await action.run();
        return call();
    }
  };

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: toolsOf(host.generation, host.behaviour).map((tool) => ({ ...tool })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const { name, arguments: args = {} } = params;
    onCall({ tool: name, args });
    const call = () => callTool(host, connection, name, args);
    const action = faults.take(name, args);
    const result = await (action === undefined ? call() : perform(call, action, { requestId, signal }));
    return { ...result, content: [...result.content] };
  });
  await server.connect(transport);

  // The SDK answers this request by itself, so its faults come before it.
  const receive = transport.onmessage;
  const open = async (message: JSONRPCMessage): Promise<void> => {
    const action = faults.take(INITIALIZE, {});
    if (action?.kind === "hang") return;
    if (action?.kind === "drop" || action?.kind === "crash") return end(action.kind);
    if (action?.kind === "delay") await sleep(action.ms);
    if (action?.kind === "noise") for (const line of action.lines) output.write(`${line}\n`);
    receive?.(message);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  transport.onmessage = (message) => {
    if ("method" in message && message.method === INITIALIZE) void open(message);
    else receive?.(message);
  };
}
