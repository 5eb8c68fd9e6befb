/** What a node of a project file becomes. Source: Rojo 7.7.1 snapshot_middleware/project.rs, snapshot_project_node. Pure. */

import { formatJsonPath, type JsonPath } from "pi-extension-core/json";
import type { ProjectNode, RojoProject } from "../project/project-types.ts";
import { type PropertyTypes, propertyProblem } from "../project/property-value.ts";
import { type MapPart, type MapProblem, mapNode, nothing } from "./map-node.ts";
import type { NodeClass } from "./node-class.ts";

interface NodeParts {
  readonly name: string;
  readonly node: ProjectNode;
  readonly nodeClass: NodeClass;
  /** What `$path` gave; undefined where the node has none. */
  readonly fromPath: MapPart | undefined;
  readonly children: readonly MapPart[];
  readonly project: RojoProject;
  readonly projectFile: string;
  readonly types: PropertyTypes;
}

export function nodeFromPath(parts: NodeParts): MapPart {
  const { name, node, nodeClass, fromPath, children } = parts;
  if (nodeClass.kind === "omitted")
    return fromPath === undefined ? nothing : { node: undefined, problems: fromPath.problems };
  const found = fromPath?.node;
  return {
    node: mapNode(name, {
      ...found,
      className: nodeClass.kind === "known" ? nodeClass.className : undefined,
      // Children of the folder first, then those of the file; equal names stay two instances.
      children: [...(found?.children ?? []), ...children.flatMap((part) => part.node ?? [])],
      ignoresUnknown: node.ignoreUnknownInstances ?? (node.path === undefined || (found?.ignoresUnknown ?? false)),
      isOpaque: (found?.isOpaque ?? false) || nodeClass.kind === "failure",
    }),
    problems: [
      ...(fromPath?.problems ?? []),
      ...children.flatMap((part) => part.problems),
      ...(nodeClass.kind === "failure" ? [problemAt(parts, node.keys, nodeClass)] : []),
      ...(nodeClass.kind === "known" ? propertyProblems(parts, nodeClass.className) : []),
    ],
  };
}

function propertyProblems(parts: NodeParts, className: string): readonly MapProblem[] {
  return [...parts.node.properties].flatMap(([name, value]) => {
    const message = propertyProblem(className, name, value, parts.types);
    const keys = [...parts.node.keys, "$properties", name];
    return message === undefined ? [] : [problemAt(parts, keys, { message, hint: "Correct the property." })];
  });
}

function problemAt(
  { project, projectFile }: NodeParts,
  keys: JsonPath,
  { message, hint }: { readonly message: string; readonly hint: string },
): MapProblem {
  const { line, column } = project.positionOf(keys);
  return {
    file: projectFile,
    line,
    column,
    effect: "rojo-fails",
    message: `${projectFile}:${line}:${column}: ${formatJsonPath(keys)}: ${message}`,
    hint,
  };
}
