import { call, type ModelMessage, resultOf, say } from "testkit/pi/faux-script";
import { resolveTurn } from "testkit/pi/result-reference";
import { describe, expect, it } from "vitest";

const result = (toolName: string, text: string, details: unknown): ModelMessage => ({
  role: "toolResult",
  toolName,
  content: [{ type: "text", text }],
  details,
  isError: false,
});

const messages: readonly ModelMessage[] = [
  { role: "user", content: "hi" },
  result("first", "one", { path: "a.md", items: [{ id: 7 }] }),
  result("second", "two", undefined),
];

describe("resolveTurn", () => {
  it("replaces a reference anywhere in the arguments by the value it names", () => {
    const turn = call("x", { files: [resultOf("details.items.0.id", "first")], nested: { text: resultOf("text") } });
    expect(resolveTurn(turn, messages).calls).toEqual([{ name: "x", args: { files: [7], nested: { text: "two" } } }]);
  });

  it("takes a reference as the text of a turn", () => {
    expect(resolveTurn(say(resultOf("details.path", "first")), messages)).toEqual({ text: "a.md" });
  });

  it("leaves a turn without references as it is", () => {
    const turn = call("x", { a: null, b: [1, "two"], c: {} }, { delayMs: 5 });
    expect(resolveTurn(turn, messages)).toEqual(turn);
  });

  it.each([
    ["a tool without result", resultOf("text", "third")],
    ["a field that is not there", resultOf("details.items.1.id", "first")],
    ["a field of nothing", resultOf("details.path", "second")],
    ["an inherited field", resultOf("details.constructor", "first")],
  ])("refuses %s", (_case, reference) => {
    expect(() => resolveTurn(say(reference), messages)).toThrow(expect.objectContaining({ code: "SCRIPT_INVALID" }));
  });
});
