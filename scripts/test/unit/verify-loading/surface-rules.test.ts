import { describe, expect, it } from "vitest";
import { clashes, compareSurface, compareTools, toolProblems } from "../../../verify-loading/surface-rules.mjs";

const tool = {
  name: "look",
  description: "Looks at one file and says what it holds.",
  promptSnippet: "Look at a file",
  promptGuidelines: ["Use look before you leap."],
  parameters: { type: "object", properties: {} },
};
const registered = {
  path: "/x/index.js",
  tools: [tool],
  commands: ["look-status"],
  flags: [],
  shortcuts: [],
  hooks: ["session_start"],
  renderers: [],
  undescribed: [],
};
const surface = { ...registered, tools: ["look"] };
const validSchema = () => undefined;

describe("compareSurface", () => {
  it("accepts exactly what is expected, in any order", () => {
    const both = { ...registered, hooks: ["tool_result", "session_start"] };
    expect(compareSurface(both, { ...surface, hooks: ["session_start", "tool_result"] })).toEqual([]);
  });

  it.each(["tools", "commands", "flags", "shortcuts", "hooks", "renderers"] as const)(
    "names the kind when one of the %s is more or less",
    (kind) => {
      const more = { ...surface, [kind]: [...surface[kind], "another"] };
      expect(compareSurface(registered, more)).toEqual([expect.stringContaining(kind)]);
    },
  );
});

describe("toolProblems", () => {
  it("accepts a tool that is described and named in its guidelines", () => {
    expect(toolProblems(tool, validSchema)).toEqual([]);
  });

  it.each([
    ["description", { description: "Looks." }],
    ["promptSnippet", { promptSnippet: " " }],
    ["promptGuidelines", { promptGuidelines: [] }],
    ["does not name it", { promptGuidelines: ["Think first."] }],
  ])("refuses a tool without: %s", (word, part) => {
    expect(toolProblems({ ...tool, ...part }, validSchema)).toEqual([expect.stringContaining(word)]);
  });

  it("passes on what is wrong with the parameters", () => {
    expect(toolProblems(tool, () => "is no schema")).toEqual([expect.stringContaining("is no schema")]);
  });
});

describe("compareTools", () => {
  it("accepts tools as recorded", () => {
    expect(compareTools([tool], [structuredClone(tool)])).toEqual([]);
  });

  it.each([
    ["description", { description: "Looks at two files and says what they hold." }],
    ["promptGuidelines", { promptGuidelines: [] }],
    ["parameters", { parameters: { type: "object" } }],
  ])("sees another %s", (field, part) => {
    expect(compareTools([{ ...tool, ...part }], [tool])).toEqual([expect.stringContaining(field)]);
  });

  it("sees a tool, or a whole extension, that is not recorded", () => {
    expect(compareTools([tool], [])).toHaveLength(1);
    expect(compareTools([tool], undefined)).toHaveLength(1);
  });
});

describe("clashes", () => {
  it("names what two extensions both register", () => {
    const other = { ...registered, tools: [{ ...tool, name: "other" }], hooks: ["session_start"] };
    expect(clashes([registered, other])).toEqual([expect.stringContaining("look-status")]);
  });
});
