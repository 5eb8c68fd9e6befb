/** The tree of a server in the form in which ownership asks for it. Pure. */

import type { InstanceMap, MappedInstance } from "../../../datamodel/instance-map.ts";
import type { InstancePath } from "../../../datamodel/instance-path.ts";
import type { InstanceTree, TreeNode } from "./instance-tree.ts";

/** A server tells no paths of files, and shows every instance that it manages. */
function mapped(node: TreeNode, path: InstancePath): MappedInstance {
  return {
    path,
    className: node.className,
    files: [],
    sourceFile: undefined,
    folder: undefined,
    deletesUnknownChildren: node.ignoresUnknown === undefined ? undefined : !node.ignoresUnknown,
    isOpaque: false,
  };
}

function* walk(tree: InstanceTree): Generator<MappedInstance> {
  const { root } = tree;
  const pending = [{ node: root, path: root.className === "DataModel" ? [] : [root.name] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path } = next;
    yield mapped(node, path);
    const children = [...node.children].map((child) => ({ node: child, path: [...path, child.name] }));
    for (const child of children.reverse()) pending.push(child);
  }
}

/** The map is a window on the tree: it shows later changes, too. An iteration of `all` must not last beyond an `await`. */
export function treeMap(tree: InstanceTree, observedAtMs: number, staleBecause: string | undefined): InstanceMap {
  return {
    kind: "live-tree",
    observedAtMs,
    staleBecause,
    root: { name: tree.root.name, className: tree.root.className },
    get size() {
      return tree.size;
    },
    at: (path) => tree.at(path).map((node) => mapped(node, path)),
    childrenOf: (path) =>
      tree.at(path).flatMap((node) => [...node.children].map((child) => mapped(child, [...path, child.name]))),
    ofFile: () => [],
    all: () => walk(tree),
  };
}
