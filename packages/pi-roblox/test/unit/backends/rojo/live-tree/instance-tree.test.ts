import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InstanceTree, type TreeNode } from "../../../../../src/backends/rojo/live-tree/instance-tree.ts";
import type { InstanceRecord, TreePatch } from "../../../../../src/backends/rojo/live-tree/messages.ts";
import {
  dumpTree,
  type Edit,
  type Growth,
  ServerModel,
} from "../../../../fixtures/backends/rojo/live-tree/server-model.ts";

const MAX = 10_000;
const invalid = expect.objectContaining({ code: "ROJO_ANSWER_INVALID" });

const name = fc.constantFrom("A", "B", "a", "Main", "é", "v1.2");
const className = fc.constantFrom("Folder", "ModuleScript", "Script");
const hash = fc.option(fc.constantFrom("h1", "h2"), { nil: undefined });
const growth = fc.letrec<{ growth: Growth }>((tie) => ({
  growth: fc.record({
    name,
    className,
    sourceHash: hash,
    children: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie("growth"), { maxLength: 3 })),
  }),
})).growth;
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const update = (newName: fc.Arbitrary<string | undefined>): fc.Arbitrary<Edit> =>
  fc.record({
    kind: fc.constant("update" as const),
    target: fc.nat(),
    change: fc.record({
      name: newName,
      className: optional(className),
      sourceHash: fc.constantFrom(undefined, null, "h3"),
      ignoresUnknown: optional(fc.boolean()),
    }),
  });
const addition: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constant("add" as const),
  parent: fc.nat(),
  growths: fc.array(growth, { minLength: 1, maxLength: 3 }),
});
const removal: fc.Arbitrary<Edit> = fc.record({ kind: fc.constant("remove" as const), target: fc.nat() });

const readAnew = (server: ServerModel): InstanceTree => new InstanceTree(server.root.id, server.records(), MAX);

/** Every path of the tree with the ids of what is there, found without the tree's own look-up. */
function idsByPath(tree: InstanceTree): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (node: TreeNode, path: readonly string[]): void => {
    found.set(JSON.stringify(path), [...(found.get(JSON.stringify(path)) ?? []), node.id]);
    for (const child of node.children) visit(child, [...path, child.name]);
  };
  visit(tree.root, tree.root.className === "DataModel" ? [] : [tree.root.name]);
  return found;
}

function expectLookUps(tree: InstanceTree): void {
  for (const [path, ids] of idsByPath(tree)) expect(tree.at(JSON.parse(path)).map((node) => node.id)).toEqual(ids);
}

describe("a tree that is kept up to date", () => {
  it("equals the tree read anew after every edit", () => {
    const edits = fc.array(fc.oneof(addition, addition, removal, update(optional(name))), { maxLength: 25 });
    fc.assert(
      fc.property(edits, fc.boolean(), (edits, looksUp) => {
        const server = new ServerModel();
        const tree = readAnew(server);
        for (const edit of edits) {
          tree.apply(server.render(server.apply(edit))!);
          expect(dumpTree(tree)).toEqual(dumpTree(readAnew(server)));
          expect(tree.size).toBe(server.records().length);
          if (looksUp) expectLookUps(tree);
        }
        expectLookUps(tree);
      }),
      { numRuns: 60 },
    );
  });

  it("equals the tree read anew when messages show what came after them", () => {
    const edits = fc.array(fc.oneof(addition, addition, removal, update(fc.constant(undefined))), { maxLength: 12 });
    fc.assert(
      fc.property(edits, (edits) => {
        const server = new ServerModel();
        const tree = readAnew(server);
        const applied = edits.map((edit) => server.apply(edit));
        const messages = applied.map((patch) => server.render(patch));
        fc.pre(!messages.includes(undefined));
        for (const message of messages) tree.apply(message!);
        expect(dumpTree(tree)).toEqual(dumpTree(readAnew(server)));
        expectLookUps(tree);
      }),
      { numRuns: 60 },
    );
  });
});

