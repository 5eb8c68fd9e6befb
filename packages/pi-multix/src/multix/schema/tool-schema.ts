/** The parameters of each tool as JSON Schema, made from the tables. */

import { type TObject, type TSchema, Type } from "typebox";
import {
  actionsOf,
  type Parameter,
  parameters,
  parametersOf,
  providersOf,
  type TableTool,
  tablesOf,
} from "../tables/index.ts";
import { describeParameter } from "./describe-parameter.ts";

/** A plain `enum`, which every model provider understands, unlike a union of constants. */
const oneOf = (values: readonly string[], description: string): TSchema =>
  Type.Unsafe<string>({ type: "string", enum: [...values], description });

function schemaOf(tool: TableTool, name: string, type: Parameter["type"]): TSchema {
  const description = describeParameter(tool, name);
  switch (type) {
    case "boolean":
      return Type.Boolean({ description });
    case "number":
      return Type.Number({ description });
    case "integer":
      return Type.Integer({ description });
    case "texts":
      return Type.Array(Type.String(), { description, minItems: 1 });
    case "text":
      return Type.String({ description });
  }
}

const isRequiredEverywhere = (tool: TableTool, name: string): boolean =>
  tablesOf(tool).every((table) => table.entries.some((entry) => entry.parameter === name && entry.required === true));

function selectors(tool: TableTool): Record<string, TSchema> {
  const actions = actionsOf(tool);
  const providers = providersOf(tool);
  const pairs = actions.map((action) => `${action}: ${providersOf(tool, action).join(", ")}`);
  return {
    ...(actions.length > 1 ? { action: oneOf(actions, "What to do.") } : {}),
    // Also where there is one only: models name it, as for the other tools.
    ...(providers[0] !== "local"
      ? { provider: Type.Optional(oneOf(providers, `Who does it. ${pairs.join(". ")}.`)) }
      : {}),
  };
}

const common = (tool: TableTool): Record<string, TSchema> => ({
  ...(tool === "image"
    ? { preview: Type.Optional(Type.Boolean({ description: "Show the images to you. Default true." })) }
    : {}),
  cwd: Type.Optional(Type.String({ description: "Working directory, absolute or relative to the session's." })),
  timeoutMs: Type.Optional(
    Type.Integer({ minimum: 1000, maximum: 3_600_000, description: "Default 600000, at most one hour." }),
  ),
  extraArgs: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 50,
      description: "Options of the CLI that no parameter stands for, as --name=value or --name.",
    }),
  ),
});

/** `action` and `provider` where there is a choice, every parameter of any table of the tool, and the common ones. */
export function toolSchema(tool: TableTool): TObject {
  const names = new Set(tablesOf(tool).flatMap(parametersOf));
  const own: Record<string, TSchema> = {};
  for (const [name, { type }] of Object.entries(parameters[tool])) {
    if (!names.has(name)) continue;
    const schema = schemaOf(tool, name, type);
    own[name] = isRequiredEverywhere(tool, name) ? schema : Type.Optional(schema);
  }
  return Type.Object({ ...selectors(tool), ...own, ...common(tool) }, { additionalProperties: false });
}
