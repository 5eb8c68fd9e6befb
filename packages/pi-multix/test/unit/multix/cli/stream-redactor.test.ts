import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatElapsed, lastTellingLine } from "../../../../src/multix/cli/progress.ts";
import { createStreamRedactor } from "../../../../src/multix/cli/stream-redactor.ts";

const SECRET = "canary-0123456789";
const redact = (text: string): string => text.replaceAll(SECRET, "[redacted]");

const feed = (pieces: readonly string[]): string[] => {
  const stream = createStreamRedactor(redact, [SECRET]);
  return [...pieces.map((piece) => stream.push(piece)), stream.end()];
};

describe("redaction of a stream", () => {
  it("equals redaction of the whole text, however it is split, and never shows a part of a secret", () => {
    const text = fc
      .array(fc.constantFrom(SECRET, SECRET.slice(0, 5), "\n", "x", "key=", "line\r\n"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
        expect(feed(pieces).join("")).toBe(redact(whole));
      }),
    );
  });

  it("shows a line without end in parts, and still no secret at the cut", () => {
    const long = "x".repeat(70_000) + SECRET.slice(0, 9);
    const shown = feed([long, `${SECRET.slice(9)}y`]);
    expect(shown[0]?.length).toBeGreaterThan(60_000);
    expect(shown.join("")).toBe(`${"x".repeat(70_000)}[redacted]y`);
  });
});

describe("progress", () => {
  it.each([
    ["✓ Saved: /a/b.png\n  [debug] x\n\n", "✓ Saved: /a/b.png"],
    ["[dotenv@17.0.0] injecting env (1)\n====\n", undefined],
    ["a\rb 50%\r", "b 50%"],
  ])("takes the last line of %j that says something", (text, line) => {
    expect(lastTellingLine(text)).toBe(line);
  });

  it("cuts long lines at a whole character", () => {
    expect(lastTellingLine("😀".repeat(200), 10)).toBe(`${"😀".repeat(9)}…`);
  });

  it.each([
    [0, "0 s"],
    [59_999, "59 s"],
    [65_000, "1 min 05 s"],
    [3_720_000, "1 h 02 min"],
  ])("writes %i ms as %s", (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });
});
