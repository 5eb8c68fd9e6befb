import fc from "fast-check";
import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { sourcemapArgs } from "../../../../../src/backends/rojo/sourcemap-run/run-sourcemap.ts";
import { parseSourcemapText } from "../../../../../src/backends/rojo/sourcemap-run/sourcemap-text.ts";

const MAP = '{"name":"Game","className":"DataModel","children":[{"name":"A","className":"Folder"}]}';

const problemOf = (text: string): unknown => {
  try {
    return parseSourcemapText(text, "rojo");
  } catch (error) {
    return error;
  }
};

describe("the text of a sourcemap", () => {
  it("is kept as Rojo printed it, without the line end", () => {
    expect(parseSourcemapText(`${MAP}\r\n`, "rojo")).toEqual({ text: MAP, root: JSON.parse(MAP) });
  });

  it("may be null, for a project without anything to list", () => {
    expect(parseSourcemapText("null\n", "rojo")).toEqual({ text: "null", root: null });
  });

  it.each(["", " \n", "[]", "{}", "1", '"x"', '{"name":1,"className":"Folder"}', `${MAP}${MAP}`, `warning\n${MAP}`])(
    "is refused when it is %j",
    (text) => {
      expect(hasCode(problemOf(text), "ROJO_FAILED")).toBe(true);
    },
  );

  it("is refused wherever it is cut off", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAP.length - 1 }), (length) => {
        expect(hasCode(problemOf(MAP.slice(0, length)), "ROJO_FAILED")).toBe(true);
      }),
    );
  });

  it("never makes anything but an error of ours", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const result = problemOf(text);
        expect(!(result instanceof Error) || hasCode(result, "ROJO_FAILED")).toBe(true);
      }),
    );
  });
});

describe("the command line of a sourcemap", () => {
  it("never names an output file, which Rojo would write in place", () => {
    expect(sourcemapArgs("/p/default.project.json", true)).toEqual([
      "sourcemap",
      "--include-non-scripts",
      "--color",
      "never",
      "/p/default.project.json",
    ]);
    expect(sourcemapArgs("/p/a.project.json", false)).not.toContain("--include-non-scripts");
  });
});