const record = (id: string, parent: string, more: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  parent,
  name: id,
  className: "Folder",
  sourceHash: undefined,
  children: [],
  ignoresUnknown: false,
  ...more,
});
const patch = (more: Partial<TreePatch>): TreePatch => ({ removed: [], added: [], updated: [], ...more });
const smallTree = (): InstanceTree =>
  new InstanceTree("r", [record("r", "0", { className: "DataModel", children: ["a"] }), record("a", "r")], 4);

it("leaves out the root of a DataModel in paths, and begins with any other root", () => {
  expect(smallTree().at([])).toHaveLength(1);
  expect(smallTree().at(["a"])).toHaveLength(1);
  const model = new InstanceTree("r", [record("r", "0", { children: ["a"] }), record("a", "r")], 4);
  expect(model.at([])).toEqual([]);
  expect(model.at(["r"])).toHaveLength(1);
  expect(model.at(["r", "a"])).toHaveLength(1);
  expect(model.at(["a"])).toEqual([]);
});

it.each<[string, readonly InstanceRecord[]]>([
  ["the root is missing", [record("a", "r")]],
  ["a child is missing", [record("r", "0", { children: ["a"] })]],
  ["a child names another parent", [record("r", "0", { children: ["a"] }), record("a", "b")]],
  ["a child stands twice", [record("r", "0", { children: ["a", "a"] }), record("a", "r")]],
  ["an instance is below nothing", [record("r", "0"), record("a", "r")]],
  [
    "instances are below each other",
    [record("r", "0"), record("a", "b", { children: ["b"] }), record("b", "a", { children: ["a"] })],
  ],
])("refuses records where %s", (_, records) => {
  expect(() => new InstanceTree("r", records, 4)).toThrow(invalid);
});

it.each<[string, Partial<TreePatch>]>([
  ["adds below an unknown parent", { added: [record("x", "y")] }],
  ["adds an instance without its child", { added: [record("x", "r", { children: ["y"] })] }],
  [
    "adds instances below each other",
    { added: [record("x", "y", { children: ["y"] }), record("y", "x", { children: ["x"] })] },
  ],
  [
    "changes an unknown instance",
    { updated: [{ id: "x", name: "X", className: undefined, sourceHash: undefined, ignoresUnknown: undefined }] },
  ],
  ["removes the root", { removed: ["r"] }],
])("refuses a patch that %s", (_, change) => {
  expect(() => smallTree().apply(patch(change))).toThrow(invalid);
});

it("takes the removal of what it does not know as done", () => {
  const tree = smallTree();
  tree.apply(patch({ removed: ["gone"] }));
  expect(tree.size).toBe(2);
});

it("forgets everything below what is removed", () => {
  const tree = smallTree();
  tree.apply(patch({ added: [record("b", "a", { children: ["c"] }), record("c", "b")] }));
  tree.apply(patch({ removed: ["a"] }));
  expect(tree.size).toBe(1);
  tree.apply(patch({ added: [record("a", "r"), record("b", "r"), record("c", "r")] }));
  expect(tree.size).toBe(4);
});

it("stops at the limit, when it is read and when it grows", () => {
  const limit = expect.objectContaining({ code: "LIMIT_EXCEEDED" });
  expect(() => new InstanceTree("r", [record("r", "0", { children: ["a"] }), record("a", "r")], 1)).toThrow(limit);
  expect(() => smallTree().apply(patch({ added: ["b", "c", "d"].map((id) => record(id, "r")) }))).toThrow(limit);
});

it("takes a chain of 20,000 instances without recursion", () => {
  const chain = Array.from({ length: 20_000 }, (_, index) =>
    record(`n${index}`, `n${index - 1}`, { children: index < 19_999 ? [`n${index + 1}`] : [] }),
  );
  const tree = new InstanceTree("n0", chain, 20_000);
  tree.apply(patch({ removed: ["n1"] }));
  expect(tree.size).toBe(1);
});
