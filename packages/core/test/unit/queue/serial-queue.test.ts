import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { SerialQueue } from "pi-extension-core/queue";
import { describe, expect, it } from "vitest";

function deferred<T = void>() {
  return Promise.withResolvers<T>();
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("SerialQueue order", () => {
  it("runs tasks in order of arrival, never two at once, and gives each caller its own outcome", async () => {
    const taskKind = fc.constantFrom("value", "rejects", "throws", "slow");
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(taskKind, { maxLength: 20 }), async (scheduler, kinds) => {
        const queue = new SerialQueue();
        const started: number[] = [];
        let running = 0;
        const outcomes = kinds.map((kind, index) =>
          queue.run((): Promise<number> | number => {
            started.push(index);
            if (kind === "value") return index;
            if (kind === "throws") throw new Error(String(index));
            running += 1;
            expect(running).toBe(1);
            return scheduler.schedule(Promise.resolve()).then(() => {
              running -= 1;
              if (kind === "rejects") throw new Error(String(index));
              return index;
            });
          }),
        );
        const settled = Promise.allSettled(outcomes);
        await scheduler.waitFor(settled);
        expect(started).toEqual(kinds.map((_, index) => index));
        const expected = kinds.map((kind, index) =>
          kind === "rejects" || kind === "throws"
            ? { status: "rejected", reason: new Error(String(index)) }
            : { status: "fulfilled", value: index },
        );
        expect(await settled).toEqual(expected);
        expect(queue.size).toBe(0);
      }),
    );
  });

  it("keeps order when any of the waiting tasks are aborted, which never start", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (aborted) => {
        const queue = new SerialQueue();
        const gate = deferred();
        const first = queue.run(() => gate.promise);
        const started: number[] = [];
        const calls = aborted.map((isAborted, index) => {
          const controller = new AbortController();
          const outcome = queue.run(() => started.push(index), { signal: controller.signal });
          return { isAborted, controller, settled: Promise.allSettled([outcome]) };
        });
        for (const { isAborted, controller } of calls.toReversed()) if (isAborted) controller.abort();
        gate.resolve();
        await first;
        await Promise.all(calls.map((call) => call.settled));
        expect(started).toEqual(aborted.flatMap((isAborted, index) => (isAborted ? [] : [index])));
      }),
    );
  });

  it("starts a task only after run has returned", async () => {
    const queue = new SerialQueue();
    let hasStarted = false;
    const outcome = queue.run(() => {
      hasStarted = true;
    });
    expect(hasStarted).toBe(false);
    expect(queue.size).toBe(1);
    await outcome;
    expect(hasStarted).toBe(true);
  });
});

