import fc from "fast-check";
import { expect, it } from "vitest";
import { Console, consoleText } from "../../../../src/studio/mcp/host/console.ts";

const MARKER = "[TRUNCATED DUE TO LENGTH LIMIT]";

it("shows everything while it is short enough", () => {
  expect(consoleText(["a", "b\nc"], { maxConsoleLength: 5, consoleKeeps: "oldest" })).toBe("a\nb\nc");
});

it.each(["oldest", "newest"] as const)(
  "keeps the %s characters up to the limit, with the marker at the cut",
  (consoleKeeps) => {
    const anyMessages = fc.array(fc.string(), { minLength: 1 });
    fc.assert(
      fc.property(anyMessages, fc.nat({ max: 40 }), (messages, maxConsoleLength) => {
        const whole = messages.join("\n");
        fc.pre(whole.length > maxConsoleLength);
        const text = consoleText(messages, { maxConsoleLength, consoleKeeps });
        const kept =
          consoleKeeps === "oldest" ? whole.slice(0, maxConsoleLength) : whole.slice(whole.length - maxConsoleLength);
        expect(text).toBe(consoleKeeps === "oldest" ? `${kept}\n${MARKER}` : `${MARKER}\n${kept}`);
      }),
    );
  },
);

it("does not grow without end", () => {
  const messages = new Console();
  for (let line = 0; line < 100_000; line += 1) messages.add(`${line}`);
  expect(messages.messages.length).toBeLessThanOrEqual(40_000);
  expect(messages.messages.at(-1)).toBe("99999");
});
