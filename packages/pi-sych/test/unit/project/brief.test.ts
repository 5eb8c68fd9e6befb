import { describe, expect, it } from "vitest";
import { findBriefProblems, parseHeadings, REQUIRED_HEADINGS } from "../../../src/project/brief.ts";

const complete = (title = "# A novel"): string =>
  [title, "", ...REQUIRED_HEADINGS.flatMap((heading) => [`## ${heading}`, "", "Text.", ""])].join("\n");

describe("findBriefProblems", () => {
  it("finds nothing in a complete brief", () => {
    expect(findBriefProblems(complete())).toEqual([]);
  });

  it("accepts closing hashes, underlined headings, other case, emphasis and a colon", () => {
    const brief = [
      "A novel",
      "=======",
      "## Objective ##",
      "### **Current Direction:**",
      "Definition of done",
      "---",
      "## previous   action",
      "   ## Immediate next step",
    ].join("\r\n");
    expect(findBriefProblems(brief)).toEqual([]);
  });

  it("lists every missing part", () => {
    expect(findBriefProblems("")).toHaveLength(1 + REQUIRED_HEADINGS.length);
  });

  it.each([
    ["a fenced code block", "```md\n# Title\n## Objective\n```"],
    ["a tilde fence that a shorter one does not close", "~~~~\n~~~\n# Title\n## Objective\n~~~~"],
    ["a fence that is never closed", "```\n# Title\n## Objective"],
    ["an indented code block", "    # Title\n    ## Objective"],
    ["a comment", "<!-- old\n# Title\n## Objective\n-->"],
    ["front matter", "---\n# Title\n## Objective\n---"],
    ["a quotation", "> # Title\n> ## Objective"],
    ["a word that only begins like one", "#Title\n##Objective"],
  ])("does not count headings inside %s", (_where, markdown) => {
    expect(findBriefProblems(markdown)).toEqual(findBriefProblems(""));
  });

  it("does not take an empty level-one heading for a title", () => {
    expect(findBriefProblems(complete("#"))).toHaveLength(1);
  });

  it("reads on after a fence and a comment have ended", () => {
    expect(findBriefProblems(`\`\`\`\ncode\n\`\`\`\n<!-- one line -->\n${complete()}`)).toEqual([]);
  });

  it("takes a byte order mark for no part of the title", () => {
    expect(findBriefProblems(`\uFEFF${complete()}`)).toEqual([]);
  });
});

describe("parseHeadings", () => {
  it("gives level, text and line of each heading", () => {
    expect(parseHeadings("# One\n\nTwo\nlines\n---\n### Three #")).toEqual([
      { level: 1, text: "One", line: 1 },
      { level: 2, text: "Two lines", line: 3 },
      { level: 3, text: "Three", line: 6 },
    ]);
  });

  it("does not take a rule after a list or a blank line for an underline", () => {
    expect(parseHeadings("- item\n---\n\n---\n")).toEqual([]);
  });

  it("stays quick on a line made to be slow", () => {
    const hostile = [`# ${" ".repeat(200_000)}x`, `# ${"*".repeat(200_000)}x`, `# ${"# ".repeat(100_000)}x`].join("\n");
    expect(parseHeadings(hostile)).toHaveLength(3);
    expect(findBriefProblems(hostile)).toHaveLength(REQUIRED_HEADINGS.length);
  });
});
