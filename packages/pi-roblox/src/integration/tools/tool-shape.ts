/** What the tools of this extension share in their schemas. */

import { Type } from "typebox";

export const closed = { additionalProperties: false } as const;

/** A plain enum of strings, which every provider accepts. */
export const oneOf = <Value extends string>(values: readonly Value[], options: object = {}) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values], ...options });

/** A file or an instance, as people write them. */
export const targetParameter = Type.Unsafe<string | string[]>({
  anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
  description:
    'A file ("src/server/Main.server.luau") or an instance: "game.ServerScriptService.Main", \'game.Workspace["v1.2"].Door\', or an array of names.',
});

export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
