import { describe, expect, it } from "vitest";
import { createPendingAnswers } from "../../../../src/studio/vm/pending-answers.ts";
import { parseAnswer } from "../../../../src/studio/vm/protocol.ts";
import { readSavedPlace } from "../../../../src/studio/vm/saved-place.ts";
import { VmError } from "../../../../src/studio/vm/vm-error.ts";

describe("pending answers", () => {
  it("settle in the order of their requests", async () => {
    const answers = createPendingAnswers();
    const both = Promise.all([answers.expect(), answers.expect()]);
    expect(answers.isIdle()).toBe(false);
    answers.answer("a");
    answers.answer("b");
    expect(await both).toEqual(["a", "b"]);
    expect(answers.isIdle()).toBe(true);
  });

  it("fail with the first reason, those that wait and those that come", async () => {
    const answers = createPendingAnswers();
    const [first, later] = await Promise.allSettled([
      answers.expect(),
      Promise.resolve().then(() => {
        answers.fail(new VmError("VM_TIMED_OUT", "too long"));
        answers.fail(new VmError("VM_CLOSED", "closed"));
        return answers.expect();
      }),
    ]);
    const failure = { status: "rejected", reason: { code: "VM_TIMED_OUT" } };
    expect([first, later]).toMatchObject([failure, failure]);
  });
});

describe("answers of the stand-in", () => {
  it("come with console, results, notices and the time of the next step", () => {
    const line =
      '{"ok":true,"value":1,"console":[{"text":"x","kind":"MessageOutput","timestamp":5}],"finished":[],"notices":[],"next":0.0101}';
    expect(parseAnswer(line)).toEqual({
      value: 1,
      finished: [],
      notices: [],
      console: [{ text: "x", type: "MessageOutput", timestamp: 5 }],
      nextMs: 11,
      failure: undefined,
    });
  });

  it("carry the reason of a refusal", () => {
    const { failure } = parseAnswer('{"ok":false,"message":"no","console":[],"finished":[],"notices":[]}');
    expect(failure).toMatchObject({ code: "VM_FAILED" });
  });

  it("make complete instances of saved ones", () => {
    const place = readSavedPlace({
      roots: [
        {
          className: "A",
          name: "a",
          referent: "1",
          children: [{ className: "B", name: "b", referent: "2", tags: ["t"] }],
        },
      ],
    });
    expect(place.roots[0]).toMatchObject({
      properties: {},
      attributes: {},
      tags: [],
      children: [{ name: "b", tags: ["t"], children: [] }],
    });
  });
});
