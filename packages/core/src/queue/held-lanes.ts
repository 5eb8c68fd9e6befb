/**
 * Which queues the running code stands in, across awaits and through other queues. A lane counts only while its task
 * runs: what a task left behind (a timer, a detached promise) may use the queue again.
 */

import { AsyncLocalStorage } from "node:async_hooks";

export interface HeldLane {
  readonly queue: object;
  readonly label: string | undefined;
  isRunning: boolean;
}

// Holds no state of its own: each asynchronous context carries its lanes. A second copy of this module has a second
// storage, and `snapshot` carries both.
const storage = new AsyncLocalStorage<readonly HeldLane[]>();

function runningLanes(): readonly HeldLane[] {
  return (storage.getStore() ?? []).filter((lane) => lane.isRunning);
}

/** The lane of `queue` that the caller runs in, or undefined. */
export function findHeldLane(queue: object): HeldLane | undefined {
  return runningLanes().find((lane) => lane.queue === queue);
}

/** A function that runs work in the asynchronous context of this moment, inside `lane` besides the lanes held already. */
export function captureContext(lane: HeldLane): <T>(work: () => T) => T {
  const inCallerContext = AsyncLocalStorage.snapshot();
  return (work) => inCallerContext(() => storage.run([...runningLanes(), lane], work));
}
