import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { createWorkspace, outsideProgram, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadReflection } from "../../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts";
import type { PlaceInstance } from "../../../../src/studio/place/place-tree.ts";
import { readPlace } from "../../../../src/studio/place/read-place.ts";
import {
  foundUnder,
  type ProjectAttribute,
  projectAttribute,
  projectProperty,
} from "../../../fixtures/studio/place/project-values.ts";

const rojo = outsideProgram("rojo", "7.7.1");
const reflection = await loadReflection();

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.cleanup());

/** Not made smaller on failure: that takes hundreds of builds, and what differs is named anyway. */
const RUNS = { numRuns: 20, endOnFailure: true };

/** Builds a folder of items with the given keys in the project, and reads it. */
async function build(items: readonly object[]): Promise<readonly PlaceInstance[]> {
  const children = Object.fromEntries(items.map((item, index) => [`Item ${1000 + index}`, item]));
  const project = { name: "all", tree: { $className: "Folder", ...children } };
  await workspace.write("default.project.json", JSON.stringify(project));
  await promisify(execFile)(rojo ?? "", ["build", workspace.root, "-o", workspace.path("all.rbxmx")]);
  // Rojo sorts the children by name.
  return readPlace(await workspace.read("all.rbxmx"), reflection).roots[0]?.children ?? [];
}

describe.skipIf(rojo === undefined)("what rojo builds [needs rojo 7.7.1]", () => {
  it("holds the properties of the project, for any values of any type", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(projectProperty, { minLength: 50, maxLength: 100 }), async (properties) => {
        const built = await build(
          properties.map(({ className, property, json }) => ({
            $className: className,
            $properties: { [property]: json },
          })),
        );
        const found = properties.map((property, index) => ({
          ...property,
          value: built[index]?.properties[foundUnder(property)],
        }));
        expect(found).toEqual(properties);
      }),
      RUNS,
    );
  });

  it("holds the attributes of the project, for any values of any type", async () => {
    const attributes = fc.dictionary(fc.stringMatching(/^[A-Za-z]\w{0,9}$/), projectAttribute, { maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(attributes, { minLength: 10, maxLength: 20 }), async (tables) => {
        const mapped = <Value>(toValue: (attribute: ProjectAttribute) => Value) =>
          tables.map((table) =>
            Object.fromEntries(Object.entries(table).map(([name, value]) => [name, toValue(value)])),
          );
        const built = await build(
          mapped(({ json }) => json).map((json) => ({ $className: "Folder", $attributes: json })),
        );
        expect(built.map(({ attributes: found }) => found)).toEqual(mapped(({ value }) => value));
      }),
      RUNS,
    );
  });
});
