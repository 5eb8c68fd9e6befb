import { type Dialog, toDialog, toHandler, toResponse } from "testkit/pi/rpc-dialogs";
import { isSettled, MutableJournal } from "testkit/pi/rpc-journal";
import { describe, expect, it } from "vitest";

const confirm: Dialog = {
  method: "confirm",
  title: "Delete it?",
  message: "Sure?",
  options: undefined,
  prefill: undefined,
};

describe("toDialog", () => {
  it("reads a question", () => {
    expect(toDialog({ method: "select", title: "Colour", options: ["red"] })).toMatchObject({
      method: "select",
      title: "Colour",
      options: ["red"],
    });
  });

  it.each(["notify", "setStatus", "setWidget", undefined])("takes %s for no question", (method) => {
    expect(toDialog({ method })).toBeUndefined();
  });
});

describe("toHandler", () => {
  it("answers with the first rule that fits", () => {
    const handler = toHandler([
      { method: "input", answer: "text" },
      { title: /keep/i, answer: false },
      { title: "Delete", answer: true },
      { answer: null },
    ]);
    expect(handler(confirm)).toBe(true);
    expect(handler({ ...confirm, title: "Keep it?" })).toBe(false);
    expect(handler({ ...confirm, title: "Other" })).toBeNull();
  });

  it("has no answer when no rule fits", () => {
    expect(toHandler([{ method: "input", answer: "x" }])(confirm)).toBeUndefined();
  });
});

describe("toResponse", () => {
  it.each([
    [true, { confirmed: true }],
    [false, { confirmed: false }],
    ["", { value: "" }],
    ["green", { value: "green" }],
    [null, { cancelled: true }],
  ])("writes %j as Pi expects it", (answer, response) => {
    expect(toResponse(answer)).toEqual(response);
  });
});

describe("MutableJournal", () => {
  it("keeps only what is shown now", () => {
    const journal = new MutableJournal();
    const send = (fields: object): void => journal.addUiRequest({ type: "extension_ui_request", ...fields });
    send({ method: "setStatus", statusKey: "a", statusText: "one" });
    send({ method: "setStatus", statusKey: "a", statusText: "two" });
    send({ method: "setStatus", statusKey: "b", statusText: "gone" });
    send({ method: "setStatus", statusKey: "b" });
    send({ method: "setWidget", widgetKey: "w", widgetLines: ["line"] });
    send({ method: "notify", message: "hello" });
    send({ method: "set_editor_text", text: "draft" });
    expect([...journal.statuses]).toEqual([["a", "two"]]);
    expect([...journal.widgets]).toEqual([["w", ["line"]]]);
    expect(journal.notifications).toEqual([{ message: "hello", level: "info" }]);
    expect(journal.editorText).toBe("draft");
  });

  it("lists errors of extension handlers", () => {
    const journal = new MutableJournal();
    journal.addEvent({ type: "extension_error", extensionPath: "/x.ts", event: "tool_call", error: "broken" });
    expect(journal.extensionErrors).toEqual([{ extensionPath: "/x.ts", event: "tool_call", error: "broken" }]);
  });
});

describe("isSettled", () => {
  const events = (...types: string[]) => types.map((type) => ({ type }));

  it("is true when nothing ran, and after each settled run", () => {
    expect(isSettled([])).toBe(true);
    expect(isSettled(events("agent_start", "agent_end", "agent_start", "agent_end", "agent_settled"))).toBe(true);
  });

  it("is false between a retry and its end", () => {
    expect(isSettled(events("agent_start", "agent_end", "agent_settled", "agent_start", "agent_end"))).toBe(false);
  });
});
