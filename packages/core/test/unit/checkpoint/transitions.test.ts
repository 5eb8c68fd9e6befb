import { describe, expect, it } from "vitest";
import type { Checkpoint, CheckpointState } from "../../../src/checkpoint/manifest.ts";
import {
  assertAllowed,
  type CheckpointAction,
  isLeftBehind,
  type OwnerPresence,
} from "../../../src/checkpoint/transitions.ts";
import { sampleCheckpoint } from "./sample-checkpoint.ts";

const checkpoint = (state: CheckpointState): Checkpoint => sampleCheckpoint({ state });
const allows = (
  action: CheckpointAction,
  state: CheckpointState,
  presence: OwnerPresence,
  takeOver = false,
): boolean => {
  try {
    assertAllowed(action, checkpoint(state), presence, takeOver);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "CHECKPOINT_STATE") return false;
    throw error;
  }
};
const STATES = ["open", "finalized", "interrupted", "restoring", "restored"] as const;
const statesFor = (action: CheckpointAction): string[] => STATES.filter((state) => allows(action, state, "self"));

describe("the states of a checkpoint", () => {
  it("allow its process what makes sense there", () => {
    expect(statesFor("add paths")).toEqual(["open"]);
    expect(statesFor("interrupt")).toEqual(["open"]);
    expect(statesFor("finalize")).toEqual(["open", "interrupted"]);
    expect(statesFor("restore")).toEqual([...STATES]);
    expect(statesFor("discard")).toEqual([...STATES]);
  });

  it("keep an open one for its process, while that lives or cannot be seen", () => {
    for (const action of ["finalize", "restore", "discard"] as const) {
      expect(allows(action, "open", "alive")).toBe(false);
      expect(allows(action, "open", "elsewhere")).toBe(false);
      expect(allows(action, "open", "elsewhere", true)).toBe(true);
      expect(allows(action, "open", "gone")).toBe(true);
      expect(allows(action, "finalized", "alive")).toBe(action !== "finalize");
    }
    for (const presence of ["alive", "gone", "elsewhere"] as const)
      expect(allows("add paths", "open", presence, true)).toBe(false);
  });

  it("are left behind by who is gone, and by any restore that ended early", () => {
    const leftBehind = (presence: OwnerPresence) => STATES.filter((state) => isLeftBehind(checkpoint(state), presence));
    expect(leftBehind("gone")).toEqual(["open", "restoring"]);
    expect(leftBehind("self")).toEqual(["restoring"]);
    expect(leftBehind("elsewhere")).toEqual(["restoring"]);
  });
});
