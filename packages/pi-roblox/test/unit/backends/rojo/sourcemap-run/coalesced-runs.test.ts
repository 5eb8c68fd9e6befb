import { describe, expect, it } from "vitest";
import { CoalescedRuns } from "../../../../../src/backends/rojo/sourcemap-run/coalesced-runs.ts";

/** Runs that the test ends one by one, by hand. */
function manualRuns() {
  const started: { readonly end: PromiseWithResolvers<number>; readonly signal: AbortSignal }[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const runs = new CoalescedRuns<number>(async (signal) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    const end = Promise.withResolvers<number>();
    signal.addEventListener("abort", () => end.reject(signal.reason), { once: true });
    started.push({ end, signal });
    try {
      return await end.promise;
    } finally {
      atOnce -= 1;
    }
  });
  const untilStarted = async (count: number): Promise<void> => {
    for (let turn = 0; started.length < count; turn += 1) {
      if (turn > 100) throw new Error(`${started.length} of ${count} runs started`);
      await Promise.resolve();
    }
  };
  return { runs, started, untilStarted, mostAtOnce: () => mostAtOnce };
}

const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
};

describe("requests", () => {
  it("at the same moment share one run", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const both = Promise.all([runs.request(), runs.request()]);
    await untilStarted(1);
    started[0]?.end.resolve(1);
    expect(await both).toEqual([1, 1]);
    expect(started).toHaveLength(1);
  });

  it("during a run share one that starts after it", async () => {
    const { runs, started, untilStarted, mostAtOnce } = manualRuns();
    const first = runs.request();
    await untilStarted(1);
    const later = Promise.all([runs.request(), runs.request(), runs.request()]);
    started[0]?.end.resolve(1);
    expect(await first).toBe(1);
    await untilStarted(2);
    started[1]?.end.resolve(2);
    expect(await later).toEqual([2, 2, 2]);
    expect([started.length, mostAtOnce()]).toEqual([2, 1]);
  });

  it("fail with their own run, and the next one is not concerned", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const first = runs.request();
    await untilStarted(1);
    const second = runs.request();
    started[0]?.end.reject(new Error("planned"));
    expect(await failure(first)).toMatchObject({ message: "planned" });
    await untilStarted(2);
    started[1]?.end.resolve(2);
    expect(await second).toBe(2);
  });
});

describe("an abort", () => {
  it("rejects the one who asked at once, and others get their outcome", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const abort = new AbortController();
    const aborted = runs.request(abort.signal);
    const other = runs.request();
    await untilStarted(1);
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await failure(aborted)).toBe(reason);
    expect(started[0]?.signal.aborted).toBe(false);
    started[0]?.end.resolve(1);
    expect(await other).toBe(1);
  });

  it("of all who wait ends the run, and the next request starts a new one", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const abort = new AbortController();
    const aborted = runs.request(abort.signal);
    await untilStarted(1);
    abort.abort(new Error("enough"));
    await failure(aborted);
    expect(started[0]?.signal.aborted).toBe(true);
    const next = runs.request();
    await untilStarted(2);
    started[1]?.end.resolve(2);
    expect(await next).toBe(2);
  });

  it("of a run that has not started keeps it from starting", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const first = runs.request();
    await untilStarted(1);
    const abort = new AbortController();
    const second = runs.request(abort.signal);
    abort.abort(new Error("enough"));
    await failure(second);
    started[0]?.end.resolve(1);
    await first;
    const third = runs.request();
    await untilStarted(2);
    started[1]?.end.resolve(3);
    expect(await third).toBe(3);
    expect(started).toHaveLength(2);
  });

  it("before the request starts nothing", async () => {
    const { runs, started } = manualRuns();
    const reason = new Error("enough");
    expect(await failure(runs.request(AbortSignal.abort(reason)))).toBe(reason);
    expect(started).toHaveLength(0);
  });

  it("of everything resolves when nothing runs", async () => {
    const { runs, started, untilStarted } = manualRuns();
    const requests = [runs.request()];
    await untilStarted(1);
    requests.push(runs.request());
    const outcomes = Promise.all(requests.map(failure));
    const reason = new Error("the end");
    await runs.abortAll(reason);
    expect(await outcomes).toEqual([reason, reason]);
    expect(started).toHaveLength(1);
  });
});