describe("SerialQueue abort", () => {
  it("rejects an aborted waiting task at once, while another still runs", async () => {
    const queue = new SerialQueue();
    const gate = deferred();
    const first = queue.run(() => gate.promise);
    const controller = new AbortController();
    let hasStarted = false;
    const second = queue.run(() => {
      hasStarted = true;
    }, controller);
    const reason = new Error("not wanted any more");
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(queue.size).toBe(1);
    gate.resolve();
    await first;
    await queue.idle();
    expect(hasStarted).toBe(false);
  });

  it("rejects with the reason of a signal that was aborted before the call", async () => {
    const queue = new SerialQueue();
    const reason = new Error("too late");
    await expect(queue.run(() => 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(queue.size).toBe(0);
  });

  it("hands the signal to a running task and holds the lane until that task has settled", async () => {
    const queue = new SerialQueue();
    const controller = new AbortController();
    const cleanup = deferred();
    const events: string[] = [];
    const first = queue.run(
      async (signal) => {
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        events.push("abort seen");
        await cleanup.promise;
        events.push("cleaned up");
        signal.throwIfAborted();
      },
      { signal: controller.signal },
    );
    const firstSettled = Promise.allSettled([first]);
    const second = queue.run(() => events.push("second"));
    await turn();
    controller.abort(new Error("stop"));
    await turn();
    expect(events).toEqual(["abort seen"]);
    cleanup.resolve();
    await second;
    expect(events).toEqual(["abort seen", "cleaned up", "second"]);
    expect((await firstSettled)[0]).toMatchObject({ status: "rejected", reason: { message: "stop" } });
  });

  it("keeps the result of a running task that finishes in spite of an abort", async () => {
    const queue = new SerialQueue();
    const controller = new AbortController();
    const gate = deferred<string>();
    const outcome = queue.run(() => gate.promise, controller);
    await turn();
    controller.abort();
    gate.resolve("done");
    await expect(outcome).resolves.toBe("done");
  });
});

describe("SerialQueue nested use", () => {
  it("refuses a task that waits for its own queue, across awaits", async () => {
    const queue = new SerialQueue({ name: "files" });
    const outcome = queue.run(
      async () => {
        await delay(1);
        await turn();
        return queue.run(() => "never", { label: "inner" });
      },
      { label: "outer" },
    );
    await expect(outcome).rejects.toMatchObject({
      code: "QUEUE_NESTED",
      data: { queue: "files", running: "outer", requested: "inner" },
    });
    await expect(queue.run(() => "still alive")).resolves.toBe("still alive");
  });

  it("refuses A to B to A, also when B was busy with somebody else's task", async () => {
    const a = new SerialQueue({ name: "A" });
    const b = new SerialQueue({ name: "B" });
    const gate = deferred();
    const foreign = b.run(() => gate.promise);
    const outcome = a.run(() => b.run(() => a.run(() => "never")));
    await turn();
    gate.resolve();
    await foreign;
    await expect(outcome).rejects.toMatchObject({ code: "QUEUE_NESTED", data: { queue: "A" } });
  });

  it("does not mistake a foreign caller for a nested one while a task runs", async () => {
    const a = new SerialQueue();
    const b = new SerialQueue();
    const outer = a.run(async () => {
      await b.run(() => delay(2));
      return "outer";
    });
    await turn();
    await expect(b.run(() => a.size)).resolves.toBe(1);
    await expect(a.run(() => "after")).resolves.toBe("after");
    await expect(outer).resolves.toBe("outer");
  });

  it("lets work that a finished task left behind use the queue again", async () => {
    const queue = new SerialQueue();
    const left = deferred<Promise<string>>();
    await queue.run(() => {
      setTimeout(() => left.resolve(queue.run(() => "later")), 2);
    });
    await expect(left.promise).resolves.toBe("later");
  });

  it("refuses idle and close from inside a task and stays open", async () => {
    const queue = new SerialQueue();
    await expect(queue.run(() => queue.idle())).rejects.toMatchObject({ code: "QUEUE_NESTED" });
    await expect(queue.run(() => queue.close())).rejects.toMatchObject({ code: "QUEUE_NESTED" });
    await expect(queue.run(() => 1)).resolves.toBe(1);
  });
});

describe("SerialQueue idle and close", () => {
  it("is idle at once when nothing waits, and otherwise when the last task has settled", async () => {
    const queue = new SerialQueue();
    await queue.idle();
    const events: string[] = [];
    void queue.run(() => turn()).then(() => events.push("first"));
    void queue
      .run(() => {
        throw new Error("fails");
      })
      .catch(() => events.push("second"));
    await queue.idle();
    expect(queue.size).toBe(0);
    await turn();
    expect(events).toEqual(["first", "second"]);
  });

  it("becomes idle when the only task is aborted before it starts", async () => {
    const queue = new SerialQueue();
    const controller = new AbortController();
    const outcome = Promise.allSettled([queue.run(() => 1, controller)]);
    const idle = queue.idle();
    controller.abort();
    await idle;
    expect((await outcome)[0]?.status).toBe("rejected");
  });

  it("waits for the running task, rejects the waiting ones and takes no more", async () => {
    const queue = new SerialQueue({ name: "writes" });
    const gate = deferred<string>();
    const running = queue.run(() => gate.promise);
    await turn();
    const waiting = queue.run(() => "never");
    const events: string[] = [];
    const closing = queue.close().then(() => events.push("closed"));
    await expect(waiting).rejects.toMatchObject({ code: "QUEUE_CLOSED", data: { queue: "writes" } });
    expect(events).toEqual([]);
    gate.resolve("finished");
    await expect(running).resolves.toBe("finished");
    await closing;
    expect(events).toEqual(["closed"]);
    await queue.close();
    await expect(queue.run(() => 1)).rejects.toMatchObject({ code: "QUEUE_CLOSED" });
  });
});
