import { describe, expect, it } from "vitest";
import { type RojoInstance, RojoTree, type RojoUpdate } from "../../../../src/studio/rojo-follow/rojo-tree.ts";

function instance(Id: string, Parent: string, Name: string, others: Partial<RojoInstance> = {}): RojoInstance {
  const rest = { ClassName: "Folder", Properties: {}, Children: [], Metadata: { ignoreUnknownInstances: false } };
  return { Id, Parent, Name, ...rest, ...others };
}

const byId = (...instances: readonly RojoInstance[]) => Object.fromEntries(instances.map((entry) => [entry.Id, entry]));

const update = (id: string, changes: Partial<RojoUpdate>): RojoUpdate => ({
  id,
  changedName: null,
  changedClassName: null,
  changedProperties: {},
  changedMetadata: null,
  ...changes,
});

const folder = (name: string, index: number) => ({ name, className: "Folder", index });

function twins(): RojoTree {
  return new RojoTree(
    "root",
    byId(
      instance("root", "0", "Game", { ClassName: "DataModel", Children: ["a", "b", "c"] }),
      instance("a", "root", "Twin"),
      instance("b", "root", "Twin", { Children: ["d"] }),
      instance("c", "root", "Twin", { ClassName: "Script" }),
      instance("d", "b", "Leaf"),
    ),
  );
}

describe("RojoTree", () => {
  it("tells siblings with the same name and class apart by their number", () => {
    const [operation] = twins().apply({ removed: [], added: {}, updated: [update("d", { changedName: "New" })] });
    expect(operation).toMatchObject({ kind: "update", steps: [folder("Twin", 2), folder("Leaf", 1)], name: "New" });
  });

  it("counts anew after each removal", () => {
    const operations = twins().apply({ removed: ["a", "d"], added: {}, updated: [] });
    expect(operations).toEqual([
      { kind: "remove", steps: [folder("Twin", 1)] },
      { kind: "remove", steps: [folder("Twin", 1), folder("Leaf", 1)] },
    ]);
  });

  it("adds the top of a new subtree with all that is below", () => {
    const added = byId(instance("e", "b", "New", { Children: ["f"] }), instance("f", "e", "Below"));
    const tree = twins();
    expect(tree.apply({ removed: [], added, updated: [] })).toMatchObject([
      { kind: "add", parent: [folder("Twin", 2)], instance: { name: "New", children: [{ name: "Below" }] } },
    ]);
    expect(tree.apply({ removed: ["f"], added: {}, updated: [] })).toMatchObject([
      { steps: [folder("Twin", 2), folder("New", 1), folder("Below", 1)] },
    ]);
  });

  it("names the target of a reference by its steps, and false for none", () => {
    const changedProperties = { Value: { Ref: "d" }, Other: { Ref: "00000000000000000000000000000000" } };
    const [operation] = twins().apply({ removed: [], added: {}, updated: [update("a", { changedProperties })] });
    expect(operation).toMatchObject({
      properties: { Value: { RefSteps: [folder("Twin", 2), folder("Leaf", 1)] }, Other: { RefSteps: false } },
    });
  });

  it("writes numbers that JSON does not have as text", () => {
    const changedProperties = { A: { Float64: Infinity }, B: { Vector3: [Number.NaN, -Infinity, 1] } };
    const [operation] = twins().apply({ removed: [], added: {}, updated: [update("a", { changedProperties })] });
    expect(operation).toMatchObject({ properties: { A: { Float64: "inf" }, B: { Vector3: ["nan", "-inf", 1] } } });
  });

  it("passes over a change of an instance that is gone", () => {
    expect(twins().apply({ removed: ["gone"], added: {}, updated: [update("gone", {})] })).toEqual([]);
  });
});
