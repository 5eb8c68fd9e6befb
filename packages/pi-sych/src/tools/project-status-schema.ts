/** What project_status takes and gives, as JSON Schema. */

import { type Static, Type } from "typebox";

const closed = { additionalProperties: false } as const;

/** A plain enum of strings, which every provider accepts. */
const oneOf = <Value extends string>(values: readonly Value[], options: object = {}) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values], ...options });

const MAX_FILES = 200;
const MAX_REASON_LENGTH = 1000;

export const projectStatusParameters = Type.Object(
  {
    action: oneOf(["check", "acknowledge"], {
      description: "check reports; acknowledge records that files were reviewed as they are now.",
    }),
    files: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_FILES,
        description: "Tracked paths. check: report on these. acknowledge: the reviewed ones, required.",
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: MAX_REASON_LENGTH, description: "acknowledge: what was reviewed and why it holds." }),
    ),
    fingerprints: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_FILES,
        description: "acknowledge: fingerprints that check showed, in the order of files; refused if a file differs.",
      }),
    ),
  },
  closed,
);

export type ProjectStatusInput = Static<typeof projectStatusParameters>;

const texts = Type.Array(Type.String());
const fingerprint = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });

const artifact = Type.Object({
  path: Type.String(),
  state: oneOf(["unchanged", "changed", "new", "missing", "unreadable"]),
  status: oneOf(["current", "stale", "needs-review", "conflicted", "missing"]),
  fingerprint: Type.Optional(fingerprint),
  recordedFingerprint: Type.Optional(fingerprint),
  lineEndingsOnly: Type.Optional(Type.Boolean()),
  note: Type.Optional(Type.String()),
  role: Type.Optional(Type.String()),
  acknowledgedAt: Type.Optional(Type.String()),
  acknowledgedReason: Type.Optional(Type.String()),
  sourcesAcknowledgedLater: Type.Optional(texts),
});

/** One object for both actions: some providers and scripts cannot take a union at the top. */
export const projectStatusOutput = Type.Object({
  action: oneOf(["check", "acknowledge"]),
  manifest: Type.Union([Type.String(), Type.Null()], { description: "Path of SYNC.json; null when there is none." }),
  summary: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  artifacts: Type.Optional(Type.Array(artifact, { description: "Those not in order, or those asked for." })),
  affected: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), chain: texts, distance: Type.Integer(), directCauses: texts }), {
      description: "Depend on something that is not in order; chain leads to the nearest cause.",
    }),
  ),
  cycles: Type.Optional(Type.Array(Type.Object({ paths: texts, groupSize: Type.Integer() }))),
  notices: Type.Optional(Type.Array(Type.Object({ kind: Type.String(), path: Type.String(), message: Type.String() }))),
  brief: Type.Optional(Type.Object({ path: Type.String(), problems: texts })),
  canonical: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.String(),
        isExternal: Type.Boolean(),
        state: oneOf(["readable", "missing", "unreadable", "not-approved"]),
        reason: Type.Optional(Type.String()),
      }),
    ),
  ),
  refusal: Type.Optional(
    Type.Object({ code: Type.String(), message: Type.String(), hint: Type.Optional(Type.String()) }),
  ),
  notes: Type.Optional(texts),
  omitted: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  acknowledged: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), fingerprint, previousFingerprint: Type.Optional(fingerprint) })),
  ),
  marked: Type.Optional(Type.Array(Type.Object({ path: Type.String(), because: texts }))),
  warnings: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), source: Type.String(), distance: Type.Integer() })),
  ),
  changedSinceCheck: Type.Optional(texts),
});
