import { expect, it } from "vitest";
import { InstanceTree } from "../../../../../src/backends/rojo/live-tree/instance-tree.ts";
import { treeMap } from "../../../../../src/backends/rojo/live-tree/tree-map.ts";
import { ServerModel } from "../../../../fixtures/backends/rojo/live-tree/server-model.ts";

function sample(rootClass: string) {
  const server = new ServerModel(rootClass);
  server.apply({
    kind: "add",
    parent: 0,
    growths: [
      {
        name: "A",
        className: "Folder",
        children: [
          { name: "x", className: "Script" },
          { name: "x", className: "Part" },
        ],
      },
      { name: "B", className: "Folder" },
    ],
  });
  const tree = new InstanceTree(server.root.id, server.records(), 100);
  return { server, tree, map: treeMap(tree, 5, "because") };
}

it("lists parents before children and siblings in order", () => {
  const paths = [...sample("DataModel").map.all()].map(({ path, className }) => [path.join("/"), className]);
  expect(paths).toEqual([
    ["", "DataModel"],
    ["A", "Folder"],
    ["A/x", "Script"],
    ["A/x", "Part"],
    ["B", "Folder"],
  ]);
});

it("begins paths with the name of a root that is no DataModel", () => {
  const { map } = sample("Model");
  expect([...map.all()].map(({ path }) => path[0])).toEqual(["game", "game", "game", "game", "game"]);
  expect(map.at(["game", "B"])).toHaveLength(1);
});

it("answers all instances that share a path", () => {
  expect(
    sample("DataModel")
      .map.at(["A", "x"])
      .map(({ className }) => className),
  ).toEqual(["Script", "Part"]);
});

it("says that unknown children are deleted unless the server ignores them", () => {
  const { server, tree, map } = sample("DataModel");
  expect(map.at(["A"])[0]?.deletesUnknownChildren).toBe(true);
  const change = { name: undefined, className: undefined, sourceHash: undefined, ignoresUnknown: true };
  tree.apply(server.render(server.apply({ kind: "update", target: 1, change }))!);
  expect(map.at(["A"])[0]?.deletesUnknownChildren).toBe(false);
});

it("knows no files, and how old it is", () => {
  const { map } = sample("DataModel");
  expect(map.ofFile("/p/src/A.luau")).toEqual([]);
  expect(map).toMatchObject({ kind: "live-tree", observedAtMs: 5, staleBecause: "because", size: 5 });
});
