import { hasCode } from "pi-extension-core/errors";
import { createWorkspace, outsideProgram, rojoVersions } from "testkit";
import { describe, expect, it } from "vitest";
import { parseVersionNumber } from "../../../../src/backends/rojo/binary/rojo-version.ts";
import { parseProject } from "../../../../src/ownership/project/parse-project.ts";
import { findingsForVersion } from "../../../../src/ownership/project/version-findings.ts";
import { askRojo } from "../../../fixtures/ownership/mapper/compare.ts";
import { looseTexts, projectTexts } from "../../../fixtures/ownership/project/project-texts.ts";

/** Whether this package says that a version of Rojo stops with an error. */
function isRefused(text: string, fileName: string, version: string): boolean {
  const rojoVersion = parseVersionNumber(version);
  if (rojoVersion === undefined) throw new TypeError(`${version} is no version`);
  try {
    const project = parseProject(text, { source: fileName, platform: process.platform });
    return findingsForVersion(project, fileName, rojoVersion).some(({ effect }) => effect === "refused");
  } catch (error) {
    if (hasCode(error, "PROJECT_INVALID")) return true;
    throw error;
  }
}

describe.for(rojoVersions)("what Rojo %s refuses", (version) => {
  const rojo = outsideProgram("rojo", version) ?? "";

  it.skipIf(rojo === "").for(projectTexts)(
    `is said to be refused, and what it takes is not: $title [needs rojo ${version}]`,
    async ({ text, fileName = "default.project.json" }) => {
      await using workspace = await createWorkspace({ files: { [fileName]: text } });
      const { kind, log } = await askRojo(rojo, workspace, fileName);
      expect({ isRefused: isRefused(text, fileName, version), log }).toEqual({ isRefused: kind === "refused", log });
    },
  );
});

const [newest, , oldest] = rojoVersions;
const program = outsideProgram("rojo", newest) ?? "";

it.skipIf(program === "").for(looseTexts)(
  `refuses text that Rojo takes: $title [needs rojo ${newest}]`,
  async ({ text }) => {
    await using workspace = await createWorkspace({ files: { "default.project.json": text } });
    expect(await askRojo(program, workspace)).toMatchObject({ kind: "tree" });
    expect(isRefused(text, "default.project.json", newest)).toBe(true);
    expect(isRefused(text, "default.project.json", oldest)).toBe(true);
  },
);
