import { parse } from "dotenv";
import fc from "fast-check";
import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { withoutVariable, withVariable } from "../../../../src/multix/keys/env-document.ts";

const NAME = "GEMINI_API_KEY";
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    for (const code of ["KEY_NOT_STORABLE", "KEY_FILE_AMBIGUOUS"]) if (hasCode(error, code)) return code;
    throw error;
  }
  return "none";
};

describe("setting a variable", () => {
  it.each([
    ["an empty file", "", "GEMINI_API_KEY=v\n"],
    ["a file without a last line end", "A=1", "A=1\nGEMINI_API_KEY=v\n"],
    ["an assignment between others", "A=1\nGEMINI_API_KEY=old\nB=2\n", "A=1\nGEMINI_API_KEY=v\nB=2\n"],
    [
      "an exported assignment with a comment",
      "export GEMINI_API_KEY='old' # mine\n",
      "export GEMINI_API_KEY=v # mine\n",
    ],
    ["duplicates", "GEMINI_API_KEY=1\nA=1\nGEMINI_API_KEY=2\n", "GEMINI_API_KEY=v\nA=1\n"],
    ["CRLF", "# c\r\nGEMINI_API_KEY=old\r\nB=2\r\n", "# c\r\nGEMINI_API_KEY=v\r\nB=2\r\n"],
    ["a byte order mark", "\uFEFFGEMINI_API_KEY=old\n", "\uFEFFGEMINI_API_KEY=v\n"],
    ["a placeholder comment", "# Gemini\n# GEMINI_API_KEY=\nA=1\n", "# Gemini\nGEMINI_API_KEY=v\nA=1\n"],
    ["a value over several lines", 'GEMINI_API_KEY="a\nB=2\nc"\nD=4\n', "GEMINI_API_KEY=v\nD=4\n"],
    [
      "a name that is another's prefix",
      "GEMINI_API_KEY_2=1\nGEMINI_API_KEY: old\n",
      "GEMINI_API_KEY_2=1\nGEMINI_API_KEY=v\n",
    ],
    ["the name on a line of its own", "GEMINI_API_KEY\n=old\nB=2\n", "GEMINI_API_KEY=v\nB=2\n"],
    ["the name inside another's quotes", 'A="\nGEMINI_API_KEY=x\n"\n', 'A="\nGEMINI_API_KEY=x\n"\nGEMINI_API_KEY=v\n'],
  ])("edits only its own lines in %s", (_, before, after) => {
    expect(withVariable(before, NAME, "v")).toBe(after);
  });

  it.each([["abc#def"], ["  padded "], ["it's"], ['say "x"'], ["a`b"], ["$HOME"], ["back\\slash"], [""], ["ключ-é"]])(
    "stores %j so that the CLI's dotenv reads it back",
    (value) => {
      expect(parse(withVariable("A=1\n", NAME, value))[NAME]).toBe(value);
    },
  );

  it.each([["a\nINJECTED=1"], ["a\rb"], ["a\0b"]])("refuses %j", (value) => {
    expect(codeOf(() => withVariable("", NAME, value))).toBe("KEY_NOT_STORABLE");
  });

  it("refuses when an unclosed quote above would swallow the new line", () => {
    expect(codeOf(() => withVariable('A="open\n', NAME, 'x"#y'))).toBe("KEY_FILE_AMBIGUOUS");
  });

  const value = fc.string({
    unit: fc.constantFrom("a", "Z", "0", " ", "#", "'", '"', "`", "\\", "n", "$", "=", ":", "é"),
  });
  const line = fc.constantFrom(
    "A=1",
    "# note",
    "",
    "export B='x # y'",
    'C="two',
    'lines"',
    `${NAME}=old`,
    `${NAME} = "q" # c`,
    "D: `z`",
    "E='open",
  );
  const file = fc
    .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n", "\r"))
    .map(([lines, eol]) => lines.join(eol));

  it("gives the value back, keeps every other variable, or refuses, for any file and value", () => {
    fc.assert(
      fc.property(file, value, (text, wanted) => {
        let edited: string;
        try {
          edited = withVariable(text, NAME, wanted);
        } catch (error) {
          return hasCode(error, "KEY_NOT_STORABLE") || hasCode(error, "KEY_FILE_AMBIGUOUS");
        }
        expect(parse(edited)).toEqual({ ...parse(text), [NAME]: wanted });
        return true;
      }),
      { numRuns: 3000 },
    );
  });

  it("takes the variable away and nothing else, or refuses, for any file", () => {
    fc.assert(
      fc.property(file, (text) => {
        try {
          const { [NAME]: _, ...others } = parse(text);
          expect(parse(withoutVariable(text, NAME))).toEqual(others);
        } catch (error) {
          if (!hasCode(error, "KEY_FILE_AMBIGUOUS")) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("removing a variable", () => {
  it("keeps comments, order and the byte order mark", () => {
    expect(withoutVariable("\uFEFFGEMINI_API_KEY=1\n# c\nB=2\n", NAME)).toBe("\uFEFF# c\nB=2\n");
  });

  it("returns the same text when the variable is not there", () => {
    expect(withoutVariable("A=1", NAME)).toBe("A=1");
  });
});
