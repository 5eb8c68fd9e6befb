import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { editJson, type JsonPath, parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";

const codeOf = (text: string, path: JsonPath, value: unknown): string => {
  try {
    return editJson(text, [{ path, value }]);
  } catch (error) {
    if (isCodedError(error)) return error.code;
    throw error;
  }
};
const valueOf = (text: string): unknown => parseJson(text, { source: "f", comments: true }).value;

describe("editing JSON", () => {
  it("changes only the value, and keeps comments, order, indentation, line ends and byte order mark", () => {
    const text = '\uFEFF{\r\n\t// why\r\n\t"b": 1,\r\n\t"a": [ 1, 2 ]\r\n}\r\n';
    expect(editJson(text, [{ path: ["b"], value: 7 }])).toBe(text.replace('"b": 1', '"b": 7'));
  });

  it("adds in the style of the file, and removes", () => {
    const text = '{\n    "a": 1\n}\n';
    const added = editJson(text, [{ path: ["b"], value: { c: 1 } }]);
    expect(added).toBe('{\n    "a": 1,\n    "b": {\n        "c": 1\n    }\n}\n');
    expect(editJson(added, [{ path: ["b"], value: undefined }])).toBe(text);
  });

  it("does not lay out a whole file of one long line, which took minutes", () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ path: `f${index}` }));
    const text = JSON.stringify({ items });
    const added = editJson(text, [{ path: ["items", 1, "x"], value: { y: 1 } }]);
    expect(added).toBe(text.replace('"f1"', '"f1","x": {"y":1}'));
  });

  it("takes the indentation from the data, not from a comment above it", () => {
    expect(editJson('/*\n * c\n */\n{\n    "a": 1\n}\n', [{ path: ["b"], value: 2 }])).toContain('\n    "b": 2\n');
  });

  it("keeps the comments and trailing commas of JSONC", () => {
    const text = '// c\n{\n  "a": [ // x\n    1, // one\n    2, // two\n  ],\n}';
    const edited = editJson(text, [{ path: ["a", 0], value: undefined }]);
    expect(valueOf(edited)).toEqual({ a: [2] });
    expect(edited).toContain("// two");
  });

  const key = fc.constantFrom("a", "b", "c d", "é");
  const indent = fc.constantFrom(0, 2, "\t");

  it("has the effect of an assignment, for any object and value", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), key, fc.jsonValue(), indent, (object, name, value, space) => {
        const edited = editJson(JSON.stringify(object, null, space), [{ path: [name], value }]);
        expect(valueOf(edited)).toEqual(JSON.parse(JSON.stringify({ ...object, [name]: value })));
      }),
    );
  });

  it("has the effect of a removal, for any object and name", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), key, indent, (object, name, space) => {
        const edited = editJson(JSON.stringify(object, null, space), [{ path: [name], value: undefined }]);
        const { [name]: _, ...rest } = object;
        expect(valueOf(edited)).toEqual(JSON.parse(JSON.stringify(rest)));
      }),
    );
  });

  it("has the effect of a splice on an array, also where the bracket follows at once", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.nat(5), indent, (items, index, space) => {
        const edited = editJson(JSON.stringify({ items }, null, space), [{ path: ["items", index], value: undefined }]);
        expect(valueOf(edited)).toEqual(JSON.parse(JSON.stringify({ items: items.toSpliced(index, 1) })));
      }),
    );
  });

  it("refuses what has no meaning, and text that it could only damage further", () => {
    expect(codeOf('{"a": 1}', ["a", "b"], 1)).toBe("INPUT_INVALID");
    expect(codeOf('{"a": {}}', ["a", 0], 1)).toBe("INPUT_INVALID");
    expect(codeOf("[1]", ["a"], 1)).toBe("INPUT_INVALID");
    expect(codeOf("[1]", [5], 1)).toBe("INPUT_INVALID");
    expect(codeOf("{}", [], undefined)).toBe("INPUT_INVALID");
    expect(codeOf("{}", ["a"], () => 1)).toBe("INPUT_INVALID");
    expect(codeOf('{"a": 1', ["a"], 1)).toBe("JSON_INVALID");
    expect(codeOf('{"a": 1, "a": 2}', ["a"], 1)).toBe("JSON_INVALID");
    expect(codeOf("", [], 1)).toBe("JSON_INVALID");
  });
});
