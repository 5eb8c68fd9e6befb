import fc from "fast-check";
import { outsideProgram } from "testkit";
import { expect, it } from "vitest";
import {
  askMapper,
  askRojo,
  buildProject,
  fatalProblems,
  withoutUnknown,
} from "../../../fixtures/ownership/mapper/compare.ts";
import { randomProject } from "../../../fixtures/ownership/mapper/random-project.ts";

const rojo = outsideProgram("rojo", "7.7.1") ?? "";
/** A run costs the start of a process; Rojo refuses about half of the projects. */
const RUNS = 150;

it.skipIf(rojo === "")(
  "maps random projects as Rojo does, and has a problem exactly where Rojo refuses [needs rojo 7.7.1]",
  async () => {
    await fc.assert(
      fc.asyncProperty(randomProject, async (small) => {
        await using workspace = await buildProject(small);
        const real = await askRojo(rojo, workspace, small.project);
        const mapped = await askMapper(workspace, small.project);
        const isRefused = fatalProblems(mapped).length > 0;
        expect({ kind: isRefused ? "refused" : "tree", ...(isRefused ? {} : { tree: mapped.tree }) }).toEqual({
          kind: real.kind,
          ...(real.kind === "refused" ? {} : { tree: withoutUnknown(real.tree, mapped.tree) }),
        });
      }),
      { numRuns: RUNS },
    );
  },
  240_000,
);
