import fc from "fast-check";
import { applyEdits, modify } from "jsonc-parser";
import { editJson, type JsonEdit } from "pi-extension-core/json";
import { describe, expect, it } from "vitest";

const text = `{
\t// kept
\t"a": 1, "list": [
\t\t{"x": "old", "y": null},
\t\ttrue
\t]
}
`;

describe("several edits of JSON", () => {
  it("replaces values in place and keeps everything else", () => {
    const edits = [
      { path: ["list", 0, "x"], value: 'n"ew' },
      { path: ["a"], value: 22 },
      { path: ["list", 1], value: null },
      { path: ["list", 0, "y"], value: false },
    ];
    expect(editJson(text, edits)).toBe(
      text.replace('"old"', '"n\\"ew"').replace("1,", "22,").replace("true", "null").replace("null}", "false}"),
    );
  });

  it("applies edits in order, also several of one value and of values that edits before made", () => {
    const edits = [
      { path: ["a"], value: 2 },
      { path: ["a"], value: { b: 1 } },
      { path: ["a", "b"], value: 3 },
      { path: ["a", "c"], value: 4 },
      { path: ["a", "b"], value: 5 },
      { path: ["list", 0], value: undefined },
      { path: ["list", 0], value: "first" },
    ];
    expect(JSON.parse(editJson(text, edits).replace("// kept", ""))).toEqual({ a: { b: 5, c: 4 }, list: ["first"] });
  });

  it("keeps byte order mark, line ends and indentation", () => {
    const bom = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    expect(editJson(bom, [])).toBe(bom);
    const added = editJson(bom, [{ path: ["z"], value: [1] }]);
    expect(added.startsWith("\uFEFF{")).toBe(true);
    expect(added).toContain('\r\n\t"z": [\r\n\t\t1\r\n\t]');
    expect(added).not.toMatch(/[^\r]\n/);
  });

  it("does the same as the edits one by one", () => {
    const value = fc.constantFrom<unknown>(1, "text", null, true, [1], { k: 1 });
    const path = fc.constantFrom(["a"], ["b"], ["c", "d"], ["e", 0], ["e", 1], ["e", 0, "f"]);
    const start = '{\n  "a": 1,\n  "b": "x",\n  "c": {"d": null},\n  "e": [{"f": 1}, 2]\n}\n';
    const one = (current: string, edit: JsonEdit): string | undefined => {
      try {
        const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
        return applyEdits(current, modify(current, [...edit.path], edit.value, { formattingOptions }));
      } catch {
        // The path leads through a primitive that an edit before put there.
        return undefined;
      }
    };
    fc.assert(
      fc.property(fc.array(fc.record({ path, value }), { maxLength: 8 }), (edits) => {
        const expected = edits.reduce<string | undefined>((now, edit) => now && one(now, edit), start);
        fc.pre(expected !== undefined);
        expect(editJson(start, edits)).toBe(expected);
      }),
    );
  });
});
