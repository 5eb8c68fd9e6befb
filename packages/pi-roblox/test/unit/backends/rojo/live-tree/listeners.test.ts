import { expect, it } from "vitest";
import { Listeners } from "../../../../../src/backends/rojo/live-tree/listeners.ts";

it("calls the others when one throws, that one no more, and tells its error once", () => {
  const listeners = new Listeners();
  const calls: string[] = [];
  const fail = new Error("listener");
  listeners.add(() => {
    calls.push("bad");
    throw fail;
  });
  listeners.add(() => calls.push("good"));
  listeners.notify();
  listeners.notify();
  expect(calls).toEqual(["bad", "good", "good"]);
  expect(() => listeners.throwFailure()).toThrow(fail);
  expect(() => listeners.throwFailure()).not.toThrow();
});

it("counts each subscription of the same function on its own", () => {
  const listeners = new Listeners();
  let calls = 0;
  const listener = (): void => {
    calls += 1;
  };
  const first = listeners.add(listener);
  listeners.add(listener);
  first();
  listeners.notify();
  expect(calls).toBe(1);
});
