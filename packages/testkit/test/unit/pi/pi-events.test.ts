import { collectMessages, collectToolCalls, finalTextOf, type PiEvent, parseEvent } from "testkit/pi/pi-events";
import { parseSession, sessionToolCalls } from "testkit/pi/session-file";
import { describe, expect, it } from "vitest";

const image = { type: "image", data: "AA==", mimeType: "image/png" };
const content = [{ type: "text", text: "one" }, image, { type: "text", text: "two" }];
const start = (toolCallId: string): PiEvent => ({
  type: "tool_execution_start",
  toolCallId,
  toolName: "t",
  args: { a: 1 },
});

describe("parseEvent", () => {
  it.each(["", "plain text", "{broken", "{}", "[1]", "null"])("takes %j for no event", (line) => {
    expect(parseEvent(line)).toBeUndefined();
  });

  it("keeps events of a type that it does not know", () => {
    expect(parseEvent('{"type":"brand_new","x":1}')).toEqual({ type: "brand_new", x: 1 });
  });
});

describe("collectToolCalls", () => {
  it("joins start, updates and end of a call, in the order of the starts", () => {
    const calls = collectToolCalls([
      start("1"),
      start("2"),
      { type: "tool_execution_update", toolCallId: "1", partialResult: { content: [{ type: "text", text: "half" }] } },
      { type: "tool_execution_end", toolCallId: "2", result: { content: [] }, isError: true },
      { type: "tool_execution_end", toolCallId: "1", result: { content, details: { d: 1 } }, isError: false },
    ]);
    expect(calls.map((entry) => [entry.id, entry.updates, entry.result?.isError])).toEqual([
      ["1", ["half"], false],
      ["2", [], true],
    ]);
    expect(calls[0]?.result).toMatchObject({ text: "one\ntwo", images: [{ data: "AA==" }], details: { d: 1 } });
  });

  it("has no result for a call that the run did not wait for", () => {
    expect(collectToolCalls([start("1")])[0]?.result).toBeUndefined();
  });
});

describe("finalTextOf", () => {
  it("is the text of the last assistant message", () => {
    const events = ["user", "assistant", "toolResult", "assistant", "user"].map((role, index) => ({
      type: "message_end",
      message: { role, content: [{ type: "text", text: String(index) }] },
    }));
    expect(finalTextOf(collectMessages(events))).toBe("3");
  });

  it("is empty without an assistant message", () => {
    expect(finalTextOf([])).toBe("");
  });
});

describe("sessionToolCalls", () => {
  it("finds the same calls in a session file", () => {
    const lines = [
      { type: "session", id: "s" },
      {
        type: "message",
        message: { role: "assistant", content: [{ type: "toolCall", id: "1", name: "t", arguments: { a: 1 } }] },
      },
      { type: "message", message: { role: "toolResult", toolCallId: "1", toolName: "t", content, isError: false } },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    expect(sessionToolCalls(parseSession(text))).toMatchObject([
      { id: "1", name: "t", args: { a: 1 }, result: { text: "one\ntwo", isError: false } },
    ]);
  });
});
