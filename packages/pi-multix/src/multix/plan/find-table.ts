/** Which table a call means: tool, action and provider, or an error that names what there is. Pure. */

import type { CodedError } from "pi-extension-core/errors";
import { multixError } from "../../errors.ts";
import { actionsOf, type CallTable, providersOf, type TableTool, tablesOf } from "../tables/index.ts";

const list = (names: readonly string[]): string => names.join(", ");

function actionNeeded(tool: TableTool, action: unknown, actions: readonly string[]): CodedError {
  const data = { tool, parameter: "action", allowed: actions };
  const hint = `Use one of: ${list(actions)}.`;
  if (action === undefined) return multixError("PARAMETER_REQUIRED", `${tool} needs action`, { hint, data });
  return multixError("PARAMETER_INVALID", `${tool} has no action ${JSON.stringify(action)}`, { hint, data });
}

function resolveAction(tool: TableTool, action: unknown): string {
  const actions = actionsOf(tool);
  const [only] = actions;
  if (action === undefined && actions.length === 1 && only !== undefined) return only;
  if (typeof action === "string" && actions.includes(action)) return action;
  throw actionNeeded(tool, action, actions);
}

/**
 * The table for `tool`, `action` and `provider`; either may be left out where there is only one.
 * @throws PARAMETER_REQUIRED, PARAMETER_INVALID (an unknown action), PROVIDER_UNSUPPORTED (naming those that can)
 */
export function findTable(tool: TableTool, action: unknown, provider: unknown): CallTable {
  const resolved = resolveAction(tool, action);
  const tables = tablesOf(tool).filter((table) => table.action === resolved);
  const providers = providersOf(tool, resolved);
  const table = tables.find((candidate) => candidate.provider === provider);
  if (table !== undefined) return table;
  const [only] = tables;
  if (provider === undefined && tables.length === 1 && only !== undefined) return only;
  const data = { tool, action: resolved, parameter: "provider", allowed: providers };
  if (provider === undefined)
    throw multixError("PARAMETER_REQUIRED", `${tool} ${resolved} needs provider`, {
      hint: `Use one of: ${list(providers)}.`,
      data,
    });
  const other = actionsOf(tool).filter((name) => providersOf(tool, name).some((id) => id === provider));
  const can = other.length === 0 ? "" : `; it can do ${list(other)}`;
  throw multixError(
    "PROVIDER_UNSUPPORTED",
    `Provider ${JSON.stringify(provider)} cannot do ${tool} ${resolved}${can}`,
    {
      hint: `Use one of: ${list(providers)}.`,
      data: { ...data, provider },
    },
  );
}
