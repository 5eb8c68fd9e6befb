/** The official SDK's client on the stand-in's program, as a test uses it. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Generation } from "../../../../src/studio/mcp/generation.ts";
import { type CommandLine, type StudioStandin, startStudioStandin } from "../../../../src/studio/mcp/standin.ts";

type Arguments = Readonly<Record<string, unknown>>;

interface Answer {
  /** Text of the first part. */
  readonly text: string;
  readonly isError: boolean;
  readonly content: CallToolResult["content"];
}

export interface StudioClient extends AsyncDisposable {
  readonly client: Client;
  tools(): Promise<readonly Tool[]>;
  call(tool: string, args?: Arguments, options?: { readonly timeout: number }): Promise<Answer>;
  /** Text of what is wrong with the connection, oldest first. */
  readonly problems: readonly string[];
  /** Settles when the connection is over. */
  readonly closed: Promise<void>;
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** @param common arguments of every call */
export async function connectClient(
  { command, args }: CommandLine,
  common: Arguments = {},
  options: { readonly timeout?: number } = {},
): Promise<StudioClient> {
  const transport = new StdioClientTransport({ command, args: [...args], stderr: "pipe" });
  const client = new Client({ name: "test", version: "1" });
  const problems: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
  client.onerror = (error) => problems.push(error.message);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the same
  client.onclose = resolve;
  await client.connect(transport, options);
  const close = () => client.close();
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    call: async (tool, given = {}, options) => {
      const request = { name: tool, arguments: { ...common, ...given } };
      const result = (await client.callTool(request, undefined, options)) as CallToolResult;
      const [first] = result.content;
      const text = first?.type === "text" ? first.text : "";
      return { text, isError: result.isError === true, content: result.content };
    },
    problems,
    closed,
    pid: transport.pid ?? 0,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A client of the first window, whatever the generation. */
export function connectTo(standin: StudioStandin, generation: Generation): Promise<StudioClient> {
  const [studio] = standin.studios;
  return connectClient(standin.server, generation === "2026-08" ? { studio_id: studio?.id } : {});
}

export { startStudioStandin };
