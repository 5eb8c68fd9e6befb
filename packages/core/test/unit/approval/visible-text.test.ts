import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleSummary, visibleText, visibleWord } from "../../../src/approval/visible-text.ts";

describe("visibleText", () => {
  it.each([
    ["a\nb\rc\td", String.raw`a\nb\rc\td`],
    ["\u001b[2J\u001b[31mred", String.raw`\x1b[2J\x1b[31mred`],
    ["\u009b31m\u007f\u0000", String.raw`\x9b31m\x7f\x00`],
    ["txt.\u202egnp\u2066x\u2069", String.raw`txt.\u{202e}gnp\u{2066}x\u{2069}`],
    ["a\u200bb\u200dc\ufeffd\u00ade\u3164f", String.raw`a\u{200b}b\u{200d}c\u{feff}d\xade\u{3164}f`],
    ["a\u2028b\u00a0c\u3000d", String.raw`a\u{2028}b\xa0c\u{3000}d`],
    ["\u{e0041}\u{fe0f}\ue000\ud800", String.raw`\u{e0041}\u{fe0f}\u{e000}\u{d800}`],
    ["a  b   c", String.raw`a\x20\x20b\x20\x20\x20c`],
    ["z\u0301\u0302\u0303", String.raw`z\u{301}\u{302}\u{303}`],
  ])("escapes %j", (text, visible) => expect(visibleText(text)).toBe(visible));

  it("keeps letters of all scripts, symbols and single spaces", () => {
    const text = "Jane's проект ünï 日本 e\u0301 → 50% {a: [1]} 🙂";
    expect(visibleText(text)).toBe(text);
  });

  it("leaves no control, format or line character for any text, and different words stay different", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, two) => {
        const visible = visibleWord(one);
        expect(visible).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]| {2}/u);
        expect(visible === visibleWord(two)).toBe(one === two);
      }),
    );
  });
});

describe("visibleWord", () => {
  it.each([
    ["/usr/bin/rojo", "/usr/bin/rojo"],
    [String.raw`C:\tools\rojo.exe`, String.raw`C:\tools\rojo.exe`],
    ["", '""'],
    ["two words", '"two words"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ["a\\n\n", String.raw`"a\\n\n"`],
    ["(none)", '"(none)"'],
    ["| x", '"| x"'],
  ])("shows %j as %s", (word, visible) => expect(visibleWord(word)).toBe(visible));
});

describe("visibleSummary", () => {
  it("is bounded for any length of text", () => {
    expect(visibleSummary("a".repeat(1_000_000), 10)).toBe(`${"a".repeat(10)}…`);
    expect(visibleSummary("\n".repeat(1000), 10).length).toBe(11);
    expect(visibleSummary("short", 10)).toBe("short");
  });
});
