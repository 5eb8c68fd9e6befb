import { coreError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import {
  BackgroundStep,
  off,
  ready,
  type StepOutcome,
  untilAborted,
} from "../../../../src/runtime/lifecycle/background-step.ts";

function watched<Value>(work: (signal: AbortSignal) => Promise<StepOutcome<Value>>) {
  const states: string[] = [];
  const step: BackgroundStep<Value> = new BackgroundStep("step", work, () => states.push(step.report.state));
  return { step, states, signal: new AbortController().signal };
}

describe("BackgroundStep", () => {
  it("gives everyone the value of one run", async () => {
    let runs = 0;
    const { step, states, signal } = watched(() => Promise.resolve(ready((runs += 1), "done")));
    expect(await Promise.all([step.start(signal), step.start(signal)])).toEqual([1, 1]);
    expect(states).toEqual(["running", "ready"]);
  });

  it("keeps the failure for the report and gives no value", async () => {
    const { step, signal } = watched(() => Promise.reject(coreError("NOT_FOUND", "gone")));
    expect(await step.start(signal)).toBeUndefined();
    expect(step.report).toMatchObject({ state: "failed", failure: { code: "NOT_FOUND" } });
  });

  it("says why it is off", async () => {
    const { step, signal } = watched(() => Promise.resolve(off("nothing to do")));
    expect(await step.start(signal)).toBeUndefined();
    expect(step.report).toMatchObject({ state: "off", detail: "nothing to do", failure: undefined });
  });

  it("is not failed when the session ends while it runs", async () => {
    const ended = new AbortController();
    const { step } = watched((signal) => untilAborted(new Promise<never>(() => {}), signal));
    const run = step.start(ended.signal);
    ended.abort();
    expect(await run).toBeUndefined();
    expect(step.report.state).toBe("off");
  });

  it("runs anew after a reset, but not while it runs", async () => {
    let runs = 0;
    const { step, signal } = watched(() => Promise.resolve(ready((runs += 1), "")));
    const first = step.start(signal);
    step.reset();
    expect(await first).toBe(1);
    step.reset();
    expect(await step.start(signal)).toBe(2);
  });
});

describe("untilAborted", () => {
  it("ends with the reason of the signal", async () => {
    const ended = new AbortController();
    const wait = untilAborted(new Promise<never>(() => {}), ended.signal);
    ended.abort(new Error("enough"));
    await expect(wait).rejects.toThrow("enough");
  });
});
