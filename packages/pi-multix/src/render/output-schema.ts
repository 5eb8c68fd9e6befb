/** What a successful call of a tool returns as structured content, as JSON Schema. */

import { Type } from "typebox";

const file = Type.Object({
  path: Type.String({ description: "Absolute path." }),
  role: Type.String({ description: "result, copy (what output asked for) or thumbnail." }),
  sizeBytes: Type.Integer(),
  mime: Type.Optional(Type.String({ description: "By content." })),
  renamedFrom: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  durationMs: Type.Optional(Type.Integer()),
  widthPixels: Type.Optional(Type.Integer()),
  heightPixels: Type.Optional(Type.Integer()),
});

export const callOutput = Type.Object({
  tool: Type.String(),
  action: Type.String(),
  provider: Type.String(),
  files: Type.Array(file),
  durationMs: Type.Integer(),
  job: Type.Optional(Type.Object({ id: Type.String(), status: Type.Optional(Type.String()) })),
  notes: Type.Array(Type.String()),
  answer: Type.Optional(Type.String()),
  cli: Type.Object({ path: Type.String(), source: Type.String(), version: Type.Optional(Type.String()) }),
});

/** For tools that answer with text and free data. */
export const plainOutput = Type.Object({}, { additionalProperties: true });
