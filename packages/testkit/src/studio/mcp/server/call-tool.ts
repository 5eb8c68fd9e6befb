/** One call of a tool: which Studio it goes to, what the tool makes of it, and how a failure is told [A9]. */

import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { VmError } from "../../vm/vm-error.ts";
import type { Connection, StudioHost } from "../host/studio-host.ts";
import { FAILURES, noHandler, notReachable, StudioFailure } from "../studio-failure.ts";
import { type ToolArguments, textArgument } from "../tools/arguments.ts";
import { toolsOf, usualArguments } from "../tools/catalogue.ts";
import { handlers } from "../tools/handlers.ts";
import type { ToolContent } from "../tools/tool.ts";

export interface ToolResult {
  readonly content: readonly ToolContent[];
  readonly isError?: boolean;
}

const texts = (...lines: readonly string[]): readonly ToolContent[] => lines.map((text) => ({ type: "text", text }));

async function contentOf(
  host: StudioHost,
  connection: Connection,
  name: string,
  args: ToolArguments,
): Promise<readonly ToolContent[]> {
  if (!toolsOf(host.generation, host.behaviour).some((tool) => tool.name === name)) throw noHandler(name);
  if (name === "list_roblox_studios") return texts(...host.list(connection));
  if (name === "set_active_studio") {
    const window = host.setActive(connection, textArgument(args, "studio_id"));
    return texts(`Active studio set to ${window.place?.name ?? window.id}`);
  }
  const handler = handlers.get(name);
  if (handler === undefined) throw noHandler(name);
  const window = host.target(connection, args["studio_id"]);
  if (window.place === undefined)
    throw new StudioFailure(name === "start_stop_play" ? FAILURES.noPlace : FAILURES.activeGone);
  const { behaviour } = host;
  const answer = await handler({ window, behaviour, args: usualArguments(args, behaviour.renamedArguments[name]) });
  return typeof answer === "string" ? texts(answer) : answer;
}

/** What Studio says of an error; a DataModel that code has hung reaches nobody any more. */
function asFailure(error: unknown): StudioFailure {
  if (error instanceof StudioFailure) return error;
  if (error instanceof VmError) return notReachable("DataModel");
  throw error;
}

/** The text that a client sees, by the switch. @throws McpError */
function failureResult(host: StudioHost, name: string, thrown: unknown): ToolResult {
  const error = asFailure(thrown);
  if (host.behaviour.failures === "rpc") throw new McpError(ErrorCode.InternalError, `${name}: ${error.message}`);
  return { content: texts(error.message), isError: true };
}

/** @throws McpError where failures are JSON-RPC errors */
export async function callTool(
  host: StudioHost,
  connection: Connection,
  name: string,
  args: ToolArguments,
): Promise<ToolResult> {
  try {
    return { content: await contentOf(host, connection, name, args) };
  } catch (error) {
    return failureResult(host, name, error);
  }
}
