/** The class of a node of a project file. Source: Rojo 7.7.1 snapshot_middleware/project.rs, snapshot_project_node. Pure. */

import type { Reflection } from "../../datamodel/reflection/reflection.ts";
import type { ProjectNode } from "../project/project-types.ts";
import type { MapPart } from "./map-node.ts";

/** What is asked of the reflection data. */
export type ClassTable = Pick<Reflection, "findClass">;

/** Children that exist once below a class, and are of the class that they are called by. */
const INFERRED: ReadonlyMap<string, readonly string[]> = new Map([
  ["StarterPlayer", ["StarterPlayerScripts", "StarterCharacterScripts"]],
  ["Workspace", ["Terrain"]],
]);

export type NodeClass =
  | { readonly kind: "known"; readonly className: string }
  /** It is in a file that is not read here. */
  | { readonly kind: "unknown" }
  /** The node makes no instance. */
  | { readonly kind: "omitted" }
  | { readonly kind: "failure"; readonly message: string; readonly hint: string };

/**
 * @param fromPath what `$path` gave; undefined where the node has none
 * @param parentClass undefined for the root of a project file
 */
export function classOfNode(
  name: string,
  node: ProjectNode,
  fromPath: MapPart | undefined,
  parentClass: string | undefined,
  classes: ClassTable,
): NodeClass {
  const inferred = inferredClass(name, parentClass, classes);
  const found = fromPath?.node;
  if (found === undefined) return classWithoutPath(name, node, inferred);
  if (node.className === undefined) {
    if (found.className === undefined) return { kind: "unknown" };
    return { kind: "known", className: found.className === "Folder" ? (inferred ?? "Folder") : found.className };
  }
  if (found.className === undefined || found.className === "Folder")
    return { kind: "known", className: node.className };
  return {
    kind: "failure",
    message: `${JSON.stringify(name)} has the class ${node.className} from \`$className\` and ${found.className} from \`$path\``,
    hint: "Remove `$className`: it goes together with `$path` to a plain folder only.",
  };
}

function classWithoutPath(name: string, node: ProjectNode, inferred: string | undefined): NodeClass {
  const className = node.className ?? inferred;
  if (className !== undefined) return { kind: "known", className };
  if (node.path?.isOptional === true) return { kind: "omitted" };
  if (node.path === undefined)
    return {
      kind: "failure",
      message: `${JSON.stringify(name)} has neither \`$className\` nor \`$path\`, and its name is not that of a service`,
      hint: "Add `$className` or `$path`.",
    };
  return {
    kind: "failure",
    message: `\`$path\` of ${JSON.stringify(name)} leads to nothing that Rojo makes an instance of: ${node.path.path}`,
    hint: 'Correct the path, or write {"optional": path}.',
  };
}

/** By name and parent: services, and the few containers that exist once. */
function inferredClass(name: string, parentClass: string | undefined, classes: ClassTable): string | undefined {
  if (parentClass === "DataModel") return classes.findClass(name)?.tags.includes("Service") === true ? name : undefined;
  const isInferred = parentClass !== undefined && INFERRED.get(parentClass)?.includes(name) === true;
  return isInferred ? name : undefined;
}
