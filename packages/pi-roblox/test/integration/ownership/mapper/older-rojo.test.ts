import { outsideProgram } from "testkit";
import { describe, expect, it } from "vitest";
import {
  askMapper,
  askRojo,
  buildProject,
  fatalProblems,
  withoutFiles,
  withoutUnknown,
} from "../../../fixtures/ownership/mapper/compare.ts";
import { corpus } from "../../../fixtures/ownership/mapper/corpus/index.ts";

/** Rojo 7.4.4 calls them by nothing at all where newer ones keep the dot: not followed. */
const NOT_FOLLOWED = "names that begin with a dot";
const accepted = corpus.filter(
  ({ title, refusedBecauseOf }) => refusedBecauseOf === undefined && title !== NOT_FOLLOWED,
);

describe.for(["7.6.1", "7.4.4"])("Rojo %s", (version) => {
  const rojo = outsideProgram("rojo", version) ?? "";

  it.skipIf(rojo === "").for(accepted)(
    `makes the same instances where it takes the project: $title [needs rojo ${version}]`,
    async (small) => {
      await using workspace = await buildProject(small);
      const real = await askRojo(rojo, workspace, small.project);
      const mapped = await askMapper(workspace, small.project, version);
      const told = { tree: withoutFiles(mapped.tree), problems: fatalProblems(mapped) };
      const expected = { tree: withoutFiles(withoutUnknown(real.tree, mapped.tree)), problems: [] };
      expect(told).toEqual(real.kind === "tree" ? expected : told);
    },
  );
});
