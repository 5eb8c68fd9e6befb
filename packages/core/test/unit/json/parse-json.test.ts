import fc from "fast-check";
import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { formatJsonPath, parseJson } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";

const failure = (text: string, options: Partial<Parameters<typeof parseJson>[1]> = {}): CodedError => {
  try {
    parseJson(text, { source: "f.json", ...options });
  } catch (error) {
    if (isCodedError(error)) return error;
    throw error;
  }
  throw new Error("no failure");
};

describe("reading JSON", () => {
  it("gives what JSON.parse gives, for any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text, { source: "f" }).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["", 1, 1],
    ["{", 1, 2],
    ['{\n  "a": 1,\n  "b": x\n}', 3, 8],
    ['{"a": 1} x', 1, 10],
    ['{\r\n  "a": 1,\r\n  "a": 2\r\n}', 3, 3],
    ['\uFEFF{"a" 1}', 1, 6],
    ['{"a": 1, // no\n"b": 2}', 1, 10],
  ])("names the place of the fault in %j", (text, line, column) => {
    expect(failure(text)).toMatchObject({ code: "JSON_INVALID", data: { line, column } });
  });

  it("allows comments and trailing commas only where asked", () => {
    const text = '{ // c\n "a": [1,], }';
    expect(parseJson(text, { source: "f", comments: true }).value).toEqual({ a: [1] });
    expect(failure(text).code).toBe("JSON_INVALID");
  });

  it("never quotes the value of a damaged file", () => {
    expect(failure('{"key": canary-0123456789}').message).not.toContain("canary");
  });

  it("refuses depth and length by limit, without overflowing the stack", () => {
    expect(failure("[".repeat(1_000_000)).code).toBe("LIMIT_EXCEEDED");
    expect(failure("[1,2,3]", { maxCharacters: 3 }).code).toBe("LIMIT_EXCEEDED");
  });

  it("keeps __proto__ a plain key", () => {
    const value = parseJson('{"__proto__": {"polluted": true}}', { source: "f" }).value;
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("tells where a value stands, and the nearest one around a value that is not there", () => {
    const document = parseJson('{\n "a": [\n  {"path": "x"}\n ]\n}', { source: "f" });
    expect(document.positionOf(["a", 0, "path"])).toEqual({ line: 3, column: 12 });
    expect(document.positionOf(["a", 0, "missing"])).toEqual({ line: 3, column: 3 });
    expect(document.errorAt(["a", 0, "path"], "is wrong").data).toMatchObject({ field: "a[0].path", line: 3 });
  });

  it("reads a list of 200,000 items", () => {
    const text = JSON.stringify(Array.from({ length: 200_000 }, () => 1));
    expect(parseJson(text, { source: "f" }).value).toHaveLength(200_000);
  });

  it.each([
    [["a", 0, "b c"], 'a[0]["b c"]'],
    [[], ""],
    [["x-y", "z"], "x-y.z"],
  ])("writes the path %j as %s", (path, text) => {
    expect(formatJsonPath(path)).toBe(text);
  });
});
