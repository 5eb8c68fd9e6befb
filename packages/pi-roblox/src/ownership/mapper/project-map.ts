/** The mapped project as a map of instances. Pure. */

import { type FileNaming, fileKey } from "../../datamodel/file-key.ts";
import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import { classNameOf, type LocatedNode, nodesOfFile, resolvedFile, toInstance, walk } from "./located-node.ts";
import type { MapNode, MapProblem } from "./map-node.ts";

interface ProjectMapSource {
  /** Undefined where Rojo makes nothing of the project. */
  readonly root: MapNode | undefined;
  readonly problems: readonly MapProblem[];
  readonly naming: FileNaming;
  readonly observedAtMs: number;
}

/** Each change makes a new map. An index of all files pays when one map is asked for many. */
const MANY_QUESTIONS = 8;

/** Immutable. */
export class ProjectMap implements InstanceMap {
  readonly kind = "project";
  readonly staleBecause = undefined;
  readonly observedAtMs: number;
  /** What Rojo refuses, what cannot be known here, and what is perhaps not meant. */
  readonly problems: readonly MapProblem[];
  readonly rootNode: MapNode | undefined;
  readonly #naming: FileNaming;
  #byFile: Map<string, LocatedNode[]> | undefined;
  #questions = 0;

  constructor({ root, problems, naming, observedAtMs }: ProjectMapSource) {
    this.rootNode = root;
    this.problems = problems;
    this.observedAtMs = observedAtMs;
    this.#naming = naming;
  }

  /** True when Rojo would stop with an error: then it makes no instance at all. */
  get isRefused(): boolean {
    return this.problems.some(({ effect }) => effect === "rojo-fails");
  }

  get root(): { readonly name: string; readonly className: string } {
    // What Rojo calls a root that is not there.
    if (this.rootNode === undefined) return { name: "DEFAULT", className: "DEFAULT" };
    return { name: this.rootNode.name, className: classNameOf(this.rootNode) };
  }

  get size(): number {
    return this.rootNode?.size ?? 0;
  }

  at(path: InstancePath): readonly MappedInstance[] {
    return this.#nodesAt(path).map((located) => toInstance(located, this.#naming));
  }

  childrenOf(path: InstancePath): readonly MappedInstance[] {
    return this.#nodesAt(path).flatMap((above) =>
      above.node.children.map((node) => toInstance({ node, above }, this.#naming)),
    );
  }

  #nodesAt(path: InstancePath): readonly LocatedNode[] {
    if (this.rootNode === undefined) return [];
    const isPlace = this.rootNode.className === "DataModel";
    if (!isPlace && path[0] !== this.rootNode.name) return [];
    let found: LocatedNode[] = [{ node: this.rootNode, above: undefined }];
    for (const name of isPlace ? path : path.slice(1))
      found = found.flatMap((above) =>
        above.node.children.filter((node) => node.name === name).map((node) => ({ node, above })),
      );
    return found;
  }

  ofFile(file: string): readonly MappedInstance[] {
    return this.#nodesOf(fileKey(file, this.#naming)).map((located) => toInstance(located, this.#naming));
  }

  #nodesOf(key: string): readonly LocatedNode[] {
    if (this.rootNode === undefined) return [];
    this.#questions += 1;
    if (this.#questions < MANY_QUESTIONS) return nodesOfFile(this.rootNode, key, this.#naming);
    this.#byFile ??= this.#indexFiles();
    return this.#byFile.get(key) ?? [];
  }

  *all(): Iterable<MappedInstance> {
    if (this.rootNode === undefined) return;
    for (const located of walk(this.rootNode)) yield toInstance(located, this.#naming);
  }

  #indexFiles(): Map<string, LocatedNode[]> {
    const index = new Map<string, LocatedNode[]>();
    if (this.rootNode === undefined) return index;
    for (const located of walk(this.rootNode)) {
      for (const file of located.node.files) {
        const key = fileKey(resolvedFile(file, this.#naming), this.#naming);
        const known = index.get(key);
        if (known === undefined) index.set(key, [located]);
        else known.push(located);
      }
    }
    return index;
  }
}
