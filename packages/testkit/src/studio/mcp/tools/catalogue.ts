/**
 * The tools that a client sees, in the order of the live list of 2026-07-15 [A4], for either generation. Names, arguments
 * and their requirement are Studio's; titles and descriptions are our own words. Pure.
 */

import type { Generation } from "../generation.ts";
import { toolTable } from "../tables/tool-table.ts";

export interface ToolSchema {
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

/** 27 tools in July, 26 since 2026-08-19. */
export function toolsOf(generation: Generation): readonly StudioTool[] {
  if (generation === "2026-07") return toolTable;
  return toolTable.filter(({ name }) => name !== "set_active_studio").map(withStudioId);
}
