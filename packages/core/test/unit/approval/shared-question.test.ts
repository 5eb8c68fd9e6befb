import { describe, expect, it } from "vitest";
import { SharedQuestions } from "../../../src/approval/shared-question.ts";

function setUp() {
  const asked: { withdrawn: AbortSignal; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const questions = new SharedQuestions<string>();
  const ask = (withdrawn: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      asked.push({ withdrawn, answer, fail });
    });
  return { asked, ask: (key: string, signal?: AbortSignal) => questions.ask(key, ask, signal) };
}

describe("SharedQuestions", () => {
  it("asks once for all who wait under one key, and anew afterwards", async () => {
    const { asked, ask } = setUp();
    const waiting = [ask("a"), ask("a"), ask("b")];
    expect(asked).toHaveLength(2);
    asked[0]?.answer("yes");
    asked[1]?.answer("no");
    expect(await Promise.all(waiting)).toEqual(["yes", "yes", "no"]);
    const again = ask("a");
    expect(asked).toHaveLength(3);
    asked[2]?.answer("later");
    expect(await again).toBe("later");
  });

  it("lets one stop waiting while the other gets the answer", async () => {
    const { asked, ask } = setUp();
    const controller = new AbortController();
    const reason = new Error("stop");
    const first = ask("a", controller.signal);
    const second = ask("a", new AbortController().signal);
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(asked[0]?.withdrawn.aborted).toBe(false);
    asked[0]?.answer("yes");
    expect(await second).toBe("yes");
  });

  it("withdraws the question when nobody waits any more, and starts a new one for the next", async () => {
    const { asked, ask } = setUp();
    const controller = new AbortController();
    const waiting = Promise.allSettled([ask("a", controller.signal), ask("a", controller.signal)]);
    controller.abort();
    expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked[0]?.withdrawn.aborted).toBe(true);
    const next = ask("a");
    expect(asked).toHaveLength(2);
    asked[0]?.fail(new Error("nobody listens"));
    asked[1]?.answer("yes");
    expect(await next).toBe("yes");
  });

  it("gives a failure to all who wait, and does not ask for who came aborted", async () => {
    const { asked, ask } = setUp();
    const waiting = Promise.allSettled([ask("a"), ask("a")]);
    asked[0]?.fail(new Error("broken"));
    expect(await waiting).toMatchObject([{ reason: { message: "broken" } }, { reason: { message: "broken" } }]);
    await expect(ask("b", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    expect(asked).toHaveLength(1);
  });
});
