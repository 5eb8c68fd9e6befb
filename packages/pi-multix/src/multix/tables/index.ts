/** The tables of all tools, and the questions that others ask of them. Pure. */

import { audioTables } from "./audio.ts";
import type { CallTable, TableTool } from "./call-table.ts";
import { docTables } from "./doc.ts";
import { imageTables } from "./image.ts";
import { listTables } from "./lists.ts";
import { mediaTables } from "./media.ts";
import { videoTables } from "./video.ts";

export type { CallTable, Entry, Limits, Reference, SaveRule, Syntax, TableTool } from "./call-table.ts";
export { type CliCommand, cliCommands } from "./commands.ts";
export { type Parameter, type ParameterType, parameters } from "./parameters.ts";

export const callTables: readonly CallTable[] = [
  ...imageTables,
  ...videoTables,
  ...audioTables,
  ...mediaTables,
  ...docTables,
  ...listTables,
];

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

export const tablesOf = (tool: TableTool): CallTable[] => callTables.filter((table) => table.tool === tool);

/** In the order of the tables. */
export const actionsOf = (tool: TableTool): string[] => distinct(tablesOf(tool).map((table) => table.action));

export const providersOf = (tool: TableTool, action?: string): string[] =>
  distinct(
    tablesOf(tool)
      .filter((table) => action === undefined || table.action === action)
      .map((table) => table.provider),
  );

export const parametersOf = (table: CallTable): string[] => table.entries.map((entry) => entry.parameter);
