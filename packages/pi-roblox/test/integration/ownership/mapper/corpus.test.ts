import { outsideProgram } from "testkit";
import { describe, expect, it } from "vitest";
import {
  askMapper,
  askRojo,
  buildProject,
  fatalProblems,
  withoutUnknown,
} from "../../../fixtures/ownership/mapper/compare.ts";
import { corpus } from "../../../fixtures/ownership/mapper/corpus/index.ts";

const rojo = outsideProgram("rojo", "7.7.1") ?? "";

describe("a project that Rojo maps", () => {
  const accepted = corpus.filter(({ refusedBecauseOf }) => refusedBecauseOf === undefined);
  it.skipIf(rojo === "").for(accepted)("is the same tree: $title [needs rojo 7.7.1]", async (small) => {
    await using workspace = await buildProject(small);
    const real = await askRojo(rojo, workspace, small.project);
    const mapped = await askMapper(workspace, small.project);
    expect(real).toMatchObject({ kind: "tree" });
    expect(fatalProblems(mapped)).toEqual([]);
    expect(mapped.tree).toEqual(withoutUnknown(real.tree, mapped.tree));
  });
});

describe("a project that Rojo refuses", () => {
  const refused = corpus.filter(({ refusedBecauseOf }) => refusedBecauseOf !== undefined);
  it.skipIf(rojo === "").for(refused)(
    "has a problem in the file that is the cause: $title [needs rojo 7.7.1]",
    async (small) => {
      await using workspace = await buildProject(small);
      expect(await askRojo(rojo, workspace, small.project)).toMatchObject({ kind: "refused" });
      const files = fatalProblems(await askMapper(workspace, small.project)).map(({ file }) =>
        file.replaceAll("\\", "/"),
      );
      expect(files).toContainEqual(expect.stringContaining(small.refusedBecauseOf ?? ""));
    },
  );
});
