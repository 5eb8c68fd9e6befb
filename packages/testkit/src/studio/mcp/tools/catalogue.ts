/**
 * The tools that a client sees, in the order of the live list of 2026-07-15 [A4], for either generation. Names, arguments
 * and their requirement are Studio's; titles and descriptions are our own words. Pure.
 */

import type { StudioBehaviour } from "../behaviour.ts";
import type { Generation } from "../generation.ts";
import { toolTable } from "../tables/tool-table.ts";
import type { ToolArguments } from "./arguments.ts";

interface ToolSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Hints of a tool; a client must not take them for a policy. */
export interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface StudioTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly annotations: ToolAnnotations;
}

const STUDIO_ID = { type: "string", description: "ID of the Studio instance, from list_roblox_studios." };

function withStudioId(tool: StudioTool): StudioTool {
  if (tool.name === "list_roblox_studios") return tool;
  const { properties, required = [] } = tool.inputSchema;
  return {
    ...tool,
    inputSchema: {
      type: "object",
      properties: { ...properties, studio_id: STUDIO_ID },
      required: [...required, "studio_id"],
    },
  };
}

/** An object with some of its keys renamed. */
function renameKeys<Value>(
  object: Readonly<Record<string, Value>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
}

function withRenamedArguments(tool: StudioTool, names: Readonly<Record<string, string>> | undefined): StudioTool {
  if (names === undefined) return tool;
  const { properties, required = [] } = tool.inputSchema;
  const renamed = { properties: renameKeys(properties, names), required: required.map((key) => names[key] ?? key) };
  return { ...tool, inputSchema: { type: "object", ...renamed } };
}

/** 27 tools in July, 26 since 2026-08-19, unless the build differs. */
export function toolsOf(
  generation: Generation,
  { hiddenTools, renamedArguments }: Pick<StudioBehaviour, "hiddenTools" | "renamedArguments">,
): readonly StudioTool[] {
  const isNewer = generation === "2026-08";
  const hidden = new Set(isNewer ? [...hiddenTools, "set_active_studio"] : hiddenTools);
  return toolTable
    .filter(({ name }) => !hidden.has(name))
    .map((tool) => withRenamedArguments(isNewer ? withStudioId(tool) : tool, renamedArguments[tool.name]));
}

/** Arguments by the names that the handlers know. An argument by its usual name is unknown to such a build. */
export function usualArguments(args: ToolArguments, names: Readonly<Record<string, string>> = {}): ToolArguments {
  const known = Object.entries(args).filter(([key]) => names[key] === undefined);
  const usual = Object.fromEntries(Object.entries(names).map(([key, renamed]) => [renamed, key]));
  return renameKeys(Object.fromEntries(known), usual);
}
