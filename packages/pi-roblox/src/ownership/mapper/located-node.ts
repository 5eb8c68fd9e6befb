/** Nodes together with their place in the tree. Pure. */

import { absoluteFile, type FileNaming, fileKey } from "../../datamodel/file-key.ts";
import type { MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import type { MapNode } from "./map-node.ts";

/** What an instance is called whose class cannot be told: the class that all are of. */
const UNKNOWN_CLASS = "Instance";

export interface LocatedNode {
  readonly node: MapNode;
  /** Undefined for the root. */
  readonly above: LocatedNode | undefined;
}

/** Parents before children, siblings in Rojo's order. */
export function* walk(root: MapNode): Iterable<LocatedNode> {
  const pending: LocatedNode[] = [{ node: root, above: undefined }];
  for (let located = pending.pop(); located !== undefined; located = pending.pop()) {
    yield located;
    const { children } = located.node;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const node = children[index];
      if (node !== undefined) pending.push({ node, above: located });
    }
  }
}

/** Below the root when that is a DataModel, else from the root's own name on. */
function pathOf(located: LocatedNode): InstancePath {
  const names: string[] = [];
  let current = located;
  for (; current.above !== undefined; current = current.above) names.push(current.node.name);
  if (current.node.className !== "DataModel") names.push(current.node.name);
  return names.reverse();
}

export function classNameOf(node: MapNode): string {
  return node.className ?? UNKNOWN_CLASS;
}

export function toInstance(located: LocatedNode, naming: FileNaming): MappedInstance {
  const { node } = located;
  return {
    path: pathOf(located),
    className: classNameOf(node),
    files: node.files.map((file) => resolvedFile(file, naming)),
    sourceFile: node.sourceFile,
    folder: node.folder,
    deletesUnknownChildren: !node.ignoresUnknown,
    isOpaque: node.isOpaque,
  };
}

/** Without the `.` and `..` that a `$path` may have brought. */
export function resolvedFile(file: string, naming: FileNaming): string {
  return absoluteFile("", file, naming);
}

/** Nodes that a file takes part in. @param key of the file */
export function nodesOfFile(root: MapNode, key: string, naming: FileNaming): readonly LocatedNode[] {
  // The name alone rules out nearly all without the cost of a key, where a key does not fold names.
  const name = naming.platform === "linux" && naming.isCaseSensitive ? key.slice(key.lastIndexOf("/")) : "";
  const found: LocatedNode[] = [];
  for (const located of walk(root)) {
    const { files } = located.node;
    if (files.some((file) => file.endsWith(name) && fileKey(resolvedFile(file, naming), naming) === key))
      found.push(located);
  }
  return found;
}
