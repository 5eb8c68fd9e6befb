/** A checkpoint of a process that is not this one. */

import type { Checkpoint } from "../../../src/checkpoint/manifest.ts";

export const sampleCheckpoint = (over: Partial<Checkpoint> = {}): Checkpoint => ({
  id: "c1",
  label: "test",
  createdAt: "2026-01-01T00:00:00.000Z",
  changedAt: "2026-01-01T00:00:00.000Z",
  state: "open",
  owner: { pid: 1, startToken: undefined, host: "h" },
  interrupted: undefined,
  safetyFor: undefined,
  safetyId: undefined,
  entries: [],
  ...over,
});
